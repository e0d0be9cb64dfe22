// SPDX-License-Identifier: BSL-1.0

package main

import (
	"context"
	"errors"
	"time"
)

// receiver takes count numbers from a channel. Each receiver has another way to wait.
type receiver func(from <-chan int64, count int64) (tally, error)

// runStream sends numbers from one goroutine to another, over a channel of this capacity.
func runStream(b batch, capacity int, receive receiver) (outcome, error) {
	numbers := make(chan int64, capacity)
	go send(numbers, b.first, b.total())
	done, err := b.inTwoParts(func(_, count int64) (tally, error) {
		return receive(numbers, count)
	})
	if err != nil {
		return outcome{}, err
	}
	if _, more := <-numbers; more {
		return outcome{}, errors.New("more numbers came than were sent")
	}
	return done, nil
}

func send(to chan<- int64, first, count int64) {
	for number := first; number < first+count; number++ {
		to <- number
	}
	close(to)
}

func receivePlainly(from <-chan int64, count int64) (done tally, err error) {
	for range count {
		done.count(<-from)
	}
	return done, nil
}

// The timeout of every way below. It never fires.
const patience = 10 * time.Second

var errTimedOut = errors.New("a receive timed out")

func receiveOrAfter(from <-chan int64, count int64) (done tally, err error) {
	for range count {
		select {
		case number := <-from:
			done.count(number)
		case <-time.After(patience):
			return done, errTimedOut
		}
	}
	return done, nil
}

func receiveWithContext(from <-chan int64, count int64) (done tally, err error) {
	for range count {
		limited, release := context.WithTimeout(context.Background(), patience)
		select {
		case number := <-from:
			done.count(number)
		case <-limited.Done():
			err = errTimedOut
		}
		release()
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// receiveWithTimer makes a timer for each number and stops it. The timer of time.After cannot be
// stopped.
func receiveWithTimer(from <-chan int64, count int64) (done tally, err error) {
	for range count {
		silence := time.NewTimer(patience)
		select {
		case number := <-from:
			done.count(number)
		case <-silence.C:
			return done, errTimedOut
		}
		silence.Stop()
	}
	return done, nil
}

// resetting returns a receiver that sets one timer anew for each number.
func resetting(silence *time.Timer) receiver {
	return func(from <-chan int64, count int64) (done tally, err error) {
		for range count {
			silence.Reset(patience)
			select {
			case number := <-from:
				done.count(number)
			case <-silence.C:
				return done, errTimedOut
			}
		}
		return done, nil
	}
}

func runResetStream(b batch) (outcome, error) {
	silence := time.NewTimer(patience)
	defer silence.Stop()
	return runStream(b, 1, resetting(silence))
}

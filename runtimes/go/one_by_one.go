// SPDX-License-Identifier: BSL-1.0

package main

import (
	"context"
	"errors"
	"time"
)

// Operations that one goroutine does one after the other.

// runCreateJoin makes a goroutine that gets a number, and receives the number back from it.
func runCreateJoin(b batch) (outcome, error) {
	ended := make(chan int64)
	return b.inTwoParts(func(first, count int64) (done tally, err error) {
		for number := first; number < first+count; number++ {
			go func() { ended <- number }()
			done.count(<-ended)
		}
		return done, nil
	})
}

// runSleeps sleeps, and nothing wakes it.
func runSleeps(b batch) (outcome, error) {
	return b.inTwoParts(func(first, count int64) (done tally, err error) {
		for number := first; number < first+count; number++ {
			time.Sleep(2 * time.Millisecond)
			done.count(number)
		}
		return done, nil
	})
}

// runChecks asks a context that is not cancelled. Then the context is cancelled, and asked once more.
func runChecks(b batch) (outcome, error) {
	asked, cancel := context.WithCancel(context.Background())
	done, err := b.inTwoParts(func(first, count int64) (done tally, err error) {
		for number := first; number < first+count; number++ {
			if asked.Err() == nil {
				done.count(number)
			}
		}
		return done, nil
	})
	cancel()
	if asked.Err() == nil {
		err = errors.New("a context that was cancelled said that it was not")
	}
	return done, err
}

// runRegistrations registers a callback and unregisters it. That counts if it was still there.
func runRegistrations(b batch) (outcome, error) {
	with, cancel := context.WithCancel(context.Background())
	defer cancel()
	return b.inTwoParts(func(first, count int64) (done tally, err error) {
		for number := first; number < first+count; number++ {
			unregister := context.AfterFunc(with, func() {})
			if unregister() {
				done.count(number)
			}
		}
		return done, nil
	})
}

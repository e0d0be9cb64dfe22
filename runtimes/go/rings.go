// SPDX-License-Identifier: BSL-1.0

package main

import "sync"

// Two ways to hand a number on: by a channel, and by a condition variable.

// runPingPong has two goroutines and two channels of this capacity.
func runPingPong(b batch, capacity int) (outcome, error) {
	b.members = 2
	to := [2]chan int64{make(chan int64, capacity), make(chan int64, capacity)}
	both := handOffs{batch: b}
	return both.run(func(one *ringMember, member, limit int64) {
		one.overChannels(to[member], to[1-member], limit)
	})
}

func (m *ringMember) overChannels(in <-chan int64, out chan<- int64, limit int64) {
	if number, goesOn := m.takeUp(limit); goesOn {
		out <- number
	}
	for m.next < limit {
		number := <-in
		if m.took(number, limit) {
			out <- number + 1
		}
	}
}

// box keeps one number for its owner, which waits on a condition variable. Two boxes share no line
// of the cache.
type box struct {
	mutex   sync.Mutex
	changed *sync.Cond
	full    bool
	number  int64
	_       [32]byte
}

func newBox() *box {
	one := &box{}
	one.changed = sync.NewCond(&one.mutex)
	return one
}

// give signals after the mutex is free, so that the owner need not wait for it again.
func (b *box) give(number int64) {
	b.mutex.Lock()
	b.number = number
	b.full = true
	b.mutex.Unlock()
	b.changed.Signal()
}

func (b *box) take() int64 {
	b.mutex.Lock()
	for !b.full {
		b.changed.Wait()
	}
	b.full = false
	number := b.number
	b.mutex.Unlock()
	return number
}

// runCondRing has a goroutine and a box for each member.
func runCondRing(b batch) (outcome, error) {
	boxes := make([]*box, b.members)
	for i := range boxes {
		boxes[i] = newBox()
	}
	ring := handOffs{batch: b}
	return ring.run(func(one *ringMember, member, limit int64) {
		one.overBoxes(boxes[member], boxes[(member+1)%b.members], limit)
	})
}

func (m *ringMember) overBoxes(in, out *box, limit int64) {
	if number, goesOn := m.takeUp(limit); goesOn {
		out.give(number)
	}
	for m.next < limit {
		number := in.take()
		if m.took(number, limit) {
			out.give(number + 1)
		}
	}
}

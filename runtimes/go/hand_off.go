// SPDX-License-Identifier: BSL-1.0

package main

import "sync"

const none = -1

// ringMember is a member of a ring in which one number goes round: hand-off k is made by member
// k mod N to the one behind it, and carries first + k.
type ringMember struct {
	tally
	members int64
	first   int64
	next    int64 // the hand-off that comes to it next
	due     int64 // the one that it has to make, or none: it has the turn at a limit

	// Members write at every turn, on CPUs of their own: two of them share no line of the cache.
	_ [80]byte
}

func newRingMember(b batch, member int64) *ringMember {
	one := &ringMember{members: b.members, first: b.first, next: member - 1, due: none}
	if member == 0 {
		one.next = b.members - 1
		one.due = 0
	}
	return one
}

// takeUp returns the number of the hand-off that it has to make, if there is one below the limit.
func (m *ringMember) takeUp(limit int64) (number int64, goesOn bool) {
	if m.due == none || m.due >= limit {
		return 0, false
	}
	number = m.first + m.due
	m.due = none
	return number, true
}

// took counts a number that came, and returns whether it is to be handed on.
func (m *ringMember) took(number, limit int64) bool {
	m.count(number)
	this := m.next
	m.next += m.members
	if this+1 < limit {
		return true
	}
	m.due = limit
	return false
}

// hasTurn is true for one of all members that have stopped at a limit.
func (m *ringMember) hasTurn() bool { return m.due != none }

// handOffs is a batch of them. The member that has the turn reads the clocks: all others wait.
type handOffs struct {
	batch
	watch stopwatch
	ready sync.WaitGroup // all members are there
}

// takeTurns lets a member take its turns, by a function that does so up to a limit.
func (h *handOffs) takeTurns(one *ringMember, upTo func(limit int64)) {
	h.ready.Done()
	h.ready.Wait()
	upTo(h.warmup)
	if one.hasTurn() {
		h.watch.start()
	}
	upTo(h.total())
	if one.hasTurn() {
		h.watch.stop()
	}
}

// run gives each member a goroutine of its own, and waits for all.
func (h *handOffs) run(upTo func(one *ringMember, member, limit int64)) (outcome, error) {
	ring := make([]*ringMember, h.members)
	var running sync.WaitGroup
	h.ready.Add(int(h.members))
	for member := range h.members {
		one := newRingMember(h.batch, member)
		ring[member] = one
		running.Add(1)
		go func() {
			defer running.Done()
			h.takeTurns(one, func(limit int64) { upTo(one, member, limit) })
		}()
	}
	running.Wait()
	done := outcome{elapsed: h.watch.elapsed, cpu: h.watch.cpu}
	for _, one := range ring {
		done.add(one.tally)
	}
	return done, nil
}

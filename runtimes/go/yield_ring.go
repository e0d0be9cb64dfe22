// SPDX-License-Identifier: BSL-1.0

package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// yieldRing is a ring of goroutines that do nothing but yield. Each has every Nth number.
//
// The runtime keeps their order only roughly: every 61st time it looks into its global queue first,
// and the goroutine that it finds there is ahead of the others by a turn. Therefore each takes its
// own share of the turns, and the clocks are read by the last one that comes to the beginning, and to
// the end. The turns ahead of the beginning are a few per cent of the warm-up.
type yieldRing struct {
	batch
	toBegin, toEnd atomic.Int64 // those that are still to come
	watch          stopwatch
}

// takeTurns yields once in each turn. The numbers of its turns are step apart.
func takeTurns(number, step, turns int64) (done tally) {
	for range turns {
		done.count(number)
		number += step
		runtime.Gosched()
	}
	return done
}

func (r *yieldRing) run(member int64) tally {
	number := r.first + member
	all := takeTurns(number, r.members, r.warmup/r.members)
	if r.toBegin.Add(-1) == 0 {
		r.watch.start()
	}
	all.add(takeTurns(number+r.warmup, r.members, r.operations/r.members))
	if r.toEnd.Add(-1) == 0 {
		r.watch.stop()
	}
	return all
}

// runYieldRing needs numbers of operations that are multiples of the number of members.
func runYieldRing(b batch) (outcome, error) {
	ring := yieldRing{batch: b}
	ring.toBegin.Store(b.members)
	ring.toEnd.Store(b.members)
	shares := make([]tally, b.members)
	var running sync.WaitGroup
	for member := range b.members {
		running.Add(1)
		go func() {
			defer running.Done()
			shares[member] = ring.run(member)
		}()
	}
	running.Wait()
	done := outcome{elapsed: ring.watch.elapsed, cpu: ring.watch.cpu}
	for _, share := range shares {
		done.add(share)
	}
	return done, nil
}

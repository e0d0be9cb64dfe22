// SPDX-License-Identifier: BSL-1.0

package main

import (
	"syscall"
	"time"
)

// batch is the request of one line: a number of operations, after another number of them that warm
// up. All of them are numbered, from first on.
type batch struct {
	operations, warmup, first int64
	members                   int64 // of a ring; 1 where the case has none
}

func (b batch) total() int64 { return b.warmup + b.operations }

// tally counts the operations that arrived, and adds up their numbers.
type tally struct {
	received, sum int64
}

func (t *tally) count(number int64) {
	t.received++
	t.sum += number
}

func (t *tally) add(other tally) {
	t.received += other.received
	t.sum += other.sum
}

// outcome is the answer to a batch.
type outcome struct {
	elapsed, cpu time.Duration
	tally
}

// stopwatch reads the clocks twice. The reading of the monotonic clock is the inner one.
type stopwatch struct {
	began                  time.Time
	cpuBegan, elapsed, cpu time.Duration
}

func (s *stopwatch) start() {
	s.cpuBegan = processCPU()
	s.began = time.Now()
}

func (s *stopwatch) stop() {
	s.elapsed = time.Since(s.began)
	s.cpu = processCPU() - s.cpuBegan
}

// processCPU is the time that all threads of this process have run, to a microsecond.
func processCPU() time.Duration {
	var used syscall.Rusage
	// It fails for a wrong argument only.
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// loop does count operations, with the numbers from first on, and returns the tally of those that
// arrived.
type loop func(first, count int64) (tally, error)

// inTwoParts does the warm-up and then the timed operations, by the same loop.
func (b batch) inTwoParts(do loop) (outcome, error) {
	var watch stopwatch
	all, err := do(b.first, b.warmup)
	if err != nil {
		return outcome{}, err
	}
	watch.start()
	timed, err := do(b.first+b.warmup, b.operations)
	watch.stop()
	all.add(timed)
	return outcome{watch.elapsed, watch.cpu, all}, err
}

// SPDX-License-Identifier: BSL-1.0

package main

import (
	"runtime"
	"sync"
	"testing"
)

// The same loops, timed by Go's own benchmarks: go test -bench . -count 10. Their figures are to be
// compared with those of the runtime on one CPU. Like the runtime they run on one thread.

func onOneThread(b *testing.B) {
	before := runtime.GOMAXPROCS(1)
	b.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

func expect(b *testing.B, arrived tally, operations int64) {
	if due := (tally{operations, operations * (operations - 1) / 2}); arrived != due {
		b.Fatalf("%+v arrived, and %+v is due", arrived, due)
	}
}

func BenchmarkYield4(b *testing.B)    { benchmarkYield(b, 4) }
func BenchmarkYield1000(b *testing.B) { benchmarkYield(b, 1000) }

func benchmarkYield(b *testing.B, members int64) {
	onOneThread(b)
	// b.N need not be a multiple of the members: the first ones have a turn more.
	shares := make([]tally, members)
	var running sync.WaitGroup
	b.ResetTimer()
	for member := range members {
		running.Add(1)
		go func() {
			defer running.Done()
			turns := (int64(b.N) - member + members - 1) / members
			shares[member] = takeTurns(member, members, turns)
		}()
	}
	running.Wait()
	b.StopTimer()
	var all tally
	for _, share := range shares {
		all.add(share)
	}
	expect(b, all, int64(b.N))
}

func BenchmarkUnbufferedChannel(b *testing.B) {
	onOneThread(b)
	numbers := make(chan int64)
	go send(numbers, 0, int64(b.N))
	b.ResetTimer()
	arrived, err := receivePlainly(numbers, int64(b.N))
	b.StopTimer()
	if err != nil {
		b.Fatal(err)
	}
	expect(b, arrived, int64(b.N))
}

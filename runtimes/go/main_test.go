// SPDX-License-Identifier: BSL-1.0

package main

import (
	"runtime"
	"strings"
	"testing"
)

// The same loops, timed by Go's own benchmarks, for checks/acceptance/runtimes.
func benchmark(b *testing.B, name string, members int64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, one := range offers {
		if strings.HasPrefix(one.text, name+" ") {
			laps := int64(b.N)/members + 1
			one.run(&batch{operations: laps * members, members: members})
		}
	}
}

func BenchmarkYield4(b *testing.B)            { benchmark(b, "yield", 4) }
func BenchmarkUnbufferedChannel(b *testing.B) { benchmark(b, "unbuffered_channel", 1) }

// SPDX-License-Identifier: BSL-1.0

package main

import (
	"runtime"
	"strings"
	"testing"
)

// Times the same loops with Go's own benchmarks, for checks/acceptance/runtimes.
func benchmark(b *testing.B, name string, members int64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, offered := range offers {
		if strings.HasPrefix(offered.text, name+" ") {
			laps := int64(b.N)/members + 1
			offered.run(&batch{operations: laps * members, members: members})
		}
	}
}

func BenchmarkYield4(b *testing.B)            { benchmark(b, "yield", 4) }
func BenchmarkUnbufferedChannel(b *testing.B) { benchmark(b, "unbuffered_channel", 1) }

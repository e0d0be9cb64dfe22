// SPDX-License-Identifier: BSL-1.0

package main

import (
	"runtime"
	"strconv"
	"strings"
)

// offer is a case of this runtime.
type offer struct {
	name, question string
	threads        int
	parameters     string // of its name, with a blank before each
	members        string // the parameter that has the number of members, if there is one
	unit           string
	run            func(b batch) (outcome, error)
}

var offers = []offer{
	{"yield", "fiber/yield", 1, "", "fibers",
		"one runtime.Gosched in a ring of goroutines", runYieldRing},
	{"unbuffered_channel", "fiber/unbuffered_channel", 1, "", "",
		"one number over an unbuffered channel",
		func(b batch) (outcome, error) { return runStream(b, 0, receivePlainly) }},
	{"create_join", "fiber/create_join", 1, "", "",
		"one goroutine made, and its number received from it over a channel", runCreateJoin},

	{"pingpong_tasks", "queue/pingpong", 1, " capacity:64 between:tasks", "",
		"one hand-off over one of two channels, between goroutines of one thread", pingPong64},
	{"pingpong", "queue/pingpong", 2, " capacity:64", "",
		"one hand-off over one of two channels", pingPong64},
	{"stream", "queue/stream", 2, " capacity:1024", "",
		"one number over a channel",
		func(b batch) (outcome, error) { return runStream(b, 1024, receivePlainly) }},

	{"baseline", "timeout/baseline", 1, "", "",
		"one number over a channel of capacity 1",
		func(b batch) (outcome, error) { return runStream(b, 1, receivePlainly) }},
	{"timeout_after", "timeout/timeout", 1, " by:after", "",
		"the same, each received by a select with time.After",
		func(b batch) (outcome, error) { return runStream(b, 1, receiveOrAfter) }},
	{"timeout_context", "timeout/timeout", 1, " by:context", "",
		"the same, each received by a select with a context.WithTimeout, which is then released",
		func(b batch) (outcome, error) { return runStream(b, 1, receiveWithContext) }},
	{"sleep", "timeout/sleep", 1, "", "",
		"the same, each received by a select with a time.NewTimer, which is then stopped",
		func(b batch) (outcome, error) { return runStream(b, 1, receiveWithTimer) }},
	{"reused_sleep", "timeout/reused_sleep", 1, "", "",
		"the same, each received by a select with one timer, which is reset before", runResetStream},

	{"cancel_check", "cancel/check", 1, "", "",
		"Err() of a context that is not cancelled", runChecks},
	{"cancel_register", "cancel/register", 1, "", "",
		"one context.AfterFunc, and its stop function", runRegistrations},

	{"condvar", "thread/condvar", 2, "", "threads",
		"one hand-off between goroutines: Signal to return of Wait", runCondRing},
	{"timeout_lateness", "sleep/timeout_lateness", 1, " slice_ms:2 expected_ns:2000000", "",
		"one time.Sleep of 2 ms", runSleeps},
}

func pingPong64(b batch) (outcome, error) { return runPingPong(b, 64) }

var notes = []string{
	"a goroutine that waits is parked by the runtime and not by the kernel; one that runs for 10 ms is preempted; " +
		"runtime.Gosched puts it into a global queue that has a lock",
	"GOMAXPROCS is 1 for the work of one thread, else the number of CPUs that the runtime was put on; " +
		"its threads are not pinned, and one of them may run both sides",
	"the garbage collector runs as it does by default, and is in the figures",
}

// greeting is the answer to hello.
func greeting() string {
	lines := []string{"runtime 1 go " + runtime.Version()}
	for _, note := range notes {
		lines = append(lines, "note "+note)
	}
	for _, one := range offers {
		parameters := one.parameters
		if one.members != "" {
			parameters += " " + one.members + ":*"
		}
		lines = append(lines, "case "+one.name+" "+one.question+" "+strconv.Itoa(one.threads)+
			parameters+" = "+one.unit)
	}
	return strings.Join(append(lines, "ready"), "\n")
}

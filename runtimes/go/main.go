// SPDX-License-Identifier: BSL-1.0

// A runtime of Tollgate: goroutines, channels, timers and contexts. The protocol is in docs/other_runtimes.md.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// batch is a request: operations for the warm-up, and then timed operations. All are numbered, from first
// on. A loop calls turn before each operation, with its number.
type batch struct {
	operations, warmup, first int64
	members                   int64 // of a ring; 1 if the case has no members

	boundary               int64 // the number at which a part ends
	started                bool
	began                  time.Time
	cpuBegan, elapsed, cpu time.Duration
	tally
}

func (b *batch) end() int64 { return b.first + b.warmup + b.operations }

// turn returns true while there is another operation to do.
func (b *batch) turn(number int64) bool { return number < b.boundary || b.closePart(number) }

// closePart reads the clocks. The timed part contains no reading of the CPU time.
func (b *batch) closePart(number int64) bool {
	if !b.started {
		b.started = true
		b.boundary = b.end()
		b.cpuBegan = processCPU()
		b.began = time.Now()
		if number < b.boundary {
			return true
		}
	}
	b.elapsed = time.Since(b.began)
	b.cpu = processCPU() - b.cpuBegan
	return false
}

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

// processCPU is the CPU time of all threads of this process. Its resolution is a microsecond.
func processCPU() time.Duration {
	var used syscall.Rusage
	// The call fails only for a wrong argument.
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// The default of the runtime: the number of CPUs on which it may run.
var processors = runtime.GOMAXPROCS(0)

// offer is a case: the number of threads that do its work, its line in the greeting without the word
// case, and its loop. A failure in a loop is a panic, which ends the process.
type offer struct {
	threads int
	text    string
	run     func(b *batch)
}

func greet() {
	fmt.Println("runtime 1 go", runtime.Version())
	for _, note := range notes {
		fmt.Println("note", note)
	}
	for _, offered := range offers {
		fmt.Println("case", fmt.Sprintf(offered.text, offered.threads))
	}
	fmt.Println("ready")
}

// answer does the batch of a line: run NAME OPERATIONS WARMUP FIRST [PARAMETER:NUMBER].
func answer(line string) string {
	var name, members string
	b := batch{members: 1}
	if read, _ := fmt.Sscan(line, &name, &b.operations, &b.warmup, &b.first, &members); read < 4 {
		return "error this is no batch"
	}
	if _, number, has := strings.Cut(members, ":"); has {
		if _, err := fmt.Sscan(number, &b.members); err != nil {
			return "error this is no number of members"
		}
	}
	for _, offered := range offers {
		if strings.HasPrefix(offered.text, name+" ") {
			if runtime.GOMAXPROCS(processors); offered.threads == 1 {
				runtime.GOMAXPROCS(1) // also where there are more CPUs
			}
			b.boundary = b.first + b.warmup
			offered.run(&b)
			return fmt.Sprintln("ran", b.operations, b.elapsed.Nanoseconds(), b.cpu.Nanoseconds(),
				b.received, b.sum)
		}
	}
	return "error there is no such case"
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if request, rest, _ := strings.Cut(lines.Text(), " "); request == "hello" {
			greet()
		} else if request == "run" {
			fmt.Println(strings.TrimSpace(answer(rest)))
		} else {
			fmt.Println("error this runtime knows hello and run")
		}
	}
}

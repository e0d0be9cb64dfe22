// SPDX-License-Identifier: BSL-1.0

// A runtime of Tollgate: goroutines, channels, timers and contexts. The protocol is in docs/other_runtimes.md.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// The bound keeps a mistyped number from using up the memory.
const mostMembers = 1_000_000

// The choice of the runtime at its start: the number of CPUs that it may run on.
var processors = runtime.GOMAXPROCS(0)

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		// os.Stdout has no buffer, so that nothing is to be flushed.
		fmt.Println(answer(strings.TrimRight(line, "\r\n")))
	}
}

func answer(line string) string {
	words := strings.Split(line, " ")
	switch {
	case line == "hello 1":
		return greeting()
	case words[0] == "hello":
		return "error this runtime speaks version 1 of the protocol"
	case words[0] == "run" && len(words) > 1:
		return answerRun(words[1], words[2:])
	}
	return fmt.Sprintf("error this is no request: %+.60q", line)
}

func answerRun(name string, arguments []string) string {
	for i := range offers {
		if offers[i].name == name {
			return answerBatch(&offers[i], arguments)
		}
	}
	return fmt.Sprintf("error there is no case %+.60q", name)
}

func answerBatch(of *offer, arguments []string) string {
	asked, err := readBatch(of, arguments)
	if err != nil {
		return "error " + err.Error()
	}
	setProcessors(of.threads)
	done, err := of.run(asked)
	if err != nil {
		return "error " + err.Error()
	}
	return fmt.Sprintf("ran %d %d %d %d %d", asked.operations, done.elapsed.Nanoseconds(),
		done.cpu.Nanoseconds(), done.received, done.sum)
}

// setProcessors keeps the work of one thread on one, also where the runtime has more CPUs.
func setProcessors(threads int) {
	if threads == 1 {
		runtime.GOMAXPROCS(1)
	} else {
		runtime.GOMAXPROCS(processors)
	}
}

// readBatch reads OPERATIONS WARMUP FIRST, and behind them the number of members if there is one.
func readBatch(of *offer, arguments []string) (batch, error) {
	const figures = 3
	fixed := figures
	if of.members != "" {
		fixed++
	}
	if len(arguments) != fixed {
		return batch{}, fmt.Errorf("%s has %d arguments", of.name, fixed)
	}
	var read [figures]int64
	for i := range read {
		number, err := strconv.ParseInt(arguments[i], 10, 64)
		if err != nil || number < 0 {
			return batch{}, fmt.Errorf("this is no number: %+.60q", arguments[i])
		}
		read[i] = number
	}
	asked := batch{read[0], read[1], read[2], 1}
	if asked.operations > math.MaxInt64-asked.warmup || asked.first > math.MaxInt64-asked.total() {
		return batch{}, errors.New("the numbers need more than 63 bits")
	}
	if of.members == "" {
		return asked, nil
	}
	return withMembers(asked, of.members, arguments[figures])
}

// withMembers reads PARAMETER:NUMBER, the number of members.
func withMembers(asked batch, parameter, argument string) (batch, error) {
	value, isIt := strings.CutPrefix(argument, parameter+":")
	members, err := strconv.ParseInt(value, 10, 32)
	if !isIt || err != nil || members < 1 || members > mostMembers {
		return batch{}, fmt.Errorf("this is no number of %s: %+.60q", parameter, argument)
	}
	if asked.operations%members != 0 || asked.warmup%members != 0 {
		return batch{}, fmt.Errorf("the operations are no multiple of %d", members)
	}
	asked.members = members
	return asked, nil
}

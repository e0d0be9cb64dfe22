// SPDX-License-Identifier: BSL-1.0

package main

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

var notes = []string{
	"a goroutine that waits is parked by the runtime and not by the kernel; one that runs for 10 ms is preempted; " +
		"runtime.Gosched puts it into a global queue that has a lock",
	"GOMAXPROCS is 1 for the work of one thread, else the number of CPUs that the runtime was put on; " +
		"its threads are not pinned, and one of them may run both sides",
	"the garbage collector runs as it does by default, and is in the figures",
}

var offers = []offer{
	{1, "yield fiber/yield %d fibers:* = one runtime.Gosched in a ring of goroutines", yieldRing},
	{1, "unbuffered_channel fiber/unbuffered_channel %d = one number over an unbuffered channel",
		stream(0, receivePlainly)},
	{1, "create_join fiber/create_join %d = one goroutine made, and its number received from it over a channel",
		createJoins},

	{1, "pingpong_tasks queue/pingpong %d capacity:64 between:tasks = " +
		"one hand-off over one of two channels, between goroutines of one thread", pingPong},
	{2, "pingpong queue/pingpong %d capacity:64 = one hand-off over one of two channels", pingPong},
	{2, "stream queue/stream %d capacity:1024 = one number over a channel", stream(1024, receivePlainly)},
	{1, "select queue/select %d ready:same sources:* = " +
		"one number sent over the last of the channels, and the select that receives it", selects(true)},
	{1, "select_random queue/select %d ready:random sources:* = " +
		"one number sent over one of the channels, and the select that receives it", selects(false)},
	{1, "select_reflect queue/select %d form:reflect ready:random sources:1000 = " +
		"one number sent over one of 16 of the channels, and the reflect.Select that receives it", selectsByReflection},

	{1, "baseline timeout/baseline %d = one number over a channel of capacity 1", stream(1, receivePlainly)},
	{1, "timeout_after timeout/timeout %d by:after = the same, each received by a select with time.After",
		stream(1, receiveOrAfter)},
	{1, "timeout_context timeout/timeout %d by:context = " +
		"the same, each received by a select with a context.WithTimeout, which is then released",
		stream(1, receiveWithContext)},
	{1, "sleep timeout/sleep %d = the same, each received by a select with a time.NewTimer, which is then stopped",
		stream(1, receiveWithTimer)},
	{1, "reused_sleep timeout/reused_sleep %d = the same, each received by a select with one timer, " +
		"which is reset before", stream(1, receiveWithSameTimer)},

	{1, "cancel_check cancel/check %d = Err() of a context that is not cancelled", checks},
	{1, "cancel_check_deadline cancel/check %d token:deadline = Err() of a context with a deadline", checksOfDeadline},
	{1, "cancel_create_deadline cancel/create %d token:deadline = one context.WithTimeout, and its cancel function",
		deadlines(context.Background())},
	{1, "cancel_create_following_deadline cancel/create %d token:following_deadline = " +
		"the same, with a parent that can be cancelled", deadlinesOfChild},
	{1, "cancel_register cancel/register %d = one context.AfterFunc, and its stop function", registrations},

	{2, "condvar thread/condvar %d threads:* = one hand-off between goroutines: Signal to return of Wait", condRing},
	{1, "timeout_lateness sleep/timeout_lateness %d interval_ms:2 expected_ns:2000000 = one time.Sleep of 2 ms", sleeps},
}

// yieldRing is a ring of N goroutines that only yield. Each has every Nth number.
//
// The runtime keeps their order only roughly: every 61st time it checks its global queue first, and the
// goroutine from there is one yield ahead of the others. So each goroutine does a fixed share of the
// yields, and the last goroutine that begins or ends the timed part reads the clocks. The yields ahead of
// the begin are a few per cent of the warm-up.
func yieldRing(b *batch) {
	var toBegin, toEnd atomic.Int64 // goroutines that have not come yet
	toBegin.Store(b.members)
	toEnd.Store(b.members)
	shares := make([]tally, b.members)
	inGoroutines(b.members, func(self int64) {
		number := b.first + self
		all := takeTurns(number, b.members, b.warmup/b.members)
		if toBegin.Add(-1) == 0 {
			b.closePart(b.boundary)
		}
		all.add(takeTurns(number+b.warmup, b.members, b.operations/b.members))
		if toEnd.Add(-1) == 0 {
			b.closePart(b.end())
		}
		shares[self] = all
	})
	for _, share := range shares {
		b.add(share)
	}
}

// takeTurns yields once for each number. The numbers are step apart.
func takeTurns(number, step, turns int64) (done tally) {
	for range turns {
		done.count(number)
		number += step
		runtime.Gosched()
	}
	return done
}

// inGoroutines runs the work of each member in a goroutine, and waits for all.
func inGoroutines(members int64, work func(self int64)) {
	var running sync.WaitGroup
	for self := range members {
		running.Add(1)
		go func() {
			defer running.Done()
			work(self)
		}()
	}
	running.Wait()
}

func createJoins(b *batch) {
	ended := make(chan int64)
	for number := b.first; b.turn(number); number++ {
		go func() { ended <- number }()
		b.count(<-ended)
	}
}

// The value that is handed on when there is nothing more to do.
const over = -1

// ring lets members hand on the number of the next operation, with the functions take and give. The member
// that has the number reads the clocks, because all others wait.
func ring(b *batch, take func(self int64) int64, give func(to, number int64)) {
	shares := make([]tally, b.members)
	give(0, b.first)
	inGoroutines(b.members, func(self int64) {
		var share tally
		next := (self + 1) % b.members
		for number := take(self); number != over; number = take(self) {
			if number > b.first {
				share.count(number - 1) // the hand-off that ended here
			}
			if !b.turn(number) {
				break
			}
			give(next, number+1)
		}
		give(next, over)
		shares[self] = share
	})
	for _, share := range shares {
		b.add(share)
	}
}

func pingPong(b *batch) {
	b.members = 2
	to := [2]chan int64{make(chan int64, 64), make(chan int64, 64)}
	ring(b, func(self int64) int64 { return <-to[self] }, func(next, number int64) { to[next] <- number })
}

// box keeps a number for its owner, which waits on a condition variable. Two boxes share no cache line.
type box struct {
	mutex   sync.Mutex
	changed *sync.Cond
	full    bool
	number  int64
	_       [32]byte
}

// give signals after it has released the mutex, so that the owner does not wait for the mutex again.
func (b *box) give(number int64) {
	b.mutex.Lock()
	b.number = number
	b.full = true
	b.mutex.Unlock()
	b.changed.Signal()
}

func (b *box) take() int64 {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for !b.full {
		b.changed.Wait()
	}
	b.full = false
	return b.number
}

func condRing(b *batch) {
	boxes := make([]*box, b.members)
	for i := range boxes {
		boxes[i] = &box{}
		boxes[i].changed = sync.NewCond(&boxes[i].mutex)
	}
	ring(b, func(self int64) int64 { return boxes[self].take() },
		func(next, number int64) { boxes[next].give(number) })
}

// stream sends numbers from a goroutine to another goroutine, over a channel of this capacity.
func stream(capacity int, receiveAll func(b *batch, from <-chan int64)) func(b *batch) {
	return func(b *batch) {
		numbers := make(chan int64, capacity)
		go func(number, end int64) {
			for ; number < end; number++ {
				numbers <- number
			}
		}(b.first, b.end())
		receiveAll(b, numbers)
	}
}

func receivePlainly(b *batch, from <-chan int64) {
	for next := b.first; b.turn(next); next++ {
		b.count(<-from)
	}
}

// The most channels of a select here. A select with another number of channels is another statement.
const mostSources = 16

// receiveFromAny receives a number from the first of these channels that has one.
func receiveFromAny(from *[mostSources]chan int64, sources int64) (number int64) {
	switch sources {
	case 1:
		number = <-from[0]
	case 2:
		select {
		case number = <-from[0]:
		case number = <-from[1]:
		}
	case 4:
		select {
		case number = <-from[0]:
		case number = <-from[1]:
		case number = <-from[2]:
		case number = <-from[3]:
		}
	case 8:
		select {
		case number = <-from[0]:
		case number = <-from[1]:
		case number = <-from[2]:
		case number = <-from[3]:
		case number = <-from[4]:
		case number = <-from[5]:
		case number = <-from[6]:
		case number = <-from[7]:
		}
	case 16:
		select {
		case number = <-from[0]:
		case number = <-from[1]:
		case number = <-from[2]:
		case number = <-from[3]:
		case number = <-from[4]:
		case number = <-from[5]:
		case number = <-from[6]:
		case number = <-from[7]:
		case number = <-from[8]:
		case number = <-from[9]:
		case number = <-from[10]:
		case number = <-from[11]:
		case number = <-from[12]:
		case number = <-from[13]:
		case number = <-from[14]:
		case number = <-from[15]:
		}
	default:
		panic("there is no select over this number of channels")
	}
	return number
}

// drawnPlaces are places of numbers: always the last, which a processor predicts, or random ones. Tollgate's own
// cases draw the same places.
type drawnPlaces struct{ first, count, state uint64 }

func placesAmong(channels int64, alwaysLast bool) drawnPlaces {
	if alwaysLast {
		return drawnPlaces{uint64(channels) - 1, 1, 1}
	}
	return drawnPlaces{0, uint64(channels), 1}
}

func (p *drawnPlaces) next() int {
	p.state = p.state*2862933555777941757 + 3037000493
	return int(p.first + p.state>>32*p.count>>32)
}

// selects sends each number over one of the channels, and receives it by a select over all.
func selects(alwaysLast bool) func(*batch) {
	return func(b *batch) {
		var channels [mostSources]chan int64
		for i := range channels {
			channels[i] = make(chan int64, 64)
		}
		places := placesAmong(b.members, alwaysLast)
		for next := b.first; b.turn(next); next++ {
			channels[places.next()] <- next
			b.count(receiveFromAny(&channels, b.members))
		}
	}
}

// selectsByReflection does the same with a thousand channels, of which 16 get numbers.
func selectsByReflection(b *batch) {
	var channels [1000]chan int64
	var receives [len(channels)]reflect.SelectCase
	for i := range channels {
		channels[i] = make(chan int64, 64)
		receives[i] = reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(channels[i])}
	}
	places := placesAmong(mostSources, false)
	for next := b.first; b.turn(next); next++ {
		channels[places.next()*(len(channels)/mostSources)] <- next
		_, number, _ := reflect.Select(receives[:])
		b.count(number.Int())
	}
}

// The timeout of all receives below. It never fires.
const never = 10 * time.Second

func receiveOrAfter(b *batch, from <-chan int64) {
	for next := b.first; b.turn(next); next++ {
		select {
		case number := <-from:
			b.count(number)
		case <-time.After(never):
			panic("a receive timed out")
		}
	}
}

func receiveWithContext(b *batch, from <-chan int64) {
	for next := b.first; b.turn(next); next++ {
		limited, release := context.WithTimeout(context.Background(), never)
		select {
		case number := <-from:
			b.count(number)
		case <-limited.Done():
			panic("a receive timed out")
		}
		release()
	}
}

// receiveWithTimer makes a timer for each number and stops it. A timer of time.After cannot be stopped.
func receiveWithTimer(b *batch, from <-chan int64) {
	for next := b.first; b.turn(next); next++ {
		timer := time.NewTimer(never)
		select {
		case number := <-from:
			b.count(number)
		case <-timer.C:
			panic("a receive timed out")
		}
		timer.Stop()
	}
}

func receiveWithSameTimer(b *batch, from <-chan int64) {
	timer := time.NewTimer(never)
	defer timer.Stop()
	for next := b.first; b.turn(next); next++ {
		timer.Reset(never)
		select {
		case number := <-from:
			b.count(number)
		case <-timer.C:
			panic("a receive timed out")
		}
	}
}

func sleeps(b *batch) {
	for number := b.first; b.turn(number); number++ {
		time.Sleep(2 * time.Millisecond)
		b.count(number)
	}
}

func checks(b *batch) { checksOf(context.WithCancel(context.Background()))(b) }

func checksOfDeadline(b *batch) { checksOf(context.WithTimeout(context.Background(), hour))(b) }

// checksOf reads the state of a context that is not cancelled. At the end it cancels the context and reads again.
func checksOf(watched context.Context, cancel context.CancelFunc) func(b *batch) {
	return func(b *batch) {
		var done tally // in registers
		for number := b.first; b.turn(number); number++ {
			if watched.Err() == nil {
				done.count(number)
			}
		}
		b.add(done)
		if cancel(); watched.Err() == nil {
			panic("a context that was cancelled said that it was not")
		}
	}
}

// A deadline that is never reached.
const hour = time.Hour

// deadlines makes contexts with a deadline and cancels them.
func deadlines(parent context.Context) func(b *batch) {
	return func(b *batch) {
		for number := b.first; b.turn(number); number++ {
			limited, release := context.WithTimeout(parent, hour)
			if limited.Err() == nil {
				b.count(number)
			}
			release()
		}
	}
}

func deadlinesOfChild(b *batch) {
	parent, cancel := context.WithCancel(context.Background())
	defer cancel()
	deadlines(parent)(b)
}

// registrations registers a callback and unregisters it. It counts if the callback was still registered.
func registrations(b *batch) {
	with, cancel := context.WithCancel(context.Background())
	defer cancel()
	for number := b.first; b.turn(number); number++ {
		if unregister := context.AfterFunc(with, func() {}); unregister() {
			b.count(number)
		}
	}
}

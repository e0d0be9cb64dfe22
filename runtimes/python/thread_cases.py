# SPDX-License-Identifier: BSL-1.0
"""Threads of the system."""
import os
import queue
import threading
import time

SLICE = 0.002


class Places:
    """The CPUs of the threads of a ring, as in common/cpu. One CPU has all threads; two have them
    as a b a b, and the last thread of an odd ring has a third, so that every hand-off crosses. More
    CPUs than that are the placement `free`, in which no thread is pinned."""

    def __init__(self, members):
        self.members = members
        self.cpus = []
        if hasattr(os, "sched_getaffinity"):
            self.cpus = sorted(os.sched_getaffinity(0), reverse=True)
        if len(self.cpus) > (3 if members % 2 else 2):
            self.cpus = []

    def put_this_thread(self, member):
        if self.cpus:
            third = self.members % 2 and member + 1 == self.members and len(self.cpus) == 3
            os.sched_setaffinity(0, {self.cpus[2 if third else member % 2 % len(self.cpus)]})


def run_threads(bodies):
    """Runs each of them in a thread of its own; all begin together."""
    places = Places(len(bodies))
    line = threading.Barrier(len(bodies))
    failed = []

    def body_of(member, body):
        try:
            places.put_this_thread(member)
            line.wait()
            body()
        except Exception as error:
            failed.append(error)
            line.abort()

    threads = [threading.Thread(target=body_of, args=pair) for pair in enumerate(bodies)]
    started = 0
    try:
        for thread in threads:
            thread.start()
            started += 1
    finally:
        if started < len(threads):
            line.abort()
        for thread in threads[:started]:
            thread.join()
    if failed:
        raise failed[0]


class Box:
    """A condition variable, and a flag that is set when the member has the turn."""

    def __init__(self):
        self.changed = threading.Condition()
        self.full = False

    def wait(self):
        with self.changed:
            while not self.full:
                self.changed.wait()
            self.full = False

    def give(self):
        with self.changed:
            self.full = True
            self.changed.notify()


class Ring:
    """A ring of threads. The member that has the turn owns the batch. A member counts its turns by
    itself: the first one of member 0 was not handed over."""

    def __init__(self, batch):
        self.batch = batch
        self.boxes = [Box() for _ in range(batch.members)]
        self.ended = False
        self.boxes[0].give()

    def play(self, member):
        batch, mine = self.batch, self.boxes[member]
        after = self.boxes[(member + 1) % batch.members]
        received = total = 0
        number = batch.first + member
        while True:
            mine.wait()
            if self.ended:
                break
            if number != batch.first:
                received += 1
                total += number - 1
            if number >= batch.boundary and not batch.close_part():
                self.ended = True
                break
            after.give()
            number += batch.members
        batch.add(received, total)  # before the next one has the turn
        after.give()


def condvar_ring(batch):
    ring = Ring(batch)
    run_threads([lambda member=member: ring.play(member) for member in range(batch.members)])


def answer(batch, inbox, outbox):
    """One side of a ping-pong; None ends it. The side that ends first adds up, then sends None."""
    received = total = 0
    while True:
        number = inbox.get()
        if number is None:
            break
        received += 1
        total += number
        number += 1
        if number >= batch.boundary and not batch.close_part():
            break
        outbox.put(number)
    batch.add(received, total)
    outbox.put(None)


def pingpong(batch):
    there, back = queue.Queue(64), queue.Queue(64)

    def begin_and_answer():
        begins = batch.first < batch.boundary or batch.close_part()
        there.put(batch.first if begins else None)
        answer(batch, back, there)

    run_threads([begin_and_answer, lambda: answer(batch, there, back)])


def sleeps(batch):
    received = total = 0
    for numbers in batch.parts():
        for number in numbers:
            time.sleep(SLICE)
            received += 1
            total += number
    batch.add(received, total)


NOTES = ["with its lock (the GIL) one thread runs at a time; a thread that waits for the lock or"
         " for a condition is parked by the kernel",
         "on a machine of two CPUs it cannot tell the placement free from core, and pins its"
         " threads at both"]
CASES = {
    "condvar": ("thread/condvar 2 threads:* = one hand-off: notify to return of wait",
                condvar_ring),
    "pingpong": ("queue/pingpong 2 capacity:64 = one hand-off: half a round trip over two"
                 " queue.Queue", pingpong),
    "sleep": ("sleep/timeout_lateness 1 slice_ms:2 expected_ns:2000000 = one time.sleep of 2 ms",
              sleeps),
}

# SPDX-License-Identifier: BSL-1.0
"""The runtime `asyncio`: tasks on a single thread. The protocol is in docs/other_runtimes.md."""
import asyncio
import platform
import sys
import time

NEVER_REACHED = 10  # seconds
NOTES = (
    "a task is a coroutine on the one thread of the event loop, and is not preempted; to yield is asyncio.sleep(0)",
    "the loop asks the kernel for events (epoll) once in each round, in which it runs all tasks that are ready; timers"
    " wait in whole milliseconds, rounded up",
    "before Python 3.12 each asyncio.wait_for makes a task")


class Batch:
    """Operations of a warm-up, then timed operations. A single task iterates over `parts`. Tasks that take
    turns compare the next number with `boundary`, where a part ends, and call `goes_on` there."""

    def __init__(self, operations, warmup, first, members):
        self.first, self.members = first, members
        self.warm = first + warmup
        self.end = self.warm + operations
        self.boundary = self.warm
        self.started = None
        self.elapsed = self.cpu = self.received = self.total = 0

    def parts(self):
        yield range(self.first, self.warm)
        if self.goes_on(self.warm):
            yield range(self.warm, self.end)
            self.goes_on(self.end)

    def goes_on(self, number):
        """Reads the clocks. The CPU time needs a system call, so it is read outside of the timed part."""
        if self.started is None:
            self.boundary = self.end
            cpu = time.process_time_ns()
            self.started = time.monotonic_ns(), cpu
            if number < self.end:
                return True
        self.elapsed = time.monotonic_ns() - self.started[0]
        self.cpu = time.process_time_ns() - self.started[1]
        return False

    def add(self, received, total):
        self.received += received
        self.total += total


async def yields(batch):
    upcoming, ended = batch.first, False

    async def take_turns():
        nonlocal upcoming, ended
        received = total = 0
        while not ended:
            number = upcoming
            if number >= batch.boundary and not batch.goes_on(number):
                ended = True
                break
            upcoming = number + 1
            await asyncio.sleep(0)
            received += 1
            total += number
        batch.add(received, total)

    await asyncio.gather(*(take_turns() for _ in range(batch.members)))


async def create_joins(batch):
    async def give_back(number):
        return number

    received = total = 0
    for numbers in batch.parts():
        for number in numbers:
            total += await asyncio.create_task(give_back(number))
            received += 1
    batch.add(received, total)


async def pingpong(batch):
    async def answer(inbox, outbox):
        received = total = 0
        while (number := await inbox.get()) is not None:
            received += 1
            total += number
            number += 1
            if number >= batch.boundary and not batch.goes_on(number):
                await outbox.put(None)
                break
            await outbox.put(number)
        batch.add(received, total)

    there, back = asyncio.Queue(64), asyncio.Queue(64)
    sides = asyncio.gather(answer(there, back), answer(back, there))
    begins = batch.first < batch.boundary or batch.goes_on(batch.first)
    await there.put(batch.first if begins else None)
    if not begins:
        await back.put(None)
    await sides


def stream(receive):
    """A task sends numbers to another task, over a queue of capacity 1."""
    async def send_all(batch, queue):
        for number in range(batch.first, batch.end):
            await queue.put(number)

    async def both(batch):
        queue = asyncio.Queue(1)
        await asyncio.gather(receive(batch, queue), send_all(batch, queue))
    return both


async def receive_plainly(batch, queue):
    received = total = 0
    for numbers in batch.parts():
        for _ in numbers:
            total += await queue.get()
            received += 1
    batch.add(received, total)


async def receive_by_wait_for(batch, queue):
    received = total = 0
    for numbers in batch.parts():
        for _ in numbers:
            total += await asyncio.wait_for(queue.get(), NEVER_REACHED)
            received += 1
    batch.add(received, total)


async def receive_by_timeout(batch, queue):
    received = total = 0
    for numbers in batch.parts():
        for _ in numbers:
            async with asyncio.timeout(NEVER_REACHED):
                total += await queue.get()
            received += 1
    batch.add(received, total)


async def sleeps(batch):
    received = total = 0
    for numbers in batch.parts():
        for number in numbers:
            await asyncio.sleep(0.002)
            received += 1
            total += number
    batch.add(received, total)


CASES = {
    "yield": (yields, "fiber/yield 1 fibers:* = one asyncio.sleep(0) in a ring of tasks"),
    "create_join": (create_joins, "fiber/create_join 1 = one task made and awaited"),
    "pingpong": (pingpong, "queue/pingpong 1 between:tasks capacity:64 = one hand-off: half a round trip over two"
                 " asyncio.Queue"),
    "baseline": (stream(receive_plainly), "timeout/baseline 1 = one message, put and got"),
    "wait_for": (stream(receive_by_wait_for), "timeout/timeout 1 by:wait_for = one message, got by asyncio.wait_for"),
    "timeout": (stream(receive_by_timeout), "timeout/timeout 1 by:timeout = one message, got within asyncio.timeout"),
    "sleep": (sleeps, "sleep/timeout_lateness 1 interval_ms:2 expected_ns:2000000 = one asyncio.sleep of 2 ms"),
}
if not hasattr(asyncio, "timeout"):  # before Python 3.11
    del CASES["timeout"]


def greet():
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    print("runtime 1 asyncio", platform.python_implementation(), platform.python_version() + ",",
          "with its lock (the GIL)" if locked else "without its lock (the GIL)")
    for note in NOTES:
        print("note", note)
    for name, (_, text) in CASES.items():
        print("case", name, text)
    print("ready", flush=True)


def run(name, operations, warmup, first, members="fibers:1"):
    batch = Batch(int(operations), int(warmup), int(first), int(members.split(":")[1]))
    asyncio.run(CASES[name][0](batch))
    print("ran", operations, batch.elapsed, batch.cpu, batch.received, batch.total, flush=True)


for line in sys.stdin:
    request, *words = line.split()
    if request == "hello":
        greet()
    elif request == "run":
        run(*words)
    else:
        print("error this runtime knows hello and run", flush=True)

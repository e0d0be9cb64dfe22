# SPDX-License-Identifier: BSL-1.0
"""Tasks of asyncio, all on one thread."""
import asyncio

NEVER_REACHED = 10  # seconds
SLICE = 0.002


async def take_turns(batch, shared):
    """One task of the ring. The event loop resumes tasks in the order of their yields."""
    received = total = 0
    while not shared.ended:
        number = shared.next
        if number >= batch.boundary and not batch.close_part():
            shared.ended = True
            break
        shared.next = number + 1
        await asyncio.sleep(0)
        received += 1
        total += number
    batch.add(received, total)


class Ring:
    """Common to the tasks of a ring."""

    def __init__(self, first):
        self.next = first
        self.ended = False


async def yields(batch):
    shared = Ring(batch.first)
    await asyncio.gather(*(take_turns(batch, shared) for _ in range(batch.members)))


async def give_back(number):
    return number


async def create_joins(batch):
    received = total = 0
    for numbers in batch.parts():
        for number in numbers:
            total += await asyncio.create_task(give_back(number))
            received += 1
    batch.add(received, total)


async def answer(batch, inbox, outbox):
    """One side of a ping-pong; None ends it."""
    received = total = 0
    while True:
        number = await inbox.get()
        if number is None:
            break
        received += 1
        total += number
        number += 1
        if number >= batch.boundary and not batch.close_part():
            await outbox.put(None)
            break
        await outbox.put(number)
    batch.add(received, total)


async def pingpong(batch):
    there, back = asyncio.Queue(64), asyncio.Queue(64)
    sides = [asyncio.create_task(answer(batch, there, back)),
             asyncio.create_task(answer(batch, back, there))]
    begins = batch.first < batch.boundary or batch.close_part()
    await there.put(batch.first if begins else None)
    if not begins:
        await back.put(None)
    await asyncio.gather(*sides)


async def send_all(batch, queue):
    for number in range(batch.first, batch.end):
        await queue.put(number)


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


def stream(receive):
    """Numbers from one task to another, over a queue that keeps one."""
    async def both(batch):
        queue = asyncio.Queue(1)
        await asyncio.gather(receive(batch, queue), send_all(batch, queue))
    return both


async def sleeps(batch):
    received = total = 0
    for numbers in batch.parts():
        for number in numbers:
            await asyncio.sleep(SLICE)
            received += 1
            total += number
    batch.add(received, total)


def run(main):
    return lambda batch: asyncio.run(main(batch))


NOTES = ["a task is a coroutine on the one thread of the event loop, and is not preempted; to yield"
         " is asyncio.sleep(0)",
         "the loop asks the kernel for events (epoll) once in each round, in which it runs all"
         " tasks that are ready; timers wait in whole milliseconds, rounded up",
         "before Python 3.12 each asyncio.wait_for makes a task"]
CASES = {
    "yield": ("fiber/yield 1 fibers:* = one asyncio.sleep(0) in a ring of tasks", run(yields)),
    "create_join": ("fiber/create_join 1 = one task made and awaited", run(create_joins)),
    "pingpong": ("queue/pingpong 1 between:tasks capacity:64 = one hand-off: half a round trip"
                 " over two asyncio.Queue", run(pingpong)),
    "baseline": ("timeout/baseline 1 = one message, put and got", run(stream(receive_plainly))),
    "wait_for": ("timeout/timeout 1 by:wait_for = one message, got by asyncio.wait_for",
                 run(stream(receive_by_wait_for))),
    "sleep": ("sleep/timeout_lateness 1 slice_ms:2 expected_ns:2000000 = one asyncio.sleep of 2 ms",
              run(sleeps)),
}
if hasattr(asyncio, "timeout"):  # since Python 3.11
    CASES["timeout"] = ("timeout/timeout 1 by:timeout = one message, got within asyncio.timeout",
                        run(stream(receive_by_timeout)))

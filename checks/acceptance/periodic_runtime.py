# SPDX-License-Identifier: BSL-1.0
"""A runtime with a known cost: its operations take 2 ms each, by fixed deadlines."""
import sys
import time

PERIOD_NS = 2_000_000
LATENESS_NS = 500_000  # more than a sleep is late


def wait_until(deadline):
    """Sleeps until shortly before the deadline, then spins."""
    while (left := deadline - time.monotonic_ns()) > 0:
        if left > LATENESS_NS:
            time.sleep((left - LATENESS_NS) / 1e9)


def periods(operations, warmup, first):
    received = total = 0
    cpu, start = time.process_time_ns(), time.monotonic_ns()
    elapsed = 0
    for number in range(first, first + warmup + operations):
        if received == warmup:
            cpu, start = time.process_time_ns(), time.monotonic_ns()
        received += 1
        total += number
        wait_until(start + (received - (warmup if received > warmup else 0)) * PERIOD_NS)
    if operations:
        elapsed = time.monotonic_ns() - start
    return operations, elapsed, time.process_time_ns() - cpu, received, total


for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("runtime 1 periodic 1\ncase period sleep/timeout_lateness 1 = one period of 2 ms\nready", flush=True)
    else:
        print("ran", *periods(*map(int, words[2:5])), flush=True)

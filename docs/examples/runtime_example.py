#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""A complete runtime in Python. It measures a generator's resume, to compare with fiber/context_resume.
./testFiber --runtime 'python3 runtime_example.py'"""
import sys
import time


def adder():
    """Counts and adds up the numbers that it receives; None asks for the result."""
    received = total = 0
    while (number := (yield)) is not None:
        received += 1
        total += number
    yield received, total


def loop(operations, warmup, first):
    other = adder()
    next(other)  # to its first yield
    for number in range(first, first + warmup):
        other.send(number)
    cpu, start = time.process_time_ns(), time.monotonic_ns()
    for number in range(first + warmup, first + warmup + operations):
        other.send(number)
    elapsed, cpu = time.monotonic_ns() - start, time.process_time_ns() - cpu
    return operations, elapsed, cpu, *other.send(None)


for line in sys.stdin:
    words = line.split()
    if words[:1] == ["hello"]:
        print("runtime 1 python_generator", sys.implementation.name, sys.version.split()[0])
        print("note an operation is a call of a generator and its return at the next yield;"
              " a resume of ours is only one way")
        print("case resume fiber/context_resume 1 = one number sent to a generator, and its yield")
        print("ready", flush=True)
    elif words[:2] == ["run", "resume"] and len(words) == 5 and "".join(words[2:]).isdecimal():
        print("ran", *loop(*map(int, words[2:])), flush=True)
    else:
        print("error this runtime knows hello, and run resume", flush=True)

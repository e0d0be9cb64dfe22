# SPDX-License-Identifier: BSL-1.0
"""The runtimes `asyncio` and `python`: the protocol of docs/other_runtimes.md, for the cases of either."""
import platform
import re
import sys

from batch import Batch

PARAMETER = re.compile(r"([a-z_]+):([0-9]{1,18})")
NUMBER = re.compile(r"[0-9]{1,18}")
MOST_MEMBERS = 1_000_000
LONGEST_TEXT = 190


def version():
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    return "%s %s, %s" % (platform.python_implementation(), platform.python_version(),
                          "with its lock (the GIL)" if locked else "without its lock (the GIL)")


def greet(name, notes, cases):
    print("runtime 1", name, version())
    for note in notes:
        print("note", note)
    for key, (text, _) in cases.items():
        print("case", key, text)
    print("ready", flush=True)


def members_in(words, text):
    """The number of members; 1 for a case that has none."""
    if ":*" not in text:
        if words:
            raise ValueError("this case takes no parameter")
        return 1
    parameter = PARAMETER.fullmatch(words[0]) if len(words) == 1 else None
    if (not parameter or " " + parameter[1] + ":*" not in text
            or not 1 <= int(parameter[2]) <= MOST_MEMBERS):
        raise ValueError("this case takes one parameter, a number of 1 to %d" % MOST_MEMBERS)
    return int(parameter[2])


def run(words, cases):
    """The answer to the words behind `run`."""
    if not words or words[0] not in cases:
        raise ValueError("there is no such case")
    if len(words) < 4 or not all(map(NUMBER.fullmatch, words[1:4])):
        raise ValueError("a batch is: run NAME OPERATIONS WARMUP FIRST [PARAMETER:NUMBER]")
    text, loop = cases[words[0]]
    operations, warmup, first = map(int, words[1:4])
    batch = Batch(operations, warmup, first, members_in(words[4:], text))
    loop(batch)
    return "ran %d %d %d %d %d" % (operations, batch.elapsed, batch.cpu, batch.received,
                                   batch.total)


def serve(name, notes, cases):
    sys.stdin.reconfigure(encoding="ascii", errors="replace")
    for line in sys.stdin:
        words = line.split()
        try:
            if words == ["hello", "1"]:
                greet(name, notes, cases)
            elif words[:1] == ["hello"]:
                raise ValueError("this runtime speaks version 1 of the protocol")
            elif words[:1] == ["run"]:
                print(run(words[1:], cases), flush=True)
            else:
                raise ValueError("this runtime knows hello and run")
        except Exception as error:  # a batch that failed is an answer, and does not end the runtime
            print("error", ascii(error)[:LONGEST_TEXT], flush=True)


def main():
    name = sys.argv[1]
    import asyncio_cases as chosen
    serve(name, chosen.NOTES, chosen.CASES)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: BSL-1.0
"""The request of one line, its answer, and the clocks that a loop reads in between."""
import time


class Batch:
    """One batch: the operations of the warm-up, then those that are timed. A single task or thread
    goes through `parts`. Members that take turns compare the number of the next operation with
    `boundary`, at which the part that is running ends, and there call `close_part`."""

    def __init__(self, operations, warmup, first, members):
        self.first = first
        self.members = members
        self.warm = first + warmup
        self.end = self.warm + operations
        self.boundary = self.warm
        self.elapsed = self.cpu = self.received = self.total = 0
        self._started = None

    def parts(self):
        """The numbers of the warm-up, then those of the timed operations; the clocks are read
        before these and behind them."""
        yield range(self.first, self.warm)
        if self.close_part():
            yield range(self.warm, self.end)
            self.close_part()

    def close_part(self):
        """Reads the clocks. True while there is another operation to do."""
        if self._started is None:
            self.boundary = self.end
            # The CPU time takes a system call to read, so it is read outside.
            cpu = time.process_time_ns()
            self._started = (time.monotonic_ns(), cpu)
            if self.warm < self.end:
                return True
        wall = time.monotonic_ns()
        cpu = time.process_time_ns()
        self.elapsed = wall - self._started[0]
        self.cpu = cpu - self._started[1]
        return False

    def add(self, received, total):
        """The count of one task or thread, and the sum of its numbers."""
        self.received += received
        self.total += total

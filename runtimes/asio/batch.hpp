// SPDX-License-Identifier: BSL-1.0
// A request, its answer, and the clocks that a loop reads.
#pragma once

#include <cstdint>

#include <time.h>

/// A batch: operations for the warm-up, and then timed operations. All have numbers. A loop calls
/// `turn` before each operation with its number. Unless a part ends, that is a single comparison.
struct batch {
    std::uint64_t operations = 0;
    std::uint64_t warmup = 0;
    std::uint64_t first = 0;
    std::uint64_t members = 1;  ///< of a ring
    std::uint64_t boundary = 0; ///< the number at which a part ends
    bool started = false;
    std::int64_t elapsed_ns = 0;
    std::int64_t cpu_ns = 0;    ///< of the whole process
    std::uint64_t received = 0; ///< operations that arrived
    std::uint64_t sum = 0;      ///< of their numbers

    [[nodiscard]] std::uint64_t end() const { return first + warmup + operations; }

    /// Returns true while there is another operation to do.
    bool turn(std::uint64_t number) {
        if (number < boundary) [[likely]] {
            return true;
        }
        return close_part(number);
    }

    void count(std::uint64_t number) {
        ++received;
        sum += number;
    }

private:
    static std::int64_t nanoseconds_by(clockid_t clock) {
        timespec now{};
        ::clock_gettime(clock, &now);
        return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
    }

    /// Reads the clocks. The CPU time needs a system call, so it is read outside of the timed part.
    [[gnu::noinline]] bool close_part(std::uint64_t number) {
        if (!started) {
            started = true;
            boundary = end();
            cpu_ns = -nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
            elapsed_ns = -nanoseconds_by(CLOCK_MONOTONIC);
            if (number < boundary) {
                return true;
            }
        }
        elapsed_ns += nanoseconds_by(CLOCK_MONOTONIC);
        cpu_ns += nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
        return false;
    }
};

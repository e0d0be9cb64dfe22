// SPDX-License-Identifier: BSL-1.0
// The request of one line, its answer, and the clocks that a loop reads in between.
#pragma once

#include <cstdint>

#include <time.h>

/// A batch: operations that warm up, and then those that are timed, which have numbers. A loop asks
/// `turn` before each, with its number: where no part ends, that is one comparison.
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

    /// True while there is another operation to do.
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

    /// The CPU time takes a system call to read, so the wall clock is read after it at the
    /// beginning, and before it at the end.
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

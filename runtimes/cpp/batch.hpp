// SPDX-License-Identifier: BSL-1.0
// The request of one line, its answer, and the clocks that a loop reads in between.
#pragma once

#include <cstdint>

#include <time.h>

namespace runtime {

struct batch {
    std::uint64_t operations = 0;
    std::uint64_t warmup = 0;
    std::uint64_t first = 0;   ///< the number of the first operation
    std::uint64_t members = 1; ///< of a ring

    [[nodiscard]] std::uint64_t total() const { return warmup + operations; }
};

/// The operations that arrived, and the sum of their numbers.
struct tally {
    std::uint64_t received = 0;
    std::uint64_t sum = 0;

    void add(std::uint64_t number) {
        ++received;
        sum += number;
    }
    tally& operator+=(const tally& other) {
        received += other.received;
        sum += other.sum;
        return *this;
    }
};

struct outcome {
    std::int64_t elapsed_ns = 0;
    std::int64_t cpu_ns = 0; ///< of the whole process
    tally came;
};

/// Reads the clocks where the warm-up ends and where the batch ends. A loop calls `turn` before the
/// first operation and after each, with the number of those done so far. Where no part ends, that
/// is one comparison.
///
/// Threads: one at a time; the hand-off of the turn has to synchronize.
class stopwatch {
public:
    explicit stopwatch(const batch& asked) : next_(asked.warmup), total_(asked.total()) {}

    /// True while there is another operation to do.
    bool turn(std::uint64_t done) {
        if (done < next_) [[likely]] {
            return true;
        }
        return close_part(done);
    }

    [[nodiscard]] outcome with(const tally& came) const { return {elapsed_ns_, cpu_ns_, came}; }

private:
    static std::int64_t nanoseconds_by(clockid_t clock) {
        timespec now{};
        ::clock_gettime(clock, &now);
        return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
    }

    /// The CPU time takes a system call to read, so the wall clock is read after it at the
    /// beginning, and before it at the end.
    [[gnu::noinline]] bool close_part(std::uint64_t done) {
        if (!started_) {
            started_ = true;
            next_ = total_;
            cpu_ns_ = -nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
            elapsed_ns_ = -nanoseconds_by(CLOCK_MONOTONIC);
            if (done < total_) {
                return true;
            }
        }
        elapsed_ns_ += nanoseconds_by(CLOCK_MONOTONIC);
        cpu_ns_ += nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
        return false;
    }

    std::uint64_t next_;
    std::uint64_t total_;
    bool started_ = false;
    std::int64_t elapsed_ns_ = 0;
    std::int64_t cpu_ns_ = 0;
};

} // namespace runtime

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <cstdint>

namespace tollgate::measure {

/// The two sums of the clock-pair method, in the clock's counts. This method reads the clock before
/// and after each operation. An empty pair follows: two readings without an operation in between.
/// At the end, the mean of the empty pairs is subtracted from the mean of the operations.
struct clock_pair_sums {
    std::int64_t operations_total = 0; ///< the sum of the intervals with an operation
    std::int64_t calls_total = 0;      ///< the sum of the empty pairs
    std::uint64_t operations = 0;      ///< the number of operations; also of empty pairs

    /// Adds the sums of another batch.
    clock_pair_sums& operator+=(const clock_pair_sums& other) {
        operations_total += other.operations_total;
        calls_total += other.calls_total;
        operations += other.operations;
        return *this;
    }
};

/// A probe that times the operations of a loop by the clock-pair method. The loop is the same as
/// for `interval_probe`.
///
/// The result is too low. The reason is that an operation overlaps the ends of the two readings
/// around it, but in an empty pair there is no operation that could overlap.
///
/// - *Threads*: as for `interval_probe`.
template <clock::stopwatch Clock>
class alignas(64) clock_pair_probe {
public:
    /// Times `operations` operations, after `warmup` operations that are not timed.
    clock_pair_probe(Clock clock, std::uint64_t warmup, std::uint64_t operations)
        : clock_(clock), first_(warmup), last_(warmup + operations) {}

    clock_pair_probe(const clock_pair_probe&) = delete;
    clock_pair_probe& operator=(const clock_pair_probe&) = delete;

    /// Returns whether the loop must do another operation. `done` is the number of operations that
    /// the loop has done so far.
    bool keep_running(std::uint64_t done) {
        const std::int64_t stop = clock_.end();
        if (done > first_) {
            backwards_ += stop < start_ ? 1 : 0;
            sums_.operations_total += stop - start_;
            ++sums_.operations;
            const std::int64_t before = clock_.begin();
            const std::int64_t after = clock_.end();
            backwards_ += after < before ? 1 : 0;
            sums_.calls_total += after - before;
        }
        if (done >= last_) {
            return false;
        }
        start_ = clock_.begin();
        return true;
    }

    /// Returns the sums so far.
    [[nodiscard]] const clock_pair_sums& sums() const { return sums_; }

    /// Returns the number of intervals that ended before they began. If this number is not 0, the
    /// sums are invalid.
    [[nodiscard]] std::uint64_t backwards() const { return backwards_; }

private:
    [[no_unique_address]] Clock clock_;
    std::uint64_t first_;
    std::uint64_t last_;
    std::int64_t start_ = 0;
    std::uint64_t backwards_ = 0;
    clock_pair_sums sums_;
};

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <cstdint>

namespace tollgate::measure {

/// The two sums of the clock-pair method, in the clock's counts. Each operation is between two
/// readings. An empty pair of readings follows each operation, and the mean of the empty pairs is
/// subtracted at the end.
struct clock_pair_sums {
    std::int64_t operations_total = 0; ///< of the intervals with an operation
    std::int64_t calls_total = 0;      ///< of the empty pairs
    std::uint64_t operations = 0;      ///< the number of operations, and of empty pairs

    /// Adds the sums of another batch.
    clock_pair_sums& operator+=(const clock_pair_sums& other) {
        operations_total += other.operations_total;
        calls_total += other.calls_total;
        operations += other.operations;
        return *this;
    }
};

/// Observes a loop by the clock-pair method. The loops are the same as for `interval_probe`.
///
/// The result is too low: the operation overlaps the ends of the two readings around it, and an
/// empty pair has nothing to overlap with.
///
/// - *Threads*: as for `interval_probe`.
template <clock::stopwatch Clock>
class alignas(64) clock_pair_probe {
public:
    /// Times `operations` operations after `warmup` untimed ones.
    clock_pair_probe(Clock clock, std::uint64_t warmup, std::uint64_t operations)
        : clock_(clock), first_(warmup), last_(warmup + operations) {}

    clock_pair_probe(const clock_pair_probe&) = delete;
    clock_pair_probe& operator=(const clock_pair_probe&) = delete;

    /// True while there is another operation to do; `done` operations have been done so far.
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

    /// The sums so far.
    [[nodiscard]] const clock_pair_sums& sums() const { return sums_; }

    /// The number of intervals that ended before they began. If it is not 0, the sums are invalid.
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

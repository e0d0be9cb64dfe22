// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <cstdint>

namespace tollgate::measure {

/// The two sums of the classical method, in the clock's counts: every operation between two
/// readings, and behind each an empty pair of readings whose mean is then taken off.
struct classical_sums {
    std::int64_t operations_total = 0;
    std::int64_t calls_total = 0;
    std::uint64_t operations = 0;

    classical_sums& operator+=(const classical_sums& other) {
        operations_total += other.operations_total;
        calls_total += other.calls_total;
        operations += other.operations;
        return *this;
    }
};

/// Observes a loop by the classical method, for the loops that `interval_probe` observes and under
/// the same rules for threads. What it finds is too low: the operation overlaps the tails of the
/// two readings around it, and the empty pair has nothing to overlap with.
template <clock::stopwatch Clock>
class alignas(64) classical_probe {
public:
    classical_probe(Clock clock, std::uint64_t warmup, std::uint64_t operations)
        : clock_(clock), first_(warmup), last_(warmup + operations) {}

    classical_probe(const classical_probe&) = delete;
    classical_probe& operator=(const classical_probe&) = delete;

    bool turn(std::uint64_t done) {
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

    [[nodiscard]] const classical_sums& sums() const { return sums_; }

    /// How many intervals ended before they began. With one of them the sums are worth nothing.
    [[nodiscard]] std::uint64_t backwards() const { return backwards_; }

private:
    [[no_unique_address]] Clock clock_;
    std::uint64_t first_;
    std::uint64_t last_;
    std::int64_t start_ = 0;
    std::uint64_t backwards_ = 0;
    classical_sums sums_;
};

} // namespace tollgate::measure

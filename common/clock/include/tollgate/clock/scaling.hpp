// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/rate.hpp>

#include <cmath>
#include <cstdint>

namespace tollgate::clock {

/// Converts counts of a counter to nanoseconds of a reference clock.
///
///     const clock::scaling scaled({.hz = 3e9}, {.counts = 1'000, .reference_ns = 50});
///     const std::int64_t ns = scaled.to_ns(1'000); // 50, because 1'000 is the given moment
///
/// - *Threads*: any. The object is a value that does not change.
///
/// The result never decreases when the counts increase. The result is valid from a second before
/// the moment that the constructor gets, for 2^64 counts (195 years at 3 GHz). The result is not
/// valid when the time of the reference needs more than 63 bits. The rate must be from 33 kHz to 1
/// THz.
class scaling {
public:
    /// Creates a conversion with this rate. The conversion is exact at the given moment.
    scaling(const rate& counter_rate, const paired_reading& moment) noexcept
        : multiplier_(static_cast<std::uint64_t>(
              std::llround(std::ldexp(counter_rate.ns_per_count(), places)))),
          // The first count is a second before the moment, because the counter of another processor
          // may be behind.
          first_count_(static_cast<std::uint64_t>(moment.counts) - a_second(counter_rate)),
          first_ns_(static_cast<std::uint64_t>(moment.reference_ns) -
                    product(a_second(counter_rate))) {}

    /// Returns the time of this count.
    [[nodiscard]] std::int64_t to_ns(std::int64_t counts) const noexcept {
        return static_cast<std::int64_t>(
            first_ns_ + product(static_cast<std::uint64_t>(counts) - first_count_));
    }

private:
    // Design: ns = first_ns + (counts - first_count) * multiplier / 2^48. The product has 128 bits
    // and is rounded down. So the result never decreases, and is exact at the given moment. The
    // multiplier is rounded to 48 binary places, which is 10^-14 ns per count. This error is less
    // than the error of the rate.
    static constexpr int places = 48;

    static std::uint64_t a_second(const rate& counter_rate) noexcept {
        return static_cast<std::uint64_t>(counter_rate.hz);
    }
    [[nodiscard]] std::uint64_t product(std::uint64_t counts) const noexcept {
        __extension__ using wide = unsigned __int128;
        return static_cast<std::uint64_t>(wide{counts} * multiplier_ >> places);
    }

    std::uint64_t multiplier_;
    std::uint64_t first_count_;
    std::uint64_t first_ns_;
};

} // namespace tollgate::clock

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/rate.hpp>

#include <cmath>
#include <cstdint>

namespace tollgate::clock {

/// Counts of a counter as nanoseconds of a reference: a line through one moment on both clocks.
///
/// ns = at + counts * multiplier / 2^48, the product in 128 bits and rounded down: so the line
/// never falls, however close two counts are, and meets the moment that it was given exactly. The
/// multiplier is rounded to 48 binary places, which is 10^-14 of a nanosecond a count; the rate, as
/// it was measured, is what is not known so well.
///
/// Holds from a second before that moment on, for as long as 2^64 counts take (195 years at 3 GHz)
/// or the reference's 63 bits last. For counters from 33 kHz to 1 THz. A value; any thread may use
/// it.
class scaling {
public:
    scaling(const rate& of, const paired_reading& moment) noexcept
        : multiplier_(
              static_cast<std::uint64_t>(std::llround(std::ldexp(of.ns_per_count(), places)))),
          // Counts are taken as so many after this one. It lies before the moment, since another
          // processor's counter may be a little behind.
          first_count_(static_cast<std::uint64_t>(moment.counts) - a_second(of)),
          first_ns_(static_cast<std::uint64_t>(moment.reference_ns) - product(a_second(of))) {}

    [[nodiscard]] std::int64_t to_ns(std::int64_t counts) const noexcept {
        return static_cast<std::int64_t>(
            first_ns_ + product(static_cast<std::uint64_t>(counts) - first_count_));
    }

private:
    static constexpr int places = 48;

    static std::uint64_t a_second(const rate& of) noexcept {
        return static_cast<std::uint64_t>(of.hz);
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

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

namespace tollgate::clock {

/// A number of units of the CPU's counter. Not cycles: the counter runs at a constant rate whatever
/// the core's frequency. Ticks become time only through a calibrated `rate`.
struct ticks {
    std::int64_t count = 0;

    friend constexpr auto operator<=>(ticks, ticks) = default;
    friend constexpr ticks operator+(ticks a, ticks b) { return {a.count + b.count}; }
    friend constexpr ticks operator-(ticks a, ticks b) { return {a.count - b.count}; }
};

} // namespace tollgate::clock

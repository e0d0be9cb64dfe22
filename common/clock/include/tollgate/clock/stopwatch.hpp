// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>

namespace tollgate::clock {

/// A clock that marks both ends of an interval. `begin()` is read before the work and `end()` after
/// it: they differ where a processor may move a reading past its neighbours. Both return counts of
/// one unit, and `end() - begin()` is the length of the interval. Either may be called from any
/// thread; an interval may begin on one thread and end on another.
template <class Clock>
concept stopwatch = std::copy_constructible<Clock> && requires(const Clock& clock) {
    { clock.begin() } -> std::same_as<std::int64_t>;
    { clock.end() } -> std::same_as<std::int64_t>;
};

} // namespace tollgate::clock

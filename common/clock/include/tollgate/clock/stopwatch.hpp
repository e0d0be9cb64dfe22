// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>

namespace tollgate::clock {

/// A clock that marks both ends of an interval: read `begin()` before the work and `end()` after
/// the work. `end() - begin()` is the length, in counts. Two functions are needed, because
/// processors may move a reading past its neighbours.
///
/// - *Threads*: any. An interval may begin on a thread and end on another thread.
template <class Clock>
concept stopwatch = std::copy_constructible<Clock> && requires(const Clock& clock) {
    { clock.begin() } -> std::same_as<std::int64_t>;
    { clock.end() } -> std::same_as<std::int64_t>;
};

} // namespace tollgate::clock

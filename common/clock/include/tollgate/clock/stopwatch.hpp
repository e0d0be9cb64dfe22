// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>

namespace tollgate::clock {

/// A clock that measures intervals. Read `begin()` before the work and `end()` after the work.
/// `end() - begin()` is the length of the interval, in counts. A processor may execute a reading
/// before or after its neighbouring instructions. So the reading at the beginning and the reading
/// at the end may need different fences. Therefore there are two functions.
///
/// - *Threads*: any. An interval may begin on one thread and end on another thread.
template <class Clock>
concept stopwatch = std::copy_constructible<Clock> && requires(const Clock& clock) {
    { clock.begin() } -> std::same_as<std::int64_t>;
    { clock.end() } -> std::same_as<std::int64_t>;
};

} // namespace tollgate::clock

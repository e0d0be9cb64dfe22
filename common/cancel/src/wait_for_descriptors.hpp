// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <span>

#include <poll.h>

namespace tollgate::cancel::detail {

/// The most that every system's poll can be asked for: an int of milliseconds holds 24 days.
inline constexpr std::chrono::hours longest_wait(24);

/// poll(2), but for so long at least: zero to `longest_wait`. The number of ready entries, 0 when
/// the time is over, or -1 with `errno`.
int wait_for_descriptors(std::span<pollfd> entries, std::chrono::nanoseconds time) noexcept;

} // namespace tollgate::cancel::detail

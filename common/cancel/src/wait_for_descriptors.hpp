// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <span>

#include <poll.h>

namespace tollgate::cancel::detail {

/// poll(2) with a deadline: the number of ready entries, 0 at the deadline and never before it, or
/// -1 with `errno`.
int wait_for_descriptors(std::span<pollfd> entries,
                         std::chrono::steady_clock::time_point deadline) noexcept;

} // namespace tollgate::cancel::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <climits>

namespace tollgate::sleep {

inline constexpr std::chrono::nanoseconds least_slack{1};
/// What prctl can hand back in its int.
inline constexpr std::chrono::nanoseconds most_slack{INT_MAX};

/// The calling thread's. Both throw std::system_error.
[[nodiscard]] std::chrono::nanoseconds thread_slack();
void set_thread_slack(std::chrono::nanoseconds slack);

} // namespace tollgate::sleep

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>

namespace tollgate::bill {

/// The clocks of an observation. Checks replace them.
struct source_clocks {
    std::function<std::chrono::steady_clock::time_point()> now;
    std::function<std::chrono::nanoseconds()> thread_cpu; ///< the CPU time of the calling thread
    std::function<std::chrono::nanoseconds()> since_boot; ///< also the time of suspension
};

[[nodiscard]] source_clocks clocks_of_this_machine();

} // namespace tollgate::bill

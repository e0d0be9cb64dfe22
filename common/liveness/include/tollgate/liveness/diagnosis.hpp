// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/thread_state.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace tollgate::liveness {

/// What was found out about a frozen thread from outside.
struct diagnosis {
    thread_state state = thread_state::unknown;
    /// Where in the kernel it waits, if it is blocked and the kernel tells: "futex_wait_queue".
    std::string wait_channel;
    /// For so long it was observed, ran, and waited for a CPU: what `state` was concluded from. The
    /// first is zero if it was seen only once.
    std::chrono::nanoseconds observed{0};
    std::chrono::nanoseconds ran{0};
    std::chrono::nanoseconds waited_for_cpu{0};
    /// Its calls, the innermost first, a text each; empty unless asked for.
    std::vector<std::string> stack;
};

} // namespace tollgate::liveness

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::liveness {

/// Why a thread makes no progress, as far as the system tells.
enum class thread_state {
    unknown,  ///< the system does not say
    blocked,  ///< it waits: a lock, a file, another thread
    spinning, ///< it runs, and gets nowhere: a live-lock, a long computation
    starved,  ///< it wants to run, and others have its CPU
    stopped,  ///< by a signal or a debugger
    gone      ///< it has ended without leaving its scope
};

[[nodiscard]] constexpr std::string_view to_string(thread_state what) {
    switch (what) {
    case thread_state::blocked:
        return "blocked";
    case thread_state::spinning:
        return "spinning";
    case thread_state::starved:
        return "starved";
    case thread_state::stopped:
        return "stopped";
    case thread_state::gone:
        return "gone";
    case thread_state::unknown:
        break;
    }
    return "unknown";
}

} // namespace tollgate::liveness

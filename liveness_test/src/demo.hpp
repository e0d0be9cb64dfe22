// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/liveness/event.hpp>

#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// One thread of the demonstration: what it is called, and what should be found out about it.
struct demo_thread {
    std::string name;
    std::string does; ///< in plain words
    /// Unknown: it stays healthy.
    liveness::thread_state expected = liveness::thread_state::unknown;
    /// On a machine that is busy with other things it may be found starved, too.
    bool may_starve = false;
};

/// What differs from what should have been reported, a line each; empty if nothing: each thread
/// that is stuck was reported once, in its state, and no other. Pure.
[[nodiscard]] std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                                   const std::vector<liveness::event>& reports);

/// --demo: lets threads get stuck in three ways at once and prints how they are found, on stdout;
/// takes three to seven seconds. Success if all of them were, each once, and no other.
///
/// Two threads are dead-locked in the end, so the process has to end soon after.
[[nodiscard]] cli::own_action demo_action();

} // namespace tollgate::liveness_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/thread_state.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// One thread of the demonstration: what it is called, and what should be found out about it.
struct demo_thread {
    std::string name;
    std::string does; ///< in plain words
    /// Unknown: it stays healthy.
    liveness::thread_state expected = liveness::thread_state::unknown;
    std::string why;                                  ///< it is in that state
    std::map<std::uint32_t, std::string> checkpoints; ///< what each of them means
    /// On a machine that is busy with other things it may be found starved, too.
    bool may_starve = false;
};

/// What differs from what should have been reported, a line each; empty if nothing: each thread
/// that is stuck was reported once, in its state, and no other. Pure.
[[nodiscard]] std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                                   const std::vector<liveness::event>& reports);

/// One line that says of a report what it means: how the thread is, why, and where it was seen
/// last. Pure.
[[nodiscard]] std::string explain(const demo_thread& who, const liveness::event& report);

/// The line of each, in the order of the threads. Pure.
[[nodiscard]] std::string explain_all(const std::vector<demo_thread>& threads,
                                      const std::vector<liveness::event>& reports);

/// --demo.
[[nodiscard]] cli::own_action demo_action();

/// Lets threads get stuck in three ways at once and prints how they are found, on stdout; takes
/// three to seven seconds. Success if all of them were, each once, and no other.
///
/// Two threads are dead-locked in the end, so the process has to end soon after.
[[nodiscard]] cli::exit_code demonstrate();

} // namespace tollgate::liveness_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>

namespace tollgate::run {

/// Lets several programs measure alternately, a pass each. This program continues when it receives
/// a byte on one descriptor, and writes a byte to another descriptor when it waits again.
///
///     run::interleaving turns(3, 4);
///     const bool is_next = turns.wait([] { return true; });
///
/// - *Threads*: one at a time.
/// - *Lifetime*: the descriptors are open when the program starts, and stay open.
/// - *Exceptions*: the constructor throws usage_error if a descriptor is not open; `wait` throws
///   std::system_error if `poll` fails.
class interleaving {
public:
    /// Reads from the descriptor `go_on`, and writes to the descriptor `waits_again`.
    interleaving(int go_on, int waits_again);

    /// Lets the other programs continue, except the first time, and waits. `tick` is called about
    /// twice a second; if it returns false, the wait ends. Returns whether this program may
    /// continue: false after `tick` returned false, or if the other side has closed its descriptor.
    [[nodiscard]] bool wait(const std::function<bool()>& tick);

    /// The total time of all waits.
    [[nodiscard]] std::chrono::nanoseconds waited() const { return waited_; }

private:
    int go_on_;
    int waits_again_;
    bool goes_ = false;
    std::chrono::nanoseconds waited_{0};
};

} // namespace tollgate::run

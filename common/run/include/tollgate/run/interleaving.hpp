// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>

namespace tollgate::run {

/// Lets several programs measure one after the other, a pass each: this one goes on when it is told
/// to, and says when it waits again. Both are single bytes, through two descriptors with which it
/// was started. Where the other side has gone, nobody tells it to go on any more.
/// *Threads*: one at a time.
class interleaving {
public:
    /// Throws usage_error if one is not open.
    interleaving(int go_on, int waits_again);

    /// Says that the other programs may go on, unless it waits for the first time, and waits.
    /// `tick` is called about twice a second; false from it ends the waiting. False: this program
    /// was not told to go on.
    [[nodiscard]] bool wait(const std::function<bool()>& tick);

    /// How long this program has waited.
    [[nodiscard]] std::chrono::nanoseconds waited() const { return waited_; }

private:
    int go_on_;
    int waits_again_;
    bool goes_ = false;
    std::chrono::nanoseconds waited_{0};
};

} // namespace tollgate::run

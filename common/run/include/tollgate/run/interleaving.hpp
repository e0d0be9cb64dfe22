// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>

namespace tollgate::run {

/// The connection of this program to a coordinator, such as `tools/tollgate run`. The coordinator
/// lets several programs measure in turn. In a turn, a program measures one pass.
///
/// The connection has two descriptors, and the coordinator has the other end of each of them. The
/// coordinator writes a byte when the turn of this program begins. This program writes a byte when
/// its turn ends.
///
///     run::interleaving turns(3, 4); // descriptor 3 for reading, 4 for writing
///     const bool is_next = turns.wait([] { return true; });
///
/// - *Threads*: one thread at a time.
/// - *Lifetime*: the descriptors are open when the program starts, and stay open.
/// - *Exceptions*: the constructor throws usage_error if a descriptor is not open; `wait` throws
///   std::system_error if `poll` fails.
class interleaving {
public:
    /// Reads the bytes of the coordinator from the descriptor `go_on`. Writes the bytes of this
    /// program to the descriptor `waits_again`.
    interleaving(int go_on, int waits_again);

    /// Waits for the next turn of this program. If this program has the turn, first ends the turn.
    /// The wait calls `tick` about twice a second. Returns true if the next turn began. Returns
    /// false if `tick` returned false, or if the coordinator closed its end of `go_on`.
    [[nodiscard]] bool wait(const std::function<bool()>& tick);

    /// The total time of all waits.
    [[nodiscard]] std::chrono::nanoseconds waited() const { return waited_; }

private:
    int go_on_;
    int waits_again_;
    bool goes_ = false; ///< this program has the turn
    std::chrono::nanoseconds waited_{0};
};

} // namespace tollgate::run

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

#include <cstdint>

namespace tollgate::timer {

/// A timer that is due once, at a deadline or after a time. You arm it through a set of `timers`.
///
/// - *Threads*: the threads of the set.
/// - *Lifetime*: you must not move a linked timer. You may destroy a timer after it was cancelled,
///   after a pass found it due, or after the set was destroyed.
/// - *Cost*: 40 bytes; the set needs no other memory for it.
class timer : private entry {
public:
    using entry::moment;

    timer() noexcept = default;

    /// Whether the timer is armed: it was neither due nor cancelled since. A timer that is armed
    /// for never is armed, too.
    [[nodiscard]] bool is_armed() const noexcept { return state_ != state::idle; }
    /// Whether the set knows the timer: it is armed, or rests. Cancel it before you destroy it.
    using entry::is_linked;

private:
    template <class, class>
    friend class timers;

    enum class state : std::uint8_t {
        idle,      ///< not armed
        unstamped, ///< armed with a time, not yet with a deadline
        stamped,   ///< armed with a deadline
    };

    moment when_{0}; ///< the time while unstamped, else the deadline
    state state_ = state::idle;
    bool is_queued_ = false;
};

} // namespace tollgate::timer

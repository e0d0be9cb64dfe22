// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

#include <cstdint>

namespace tollgate::timer {

/// A timer that is due once, at a deadline or after a duration. You arm (start) the timer with a
/// function of a set of `timers`.
///
/// - *Threads*: only the threads that may use the set.
/// - *Lifetime*: a timer is *linked* while the set stores a pointer to the timer. You must not move
///   a linked timer. You may destroy a timer after it was cancelled, after a pass has found it due,
///   or after the set was destroyed.
/// - *Cost*: 40 bytes. The set needs no other memory for the timer.
class timer : private entry {
public:
    using entry::moment;

    timer() noexcept = default;

    /// Returns whether the timer is armed. A timer is armed until a pass finds it due, until
    /// you disarm it with `cancel` or `rest`, or until the set is destroyed. A timer with the
    /// deadline `max()` is armed, too.
    [[nodiscard]] bool is_armed() const noexcept { return state_ != state::idle; }
    /// Whether the timer is linked in a set. A linked timer stays linked after `rest`, at
    /// least until the next pass. Cancel a linked timer before you destroy it.
    using entry::is_linked;

private:
    template <class, class>
    friend class timers;

    enum class state : std::uint8_t {
        idle,         ///< not armed
        has_duration, ///< armed; the next pass turns the duration into a deadline
        has_deadline, ///< armed
    };

    moment when_{0}; ///< a duration if the state is `has_duration`, otherwise a deadline
    state state_ = state::idle;
    bool is_queued_ = false;
};

} // namespace tollgate::timer

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

#include <cstdint>

namespace tollgate::timer {

/// Something that is due once, at a deadline or after a time: a place in a set of `timers`, which
/// says what becomes of it. 40 bytes; the set needs none besides. It must not be moved, nor
/// destroyed before it is cancelled or was found due, or the set is gone.
///
/// Threads: those of the set.
class timer : private entry {
public:
    using entry::moment;

    timer() noexcept = default;

    /// It will be due, unless something happens, or it is armed for never.
    [[nodiscard]] bool is_armed() const noexcept { return state_ != state::idle; }
    /// The set knows it, and has to be told before it may go: it is armed, or rests.
    using entry::is_linked;

private:
    template <class, class>
    friend class timers;

    enum class state : std::uint8_t {
        idle,      ///< nothing is wanted of it
        unstamped, ///< it has a time, and no deadline yet
        stamped,   ///< it has a deadline
    };

    moment when_{0}; ///< the time if it is unstamped, else the deadline
    state state_ = state::idle;
    bool is_queued_ = false;
};

} // namespace tollgate::timer

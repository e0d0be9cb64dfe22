// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <cstdint>
#include <limits>
#include <memory>

namespace tollgate::liveness::detail {

/// A freeze that is not over.
struct episode {
    event as_found;
    std::uint32_t clock_ms; ///< the monitor's, then
};

/// What the monitor remembers of a record from one look to the next. Belongs to whoever looks.
struct row {
    enum class level : std::uint32_t {
        alive,
        suspect, ///< silent for half of its limit
        frozen,
        overdue
    };

    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    std::uint64_t head = 0;
    std::uint64_t limit_ns = 0;
    std::int64_t since_ns = 0; ///< of the monitor's time: the head was seen to have moved
    /// And when its level changes, if it does not move. Of a record that is taken, but has not
    /// begun its first scope: never.
    std::int64_t due_ns = never;
    level at = level::alive;
    std::unique_ptr<episode> open; ///< while it is frozen or overdue
};

} // namespace tollgate::liveness::detail

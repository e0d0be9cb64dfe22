// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/event.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>

namespace tollgate::liveness::detail {

/// A thread that has been silent for half of its limit: worth a first look at what it does.
struct suspicion {
    const record* of;
    std::int64_t thread_id;
};

struct finding {
    const record* of;
    event what;
};

/// The findings of one look at all records. Lists are handed over without an allocation.
struct findings {
    std::list<suspicion> suspicions;
    std::list<finding> events;
    [[nodiscard]] bool empty() const noexcept { return suspicions.empty() && events.empty(); }

    std::size_t watched = 0;
    /// In the monitor's time: nothing changes before, unless somebody moves.
    std::chrono::nanoseconds next_due{0};
};

} // namespace tollgate::liveness::detail

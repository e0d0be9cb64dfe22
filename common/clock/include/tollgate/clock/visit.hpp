// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/source.hpp>

namespace tollgate::clock {

/// Calls `use` with the stopwatch of a source chosen at run time, so that a measured loop is
/// compiled for each clock and pays for no dispatch. Returns what `use` returns.
template <class Use>
decltype(auto) visit(source which, Use&& use) {
    switch (which) {
    case source::realtime:
        return use(realtime_clock{});
    case source::monotonic:
        return use(monotonic_clock{});
    case source::monotonic_raw:
        return use(monotonic_raw_clock{});
    case source::realtime_coarse:
        return use(realtime_coarse_clock{});
    case source::monotonic_coarse:
        return use(monotonic_coarse_clock{});
    case source::tsc:
        break;
    }
    return use(counter_clock{});
}

} // namespace tollgate::clock

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/schedule.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tollgate::testing {

/// Runs a batch of events (operations that are timed one by one) of this loop with the schedule
/// `asked`. Returns the batch.
template <class Loop>
measure::batch events_of(const Loop& loop, const measure::schedule& asked) {
    return measure::make_event_case({"events"}, "", 1, loop, {})
        .run(asked, clock::source::monotonic);
}

/// Runs a batch of operations of this loop with the schedule `asked`. Returns the batch.
template <class Loop>
measure::batch operations_of(const Loop& loop, const measure::schedule& asked) {
    return measure::make_case({"operations"}, "", 1, 1, loop).run(asked, clock::source::monotonic);
}

/// Runs a batch of events of this loop with the schedule `asked`. Returns the failed self-checks.
template <class Loop>
std::vector<std::string> failures_of(const Loop& loop, const measure::schedule& asked) {
    return measure::failed_event_self_checks(events_of(loop, asked), asked);
}

/// Returns a schedule of this number of events, with an interrupt. The first `calls` calls of the
/// member `interrupted` return false, and all later calls return true.
inline measure::schedule interrupted_after(int calls, std::uint64_t events) {
    measure::schedule asked{1, {{events, 1}}};
    asked.interrupted = [count = std::make_shared<std::atomic<int>>(0), calls] {
        return count->fetch_add(1) >= calls;
    };
    return asked;
}

} // namespace tollgate::testing

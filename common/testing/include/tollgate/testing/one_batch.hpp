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

/// A batch of events of this loop, without a case.
template <class Loop>
measure::batch events_of(const Loop& loop, const measure::schedule& asked) {
    return measure::make_event_case({"events"}, "", 1, loop, {})
        .run(asked, clock::source::monotonic);
}

/// A batch of operations of this loop, without a case.
template <class Loop>
measure::batch operations_of(const Loop& loop, const measure::schedule& asked) {
    return measure::make_case({"operations"}, "", 1, 1, loop).run(asked, clock::source::monotonic);
}

/// The failed self-checks of a batch of events.
template <class Loop>
std::vector<std::string> failures_of(const Loop& loop, const measure::schedule& asked) {
    return measure::failed_event_self_checks(events_of(loop, asked), asked);
}

/// A schedule of that many events that is interrupted after the loop has asked `questions` times.
inline measure::schedule interrupted_after(int questions, std::uint64_t events) {
    measure::schedule asked{1, {{events, 1}}};
    asked.interrupted = [count = std::make_shared<std::atomic<int>>(0), questions] {
        return count->fetch_add(1) >= questions;
    };
    return asked;
}

} // namespace tollgate::testing

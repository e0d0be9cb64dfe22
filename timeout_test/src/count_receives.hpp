// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "clocks.hpp"
#include "receive_counts.hpp"
#include "receive_loop.hpp"

#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/measure/interval_probe.hpp>

#include <cstdint>

namespace tollgate::timeout_test {

/// So far, on the calling thread, whose fibers are scheduled by the clock that stands still.
[[nodiscard]] inline receive_counts counts_of_this_thread() {
    auto& scheduler = fiber::basic_round_robin<still_clock>::required();
    return {0, still_clock::readings(), scheduler.timers().so_far().queue_operations,
            scheduler.so_far().dispatcher_passes};
}

/// For a stream that is not timed.
struct no_stopwatch {
    [[nodiscard]] static std::int64_t begin() { return 0; }
    [[nodiscard]] static std::int64_t end() { return 0; }
};

/// This number of receives in a stream of a Way whose clock stands still.
template <class Way>
receive_counts count_receives(between whom, const cpu::assignment& where, std::uint64_t receives) {
    measure::interval_probe probe(no_stopwatch(), {1, {{1, receives}}});
    exchange all(probe);
    receive_parts parts = make_parts<Way>(all);
    receive_counts seen;
    parts.receive = [&seen, receive = parts.receive] {
        const receive_counts before = counts_of_this_thread();
        receive();
        seen = counts_of_this_thread() - before;
    };
    measure::loop_report report = run_receives(whom, where, parts, all);
    all.judge(report);
    seen.receives = report.failures.empty() ? *report.metered : 0;
    return seen;
}

} // namespace tollgate::timeout_test

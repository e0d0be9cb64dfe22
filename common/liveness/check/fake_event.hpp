// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <chrono>

namespace tollgate::liveness {

/// An event about a reader that waits for a lock, at 2021-12-09 23:29:39.201542 UTC.
inline event fake_event() {
    using namespace std::chrono_literals;
    using std::chrono::sys_days;
    event report;
    report.name = "reader";
    report.thread_id = 4711;
    report.episode = 17;
    report.history = {{7, 3002ms, 0}, {8, 3000ms, 123'456'789'012}};
    report.checkpoints = 12;
    report.timeout = 2s;
    report.silent_for = 2900ms;
    report.at = sys_days(std::chrono::year(2021) / 12 / 9) + 23h + 29min + 39s + 201542us;
    report.why.state = thread_state::blocked;
    report.why.wait_channel = "futex_wait_queue";
    report.why.observed = 2500ms;
    report.why.ran = 1ms;
    report.why.waited_for_cpu = 2us;
    return report;
}

} // namespace tollgate::liveness

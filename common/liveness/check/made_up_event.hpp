// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <chrono>

namespace tollgate::liveness {

/// A reader that waits for a lock; reported at 2021-12-09 23:29:39.201542 UTC.
inline event made_up_event() {
    using namespace std::chrono_literals;
    using std::chrono::sys_days;
    event what;
    what.name = "reader";
    what.thread_id = 4711;
    what.episode = 17;
    what.history = {{7, 3002ms, 0}, {8, 3000ms, 123'456'789'012}};
    what.checkpoints = 12;
    what.timeout = 2s;
    what.silent_for = 2900ms;
    what.at = sys_days(std::chrono::year(2021) / 12 / 9) + 23h + 29min + 39s + 201542us;
    what.why.state = thread_state::blocked;
    what.why.wait_channel = "futex_wait_queue";
    what.why.observed = 2500ms;
    what.why.ran = 1ms;
    what.why.waited_for_cpu = 2us;
    return what;
}

} // namespace tollgate::liveness

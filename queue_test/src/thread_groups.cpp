// SPDX-License-Identifier: BSL-1.0
#include "thread_groups.hpp"

#include <tollgate/sleep/pause.hpp>

namespace tollgate::queue_test {

measure::loop_report as_threads::run(const cpu::assignment& assignment,
                                     const std::vector<job>& jobs,
                                     const measure::group_watch& watch) {
    std::vector<measure::group_member> members;
    members.reserve(jobs.size());
    for (const job& entry : jobs) {
        members.push_back({entry.work, assignment.cpu_of(entry.place)});
    }
    return measure::run_thread_group(members, watch);
}

std::function<void()> as_threads::make_pause() {
    return sleep::pause();
}

never_cancelled::never_cancelled() = default;
never_cancelled::~never_cancelled() = default;

} // namespace tollgate::queue_test

// SPDX-License-Identifier: BSL-1.0
#include "crews.hpp"

#include <tollgate/sleep/pause.hpp>

namespace tollgate::queue_test {

measure::loop_report as_threads::run(const cpu::assignment& where, const std::vector<job>& jobs,
                                     const measure::crew_watch& watch) {
    std::vector<measure::crew_member> members;
    members.reserve(jobs.size());
    for (const job& one : jobs) {
        members.push_back({one.work, where.cpu_of(one.place)});
    }
    return measure::run_crew(members, watch);
}

std::function<void()> as_threads::make_pause() {
    return sleep::pause();
}

never_cancelled::never_cancelled() = default;
never_cancelled::~never_cancelled() = default;

} // namespace tollgate::queue_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_member.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_crew.hpp>
#include <tollgate/sleep/pause.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace tollgate::queue_test {

/// What one member of a loop does, and which place of the assignment it takes. Producers have even
/// places, consumers odd ones: neighbours in pairs.
struct job {
    std::function<void(measure::loop_member&)> work;
    std::size_t place;
};

/// How jobs are run side by side, as a value, so that what runs them is compiled once.
struct crew {
    measure::loop_report (*run)(const cpu::assignment& where, const std::vector<job>& jobs,
                                const measure::crew_watch& watch);
    /// What a job does between two looks at something that the others are about to change.
    std::function<void()> (*make_pause)();
};

/// Each on a thread of its own.
struct as_threads {
    static measure::loop_report run(const cpu::assignment& where, const std::vector<job>& jobs,
                                    const measure::crew_watch& watch) {
        std::vector<measure::crew_member> members;
        members.reserve(jobs.size());
        for (const job& one : jobs) {
            members.push_back({one.work, where.cpu_of(one.place)});
        }
        return measure::run_crew(members, watch);
    }
    static std::function<void()> make_pause() { return sleep::pause(); }
};

template <class Kind>
inline constexpr crew crew_of{&Kind::run, &Kind::make_pause};

} // namespace tollgate::queue_test

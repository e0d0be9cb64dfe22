// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_member.hpp>
#include <tollgate/measure/run_crew.hpp>

#include <functional>

namespace tollgate::measure {

/// The two sides of an event, for example a sleeper and its waker.
struct pair_work {
    std::function<void(loop_member&)> metered; ///< the one whose usage is reported
    std::function<void(loop_member&)> other;   ///< its time goes into waiting for the moment
};

/// Runs each side on a thread of its own, placed as `where` says and started together, and returns
/// when both have ended. If the system refuses the second thread, neither side runs. Throws what
/// either of them has failed with.
inline loop_report run_pair(const cpu::assignment& where, const pair_work& work) {
    return run_crew({{work.metered, where.cpu_of(0), true}, {work.other, where.cpu_of(1), false}});
}

} // namespace tollgate::measure

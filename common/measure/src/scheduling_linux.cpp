// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/scheduling.hpp>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

namespace tollgate::measure {
namespace {

void change(const scheduling& from, const scheduling& to) noexcept {
    if (to.policy != from.policy || to.priority != from.priority) {
        const sched_param parameters{to.priority};
        ::sched_setscheduler(0, to.policy, &parameters);
    }
    if (to.nice != from.nice) {
        ::setpriority(PRIO_PROCESS, 0, to.nice);
    }
    // The kernel resets the slack when the policy changes. A real-time thread has 0, which would
    // set the default here.
    const bool is_reset = to.policy != from.policy;
    if ((is_reset || to.timer_slack_ns != from.timer_slack_ns) && to.timer_slack_ns > 0) {
        ::prctl(PR_SET_TIMERSLACK, to.timer_slack_ns, 0, 0, 0);
    }
}

} // namespace

scheduling scheduling_of_this_thread() noexcept {
    // On Linux, unlike POSIX, 0 means the calling thread in each of these calls.
    sched_param parameters{};
    ::sched_getparam(0, &parameters);
    return {::sched_getscheduler(0), parameters.sched_priority, ::getpriority(PRIO_PROCESS, 0),
            ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0)};
}

scheduled_as::scheduled_as(const scheduling& other) noexcept
    : before_(scheduling_of_this_thread()), now_(other) {
    change(before_, now_);
}

scheduled_as::~scheduled_as() {
    change(now_, before_);
}

} // namespace tollgate::measure

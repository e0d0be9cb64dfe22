// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/scheduling.hpp>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

namespace tollgate::measure {

scheduling scheduling_of_this_thread() noexcept {
    // On Linux, unlike POSIX, 0 is the calling thread for each of these.
    return {::sched_getscheduler(0), ::getpriority(PRIO_PROCESS, 0),
            ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0)};
}

} // namespace tollgate::measure

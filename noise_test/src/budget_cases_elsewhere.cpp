// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::noise_test {

void add_budgets(bench::case_table& to) {
    for (const char* const path :
         {"noise/timer_lateness", "noise/wake_call", "noise/interrupt", "noise/leave_idle",
          "noise/switch", "noise/timer_arm", "noise/timer_fire"}) {
        to.refuse(path, "it is measured by system calls of Linux");
    }
}

} // namespace tollgate::noise_test

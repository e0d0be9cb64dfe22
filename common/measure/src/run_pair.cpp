// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run_pair.hpp>

#include <tollgate/measure/run_crew.hpp>

namespace tollgate::measure {

loop_report run_pair(const cpu::assignment& where, const pair_work& work) {
    return run_crew({{work.metered, where.cpu_of(0), true}, {work.other, where.cpu_of(1), false}});
}

} // namespace tollgate::measure

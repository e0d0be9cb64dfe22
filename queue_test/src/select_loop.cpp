// SPDX-License-Identifier: BSL-1.0
#include "select_loop.hpp"

#include "thread_groups.hpp"

namespace tollgate::queue_test {

measure::loop_report
run_on_one_thread(std::chrono::nanoseconds check_interval,
                  const std::function<void(measure::loop_report&, headway&)>& work) {
    headway moves(1);
    bench::standstill nothing_moves;
    return as_threads::run({},
                           {{[&](measure::loop_member& member) { work(member.report, moves); }, 0}},
                           {check_interval, [&] { nothing_moves.observe(moves.sum()); }});
}

} // namespace tollgate::queue_test

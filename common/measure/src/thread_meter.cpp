// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/thread_meter.hpp>

#include <tollgate/cpu/affinity.hpp>

namespace tollgate::measure {

thread_meter::thread_meter() : before_(usage_of_this_thread()), first_cpu_(cpu::current_cpu()) {}

void thread_meter::add_to(loop_report& report) const {
    report.used += usage_of_this_thread() - before_;
    report.scheduled.push_back(scheduling_of_this_thread());
    report.cpus.push_back(first_cpu_);
    report.cpus.push_back(cpu::current_cpu());
}

} // namespace tollgate::measure

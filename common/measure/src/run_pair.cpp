// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run_pair.hpp>

#include <tollgate/cpu/start_line.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <thread>

namespace tollgate::measure {

loop_report run_pair(const cpu::assignment& where, const pair_work& work) {
    cpu::start_line start{2};
    bool abandoned = false;
    loop_member first;
    loop_member second;
    const auto run = [&](std::size_t self, loop_member& member,
                         const std::function<void(loop_member&)>& side) {
        member.place(where.cpu_of(self));
        start.wait();
        if (abandoned) {
            return;
        }
        const thread_meter meter;
        side(member);
        meter.add_to(member.own);
    };
    std::thread one([&] { run(0, first, work.metered); });
    std::thread two;
    try {
        two = std::thread([&] { run(1, second, work.other); });
    } catch (...) {
        abandoned = true;
        start.open();
        one.join();
        throw;
    }
    one.join();
    two.join();

    second.own.used = {};
    loop_report report;
    first.add_to(report);
    second.add_to(report);
    return report;
}

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include "baton_ring.hpp"

#include <tollgate/measure/run_thread_group.hpp>

#include <vector>

namespace tollgate::thread_test {

measure::loop_report run_ring(std::size_t threads, const cpu::assignment& where,
                              const std::function<std::uint64_t(std::size_t)>& hand_on) {
    std::vector<measure::group_member> members;
    members.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        members.push_back({[&hand_on, i](measure::loop_member& member) {
                               member.report.probe_calls.push_back(hand_on(i));
                           },
                           where.cpu_of(i)});
    }
    return measure::run_thread_group(members);
}

} // namespace tollgate::thread_test

// SPDX-License-Identifier: BSL-1.0
#include "baton_ring.hpp"

#include <tollgate/measure/run_crew.hpp>

#include <vector>

namespace tollgate::thread_test {

measure::loop_report run_ring(std::size_t threads, const cpu::assignment& where,
                              const std::function<std::uint64_t(std::size_t)>& take_turns) {
    std::vector<measure::crew_member> members;
    members.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        members.push_back({[&take_turns, i](measure::loop_member& member) {
                               member.own.turns.push_back(take_turns(i));
                           },
                           where.cpu_of(i)});
    }
    return measure::run_crew(members);
}

} // namespace tollgate::thread_test

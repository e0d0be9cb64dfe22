// SPDX-License-Identifier: BSL-1.0
//
// Receives between two threads, each of which schedules fibers.
#include "choice.hpp"
#include "receive_listing.hpp"
#include "with_clock.hpp"

#include <fmt/format.h>

#include <variant>

namespace tollgate::timeout_test {

void add_receives_between_threads(case_listing& to) {
    for (const cpu::placement where : chosen_placements(to.chosen, to.machine)) {
        const auto place = cpu::assign(where, to.machine, 2);
        if (const auto* no = std::get_if<cpu::unavailable>(&place)) {
            to.refuse(fmt::format("timeout/*/between:threads/placement:{}", cpu::to_string(where)),
                      no->reason);
            continue;
        }
        const stream_place at{between::threads, std::get<cpu::assignment>(place)};
        for (const clock_kind clock : chosen_clocks_of_threads(to.chosen)) {
            with_clock(clock, [&]<class Clock>(std::type_identity<Clock>) {
                add_own_groups<thread_channel, Clock>(to, clock, at);
            });
        }
        add_boost(to, at);
    }
}

} // namespace tollgate::timeout_test

// SPDX-License-Identifier: BSL-1.0
//
// Receives between two fibers of one thread.
#include "choice.hpp"
#include "one_cpu.hpp"
#include "receive_listing.hpp"
#include "with_clock.hpp"

namespace tollgate::timeout_test {

void add_receives_between_fibers(case_listing& to) {
    const stream_place where{between::fibers, one_cpu(to.machine)};
    for (const clock_kind clock : chosen_clocks(to.chosen)) {
        with_clock(clock, [&]<class Clock>(std::type_identity<Clock>) {
            add_own_groups<fiber_channel, Clock>(to, clock, where);
        });
    }
    add_boost(to, where);
}

} // namespace tollgate::timeout_test

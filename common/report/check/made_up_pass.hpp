// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "made_up_result.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <limits>

namespace tollgate::report {

inline measure::pass_order made_up_order() {
    measure::pass_order order;
    order.cases.resize(2);
    order.cases[0] = {{7, {{1, 52'000}}}, {3, {{40, 1}, {20, 2}, {1, 32}}}, false, 4.5e6, {0, 3}};
    order.cases[1] = {{1, {}}, {1, {{9, 1}}}, true, 1.0 / 3, {}};
    order.rounds = {4, std::numeric_limits<std::uint64_t>::max()};
    order.twins = {0, 1};
    order.index = 5;
    order.first_round = 20;
    order.seed = std::numeric_limits<std::uint64_t>::max() - 1;
    return order;
}

inline measure::pass made_up_pass() {
    measure::pass measured;
    measured.cases = {by_distance(made_up_record("fiber/yield/fibers:4", 58)),
                      made_up_record("fiber/context_resume", 29, 3)};
    measured.cases[1].valued_by = measure::method::single_events;
    measured.cases[1].compared_with = "fiber/yield/fibers:4";
    measured.cases[1].repeated = 4;
    measured.cases[1].counted = {{"looks", 1ull << 60}};
    measured.cases[1].gaps = made_up_gaps();
    measured.cases[1].lost = "guest go: it says '?'";
    measured.cases[1].failures = {"turns \"lost\"\n"};
    measured.cases[1].samples.add(-3);
    measured.cases[1].samples.add(stats::histogram::largest + 1);
    measured.cases[1].reading_ns = 0.1;
    measured.twins = {made_up_record("fiber/yield/fibers:4", 58.01)};
    measured.twins[0].reading_ns = 1.0 / 3;
    measured.rounds = 9;
    measured.fast_ns = {{0, 30'000.125}, {63, 1.0 / 3}};
    measured.interrupts_share = 0.013;
    measured.ended_early = measure::stop_reason::interrupted;
    return measured;
}

} // namespace tollgate::report

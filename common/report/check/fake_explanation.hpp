// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fake_costs.hpp"

#include <tollgate/explain/explanation.hpp>
#include <tollgate/report/json.hpp>

#include <string>
#include <utility>

namespace tollgate::report {

using outcome = explain::change::outcome;
using hold = explain::hold_check::verdict;

inline measure::estimate give_or_take(double value, double error) {
    return within(value, value - error, value + error);
}

inline explain::change change_that_is(outcome found, std::string name, double takes_off_ns = 0) {
    explain::change each;
    each.name = std::move(name);
    each.effect = "what " + each.name + " does";
    each.result = found;
    if (found == outcome::confirmed) {
        each.takes_off_ns = give_or_take(takes_off_ns, 500);
        each.costs_ns = give_or_take(7'100 - takes_off_ns, 200);
    }
    return each;
}

inline explain::change change_not_held(hold verdict, std::string name, std::string text) {
    explain::change each = change_that_is(outcome::nothing, std::move(name));
    each.hold = {verdict, std::move(text)};
    return each;
}

/// An explanation with each kind of line.
inline explain::explanation fake_explanation() {
    explain::explanation all;
    all.of = guess_key("thread/condvar/threads:2/placement:core");
    all.cost_ns = give_or_take(7'100, 500);
    explain::change busy = change_that_is(outcome::confirmed, "cpus=busy", 5'900);
    busy.verdict = "idle states";
    busy.effect = "its CPUs are kept from idling";
    busy.in_production = {"threads that spin", "power", "chrt --idle 0 spin", "kill %1"};
    busy.hold.text = "they entered idle 3 times in 1,000 operations instead of 998";
    explain::change same = change_that_is(outcome::confirmed, "placement=same", 4'800);
    same.is_alternative = true;
    all.changes = {busy,
                   change_that_is(outcome::confirmed, "idle=shallow", 5'100),
                   same,
                   change_that_is(outcome::confirmed, "nice=-10", -3'000),
                   change_that_is(outcome::once, "policy=fifo"),
                   change_that_is(outcome::nothing, "slack=1ns"),
                   change_not_held(hold::pointless, "memory=locked", "no page faults without it"),
                   change_not_held(hold::failed, "policy=batch", "the machine refused it"),
                   change_not_held(hold::uncheckable, "cpu=7", "nothing here counts it")};
    all.together = {{"cpus=busy", "idle=shallow"},
                    give_or_take(6'200, 500),
                    explain::all_together::overlap::each_is_enough};
    all.left_ns = give_or_take(900, 200);
    all.disturbed = {{explain::disturbance::cause::stolen, give_or_take(80, 20), true},
                     {explain::disturbance::cause::stopped, give_or_take(1, 20), false}};
    all.not_here = {{"halt_poll=200us", "the idle governor is not visible"}};
    all.passes = 8;
    all.passes_to_confirm = 9;
    return all;
}

} // namespace tollgate::report

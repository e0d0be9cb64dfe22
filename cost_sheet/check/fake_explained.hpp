// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fake_results.hpp"

#include <tollgate/explain/explanation.hpp>

#include <string>
#include <utility>

namespace tollgate::cost_sheet {

inline measure::estimate give_or_take(double value, double error) {
    return {value, stats::interval{value - error, value + error, measure::confidence}};
}

/// An explanation with a change of each outcome.
inline explain::explanation fake_explanation() {
    using outcome = explain::change::outcome;
    explain::explanation all;
    all.of = report::guess_key("thread/condvar/threads:2/placement:core");
    all.cost_ns = give_or_take(17'900, 400);
    const auto add = [&](std::string name, double takes_off, outcome found) {
        explain::change& each = all.changes.emplace_back();
        each.name = std::move(name);
        each.effect = "what it does";
        each.result = found;
        each.takes_off_ns = give_or_take(takes_off, 500);
        each.costs_ns = give_or_take(17'900 - takes_off, 400);
    };
    add("cpus=busy", 13'900, outcome::confirmed);
    all.changes[0].in_production = {"threads that spin", "power", "chrt --idle 0 spin", "kill %1"};
    add("idle=shallow", 9'000, outcome::confirmed);
    add("placement=same", 15'700, outcome::confirmed);
    all.changes.back().is_alternative = true;
    add("nice=-10", -2'000, outcome::confirmed);
    add("slack=1ns", 400, outcome::nothing);
    add("policy=fifo", 0, outcome::nothing);
    all.changes.back().hold = {explain::hold_check::verdict::failed, "it was refused"};
    all.together = {{"cpus=busy", "idle=shallow"},
                    give_or_take(14'500, 600),
                    explain::all_together::overlap::some};
    all.left_ns = give_or_take(3'400, 200);
    all.not_here = {{"halt_poll=200us", "no haltpoll"}};
    all.passes = 8;
    all.passes_to_confirm = 9;
    return all;
}

/// A file with that explanation.
inline result_file explained_file(std::string path) {
    result_file file = fake_file("testThread", std::move(path));
    file.label += " --explain";
    file.explains = true;
    file.explanation = fake_explanation();
    return file;
}

} // namespace tollgate::cost_sheet

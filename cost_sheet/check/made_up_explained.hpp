// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "made_up_results.hpp"

#include <tollgate/explain/explanation.hpp>

#include <string>
#include <utility>

namespace tollgate::cost_sheet {

inline measure::estimate give_or_take(double value, double error) {
    return {value, stats::interval{value - error, value + error, measure::confidence}};
}

/// An explanation of a cost with a part that two interventions share, one that is not resolved, and
/// a rest.
inline explain::explanation made_up_explanation() {
    using explain::share_kind;
    using verdict = explain::hold_proof::verdict;
    explain::explanation of;
    of.of = report::guess_key("thread/condvar/threads:2/placement:core");
    of.unit = "one hand-off";
    of.cost_ns = give_or_take(17'900, 400);
    of.shares = {
        {share_kind::intervention, {"cpus=busy", "idle=shallow"}, give_or_take(13'100, 600), true},
        {share_kind::intervention, {"slack=1ns"}, give_or_take(900, 1'000), false},
        {share_kind::base, {"placement=same"}, give_or_take(2'200, 100), true},
        {share_kind::rest, {}, {1'700, stats::interval{-200, 3'600, measure::confidence}}, false}};
    const auto alone = [&](std::string name, double takes_off, verdict what, bool resolved) {
        explain::tried_alone one;
        one.name = std::move(name);
        one.effect = "goes under " + one.name;
        one.costs_ns = 17'900 - takes_off;
        one.takes_off_ns = give_or_take(takes_off, 500);
        one.proof = {what, "proof of " + one.name};
        one.resolved = resolved;
        of.alone.push_back(std::move(one));
    };
    alone("cpus=busy", 13'900, verdict::held, true);
    alone("idle=shallow", 9'000, verdict::held, true);
    alone("slack=1ns", 400, verdict::held, false);
    alone("placement=same", 15'700, verdict::held, true);
    alone("memory=locked", 0, verdict::pointless, false);
    alone("policy=fifo", 0, verdict::failed, false);
    alone("layout=fresh", 0, verdict::held, true);
    of.alone.back().is_scatter = true;
    of.alone.back().scatter_ns = 1'230;
    of.alone[0].follows = {"threads that spin", "power", "chrt --idle 0 spin", "kill %1"};
    of.not_here = {{"halt_poll=200us", "no haltpoll"}};
    of.passes = 8;
    of.passes_together = 9;
    return of;
}

/// A file that explains that case.
inline result_file explained_file(std::string path) {
    result_file file = made_up_file("testThread", std::move(path));
    file.label += " --explain";
    file.explains = true;
    file.explanation = made_up_explanation();
    return file;
}

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "made_up_costs.hpp"

#include <tollgate/explain/explanation.hpp>
#include <tollgate/report/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {

inline measure::estimate give_or_take(double value, double error) {
    return within(value, value - error, value + error);
}

/// An intervention that was proven to have taken hold.
inline explain::tried_alone held_alone(std::string name, const measure::estimate& takes_off,
                                       bool resolved) {
    explain::tried_alone one;
    one.name = std::move(name);
    one.effect = "goes under " + one.name;
    one.costs_ns = 17'900 - takes_off.value;
    one.takes_off_ns = takes_off;
    one.resolved = resolved;
    return one;
}

inline explain::tried_alone not_held_alone(std::string name, explain::hold_proof::verdict what,
                                           std::string says) {
    explain::tried_alone one = held_alone(std::move(name), {}, false);
    one.proof = {what, std::move(says)};
    return one;
}

inline std::vector<explain::tried_alone> made_up_alone() {
    using verdict = explain::hold_proof::verdict;
    explain::tried_alone busy = held_alone("cpus=busy", give_or_take(13'900, 500), true);
    busy.effect = "goes when its CPUs are kept from idling";
    busy.verdict = "idle states";
    busy.follows = {"threads of idle priority that spin", "all of these CPUs' time",
                    "chrt --idle 0 spin", "kill %1"};
    busy.proof.says = "they entered idle 3 times in 1,000 operations instead of 998";
    explain::tried_alone shallow = held_alone("idle=shallow", give_or_take(9'000, 700), true);
    shallow.follows = {"/dev/cpu_dma_latency held at 0", "", "", ""};
    explain::tried_alone same = held_alone("placement=same", give_or_take(15'700, 300), true);
    same.effect = "is what it costs on one CPU";
    same.is_base = same.is_alternative = true;
    explain::tried_alone free = held_alone("placement=free", give_or_take(2'400, 600), true);
    free.is_alternative = true;
    explain::tried_alone layout = held_alone("layout=fresh", give_or_take(0, 300), true);
    layout.is_alternative = layout.is_scatter = true;
    layout.scatter_ns = 1'230;
    return {busy,
            shallow,
            same,
            free,
            layout,
            held_alone("policy=batch", within(-5'200, -9'000, -1'400), true),
            held_alone("slack=1ns", give_or_take(10, 400), false),
            held_alone("clock=tsc", give_or_take(-20, 300), false),
            not_held_alone("memory=locked", verdict::pointless,
                           "its threads had page faults 0 times in 1,000 operations without it"),
            not_held_alone("policy=fifo", verdict::failed, "the machine refused it"),
            not_held_alone("scheduler=ours", verdict::unprovable, "")};
}

/// An explanation in which each sentence of the text has its place.
inline explain::explanation made_up_explanation() {
    using explain::share_kind;
    explain::explanation of;
    of.of = guess_key("thread/condvar/threads:2/placement:core");
    of.unit = "one hand-off";
    of.cost_ns = give_or_take(17'900, 400);
    of.shares = {
        {share_kind::intervention, {"cpus=busy", "idle=shallow"}, give_or_take(13'100, 600), true},
        {share_kind::base, {"placement=same"}, give_or_take(2'200, 100), true},
        {share_kind::rest, {}, give_or_take(2'600, 700), true}};
    of.alone = made_up_alone();
    of.not_here = {{"halt_poll=200us", "the idle governor is not visible"}};
    of.passes = 8;
    of.passes_together = 9;
    return of;
}

} // namespace tollgate::report

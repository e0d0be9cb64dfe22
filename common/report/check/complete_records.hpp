// SPDX-License-Identifier: BSL-1.0
#pragma once
// Records of which each field has a value of its own, for checks of what is written and read again.

#include "fake_explanation.hpp"
#include "fake_result.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tollgate::report {

/// A run with everything: events, a case that was given up, gaps, an explanation, failed
/// self-checks. Each case has the first `rounds` of 12 rounds.
inline result complete_result(std::size_t rounds = 12) {
    result run = fake_result();
    run.cases[0].record = by_latency(std::move(run.cases[0].record));
    measure::case_record& events = run.cases[1].record;
    events.latency_of = {1, 3};
    events.repeated = 4;
    events.counted = {{"clock readings", 3}, {"clock checks", 1ull << 60}};
    events.samples.add(-3);
    events.samples.add(stats::histogram::largest + 1);
    events.failures = {"turns \"lost\"\n"};
    for (std::vector<measure::case_result>* all : {&run.cases, &run.controls}) {
        for (measure::case_result& one : *all) {
            one.record.rounds.resize(rounds);
        }
    }
    run.environment[1].measured_ns = 13'100.5;
    run.environment[1].measured_of = "thread/condvar";
    run.unavailable.push_back({"fiber/yield/impl:go", "it has ended", true});
    run.explanation = fake_explanation();
    run.failures = {"a shorter interval was later", "nobody woke"};
    conclude_anew(run);
    return run;
}

/// With short lists: few samples, and changes of three kinds.
inline result short_result() {
    result run = complete_result(2);
    std::vector<explain::change>& changes = run.explanation->changes;
    changes = {changes.at(0), changes.at(4), changes.at(8)};
    for (std::vector<measure::case_result>* all : {&run.cases, &run.controls}) {
        for (measure::case_result& one : *all) {
            one.record.samples = {};
            one.record.samples.add(210);
            one.record.samples.add(212);
        }
    }
    for (measure::case_round& round : run.cases[0].record.rounds) {
        round.process = 7 - round.round;
    }
    run.cases[1].record.samples.add(-3);
    run.cases[1].record.samples.add(stats::histogram::largest + 1);
    conclude_anew(run);
    return run;
}

inline measure::pass_order complete_order() {
    measure::pass_order order;
    order.cases.resize(2);
    order.cases[0] = {{7, {{1, 52'000}}}, {3, {{40, 1}, {20, 2}, {1, 32}}}, false, 4.5e6, {0, 3}};
    order.cases[1] = {{1, {}}, {1, {{9, 1}}}, true, 1.5, {}};
    order.rounds = {4, std::numeric_limits<std::uint64_t>::max()};
    order.controls = {0, 1};
    order.index = 5;
    order.first_round = 20;
    order.seed = std::numeric_limits<std::uint64_t>::max() - 1;
    return order;
}

inline measure::pass complete_pass() {
    measure::pass measured;
    measured.cases = {by_latency(fake_record("fiber/yield/fibers:4", 58, 2)),
                      short_result().cases[1].record};
    measured.cases[0].rounds[1].counted = {1, 2, 3, 4, 5};
    measured.cases[1].reading_ns = 0.125;
    measured.cases[1].lost = "it says '?'";
    measured.controls = {fake_record("fiber/yield/fibers:4", 58.01, 1)};
    for (measure::case_record* one : {&measured.cases[0], &measured.controls[0]}) {
        one->samples = short_result().cases[0].record.samples;
    }
    measured.rounds = 9;
    measured.fast_ns = {{0, 30'000.125}, {63, 0.25}};
    measured.interrupts_share = 0.013;
    measured.ended_early = measure::stop_reason::interrupted;
    return measured;
}

} // namespace tollgate::report

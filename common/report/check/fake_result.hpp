// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/json.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::report {

/// The levels of the reference loops on the CPUs of fake_record.
inline measure::machine_speed fake_speed() {
    measure::machine_speed speed;
    speed.fast_ns = {{1, 30'000}, {3, 30'500.5}};
    speed.loops = 48;
    speed.fast_share = 0.875;
    speed.slow_ratio = 1.5;
    speed.interrupts_share = 0.013;
    speed.interrupts_u95 = 0.002;
    speed.latencies[{1, 3}] = {47.25, 0.75, 30.5, 160.5, 24};
    return speed;
}

/// `rounds` rounds about `value_ns` with everything in them, and 200 samples a round; two of them
/// are a pass. Three rounds of four were quiet.
inline measure::case_record fake_record(const std::string& name, double value_ns,
                                        std::uint64_t rounds = 12) {
    measure::case_record record;
    record.key = guess_key(name);
    record.unit = "one yield";
    record.threads = 2;
    record.ns_per_count = 0.3571428571428571;
    record.reading_ns = 8.5;
    record.cpus = {1, 3};
    for (std::uint64_t i = 0; i < rounds; ++i) {
        measure::case_round round;
        round.process = i / 2;
        round.round = i;
        round.operations = 17'240 + i;
        const bool slow = i % 4 == 3;
        round.value_ns = value_ns * (slow ? 1.02 : 1) * (1 + 0.001 * static_cast<double>(i));
        round.cpu_ns = round.value_ns / 3;
        round.cpu_user_ns = round.cpu_ns * 0.7;
        round.cpu_system_ns = round.cpu_ns * 0.3;
        round.voluntary_switches = 0.1;
        round.involuntary_switches = 1e-7;
        round.fit = {20.1, round.value_ns * 1.0001};
        round.reference_before_ns = 30'300.25;
        round.reference_after_ns = slow ? 45'000 : 30'400.75;
        record.rounds.push_back(round);
        for (std::int64_t sample = 0; sample < 200; ++sample) {
            record.samples.add(210 + sample);
        }
    }
    if (rounds > 1) {
        record.rounds[1].disturbances = {"steal 2 ticks", "throttled 1 period"};
        record.keep_if_among_worst({146.07, 1, 0, 199, {"steal 2 ticks"}});
        record.keep_if_among_worst({140.5, 0, 2, 7, {}});
    }
    return record;
}

/// A pass of one round for each value, undisturbed, without samples.
inline measure::case_record one_round_a_pass(const std::string& name,
                                             const std::vector<double>& values_ns) {
    measure::case_record record;
    record.key = guess_key(name);
    record.unit = "one " + name;
    for (std::size_t i = 0; i < values_ns.size(); ++i) {
        measure::case_round round;
        round.process = i;
        round.round = i;
        round.value_ns = values_ns[i];
        round.cpu_ns = values_ns[i] / 2;
        round.fit = {20, values_ns[i]};
        record.rounds.push_back(round);
    }
    return record;
}

inline measure::gap_log fake_gaps() {
    measure::gap_log gaps;
    gaps.listed = {{1ll << 60, 1'500, 4}, {-7, 1ll << 48, 5}};
    gaps.longest = {{{-7, 1ll << 48, 5}, {"5 Local timer interrupts (LOC)", "steal 2 ticks"}},
                    {{1ll << 60, 1'500, 4}, {}}};
    gaps.one_in = 1ull << 50;
    gaps.watched = {{4, 1'500, 20'000'000}, {5, 25'000, 1ll << 48}};
    gaps.unlisted = 1ull << 63;
    gaps.unlisted_ns = 1ll << 60;
    return gaps;
}

/// The same with the cache-line latency of its CPUs around each batch; the same rounds are quiet.
inline measure::case_record by_latency(measure::case_record record) {
    constexpr double slow_loop_ns = 40'000;
    record.latency_of = record.cpus;
    for (measure::case_round& round : record.rounds) {
        round.reference_before_ns = 47.25;
        round.reference_after_ns = round.reference_after_ns > slow_loop_ns ? 160.5 : 46.5;
    }
    return record;
}

/// A result of these cases alone; the first has a control, which is as it is.
inline result result_of(std::vector<measure::case_record> cases) {
    result run;
    run.controls.emplace_back(cases.front());
    run.cases.assign(cases.begin(), cases.end());
    return run;
}

/// After a record or the speed was changed.
inline void conclude_anew(result& run) {
    for (std::vector<measure::case_result>* all : {&run.cases, &run.controls}) {
        for (measure::case_result& one : *all) {
            one.summary = measure::summarize(one.record, run.speed);
        }
    }
}

inline context fake_context() {
    context about;
    about.program = "testFiber";
    about.version = "0.1.0";
    about.date = "2025-03-14T15:09:26+01:00";
    about.host_name = "bench";
    about.executable = "/opt/tollgate/bin/testFiber";
    about.arguments = {"--only", "fiber/.*", "4"};
    about.cpus = 2;
    about.cpu_model = "An Example CPU";
    about.topology = "1 package, 2 cores";
    about.kernel = "Linux 6.1";
    about.compiler = "g++ 12.2.0";
    about.release_build = false;
    about.mhz_per_cpu = 2800;
    about.cpu_scaling_enabled = true;
    about.aslr_enabled = false;
    about.load_average = {0.5, 0.25, 0.1};
    return about;
}

inline measure::calibration fake_clock() {
    measure::calibration clock;
    clock.source = clock::source::tsc;
    clock.ns_per_count = 0.3571428571428571;
    clock.rate_hz = 2.8e9;
    clock.rate_error_hz = 8400;
    clock.counter_invariant = true;
    clock.resolution_ns = 0.7142857142857142;
    clock.reading_ns_p50 = 8.5;
    clock.reading_ns_p99 = 9.25;
    clock.reading_samples = 4096;
    return clock;
}

/// No field has its default, except that no self-check failed.
inline result fake_result() {
    result run;
    run.about = fake_context();
    run.clock = fake_clock();
    run.environment = {{"governor", environment::condition::bad, "powersave",
                        "the frequency follows the load", "cpupower frequency-set -g performance",
                        "cpupower frequency-set -g powersave"},
                       {"smt", environment::condition::unknown, "cannot read it",
                        "a sibling takes its share", "", ""},
                       {"steal", environment::condition::ok, "none", "", "", ""}};
    run.cases = {fake_record("fiber/yield/fibers:4", 58), fake_record("fiber/context_resume", 29)};
    run.cases[1].record.valued_by = measure::method::single_events;
    run.cases[1].record.compared_with = "fiber/yield/fibers:4";
    run.cases[1].record.gaps = fake_gaps();
    run.controls = {fake_record("fiber/yield/fibers:4", 58.01),
                    fake_record("fiber/context_resume", 29.02)};
    run.controls[1].record.valued_by = measure::method::single_events;
    run.speed = fake_speed();
    run.unavailable = {{"fiber/yield/placement:smt", "no SMT siblings among the allowed CPUs"}};
    run.clock_pair = clock_pair_average{"Fiber",     "clock_gettime", "fiber/yield/fibers:4",
                                        386'241'000, 106'640'000,     4'000'000};
    run.stopped = measure::stop_reason::converged;
    run.rounds = 12;
    run.passes = 6;
    run.took_s = 1.75;
    run.budget_s = 4;
    run.spread_over_s = 120.5;
    run.notes = {"a first note", "a second"};
    conclude_anew(run);
    return run;
}

} // namespace tollgate::report

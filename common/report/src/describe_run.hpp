// SPDX-License-Identifier: BSL-1.0
#pragma once

// A run and what is concluded from it, as files have it. See archive.hpp.

#include "describe_case.hpp"

#include <tollgate/report/result.hpp>

#include <array>
#include <functional>

namespace tollgate::report {

void describe(auto& file, is_a<stats::interval> auto& range) {
    file.field("low", range.low);
    file.field("high", range.high);
    file.field("confidence", range.confidence);
    file.require(!(range.low > range.high), "\"low\" is above \"high\": it ends before it begins");
}

void describe_estimate(auto& file, const char* key, const char* range_key,
                       is_a<measure::estimate> auto& one, auto check) {
    file.field(key, one.value, check);
    file.field(range_key, one.range, check);
}
void describe_estimate(auto& file, const char* key, const char* range_key,
                       is_a<measure::estimate> auto& one) {
    describe_estimate(file, key, range_key, one, unchecked{});
}

/// Google Benchmark's `context`. `caches` is always there: some readers insist on it.
void describe_context(auto& file, is_a<context> auto& about) {
    std::string build = about.release_build ? "release" : "debug";
    file.field("date", about.date);
    file.field("host_name", about.host_name);
    file.field("executable", about.executable);
    file.field("num_cpus", about.cpus);
    file.field("mhz_per_cpu", about.mhz_per_cpu);
    file.if_any("cpu_scaling_enabled", about.cpu_scaling_enabled);
    file.if_any("aslr_enabled", about.aslr_enabled);
    file.note("caches", std::vector<int>{});
    file.field("load_avg", about.load_average);
    file.note("library_version", "tollgate " + about.version);
    file.field("library_build_type", build);
    file.note("json_schema_version", 1);
    if constexpr (is_reader<decltype(file)>) {
        about.release_build = build == "release";
    }
}

/// The part of the context that Google Benchmark has no field for.
void describe_about(auto& file, is_a<context> auto& about) {
    file.field("program", about.program);
    file.field("version", about.version);
    file.field("arguments", about.arguments);
    file.field("cpu_model", about.cpu_model);
    file.field("topology", about.topology);
    file.field("kernel", about.kernel);
    file.field("compiler", about.compiler);
}

void describe(auto& file, is_a<measure::calibration> auto& clock) {
    describe_named(file, "source", clock.source, clock::parse_source);
    file.field("ns_per_count", clock.ns_per_count);
    file.field("rate_hz", clock.rate_hz);
    file.field("rate_error_hz", clock.rate_error_hz);
    file.field("counter_invariant", clock.counter_invariant);
    file.field("counter_reason", clock.counter_reason);
    file.field("resolution_ns", clock.resolution_ns);
    file.field("reading_ns_min", clock.reading_ns_min);
    file.field("reading_ns_p50", clock.reading_ns_p50);
    file.field("reading_ns_p99", clock.reading_ns_p99);
    file.field("reading_ns_max", clock.reading_ns_max);
    file.field("reading_samples", clock.reading_samples);
    file.field("readings_backwards", clock.readings_backwards);
    file.if_any("l1_miss_ns", clock.l1_miss_ns);
}

/// One of these words, in the order of the constants.
template <std::size_t Count>
void describe_word(auto& file, const char* key, auto& value,
                   const std::array<const char*, Count>& words) {
    std::string name = words.at(static_cast<std::size_t>(value));
    file.field(key, name);
    if constexpr (is_reader<decltype(file)>) {
        const auto found = std::find(words.begin(), words.end(), name);
        if (found == words.end()) {
            refuse(key, "is a word that is not known there");
        }
        value = static_cast<std::remove_reference_t<decltype(value)>>(found - words.begin());
    }
}

void describe(auto& file, is_a<environment::verdict> auto& one) {
    file.field("name", one.name);
    describe_word(file, "state", one.state, std::array{"ok", "bad", "unknown"});
    file.field("found", one.found);
    file.field("why", one.why);
    file.field("fix", one.fix);
    file.field("undo", one.undo);
    file.if_any("measured_ns", one.measured_ns); // where it was explained
    if (one.measured_ns != 0) {
        file.field("measured_of", one.measured_of);
    }
}

void describe(auto& file, is_a<classical_figure> auto& figure) {
    file.field("kind", figure.kind);
    file.field("reading", figure.reading);
    file.field("reference_case", figure.reference_case);
    file.field("switches", figure.switches);
    file.field("switches_total_ns", figure.switches_total_ns);
    file.field("calls_total_ns", figure.calls_total_ns);
    file.note("compensated_ns", figure.compensated_ns());
}

void describe(auto& file, is_a<measure::cpu_distance> auto& distance) {
    file.field("usual_ns", distance.usual_ns);
    file.field("usual_share", distance.usual_share);
    file.field("least_ns", distance.least_ns);
    file.field("most_ns", distance.most_ns);
    file.field("readings", distance.readings);
    file.require(0 < distance.least_ns && distance.least_ns <= distance.usual_ns &&
                     distance.usual_ns <= distance.most_ns,
                 "\"usual_ns\" is not between \"least_ns\", above 0, and \"most_ns\"");
    file.require(distance.usual_share > 0 && distance.usual_share <= 1,
                 "\"usual_share\" is no share");
}

/// What a part of the reference loop takes on each CPU.
void describe_levels(auto& file, const char* key, auto& fast_ns) {
    file.entries(key, fast_ns, [](auto& in, auto& cpu, auto& ns) {
        in.field("cpu", cpu);
        in.field("fast_reference_ns", ns);
    });
}

void describe(auto& file, is_a<measure::machine_speed> auto& speed) {
    file.field("reference_loops", speed.loops);
    file.field("fast_share", speed.fast_share);
    file.field("slow_ratio", speed.slow_ratio);
    file.field("interrupts_share", speed.interrupts_share);
    file.field("interrupts_u95", speed.interrupts_u95);
    describe_levels(file, "levels", speed.fast_ns);
    const auto of_two_cpus = [](auto& in, auto& cpus, auto& distance) {
        std::vector<int> both{cpus.first, cpus.second};
        if constexpr (is_reader<decltype(in)>) {
            both.clear();
        }
        in.field("cpus", both, lower_cpu_first);
        if constexpr (is_reader<decltype(in)>) {
            cpus = {both[0], both[1]};
        }
        describe(in, distance);
    };
    file.entries("distances", speed.distances, of_two_cpus, at_most<10'000>{}); // times the cases
}

void describe(auto& file, is_a<unavailable_case> auto& one) {
    describe_key(file, one.key);
    file.field("reason", one.reason);
    file.if_any("failed", one.failed);
}

/// A case of the file, which has its key.
void describe_name(auto& file, const char* key, is_a<measure::case_key> auto& of) {
    std::string name = of.name();
    file.field(key, name);
    if constexpr (is_reader<decltype(file)>) {
        of = measure::case_key(std::move(name));
    }
}

void describe(auto& file, is_a<measure::noise_floor> auto& floor) {
    describe_name(file, "case", floor.of);
    file.field("ratio", floor.ratio);
    file.field("range", floor.range);
    file.field("claims_difference", floor.claims_difference);
    if (const auto smallest = floor.smallest_difference()) {
        file.note("smallest_difference", *smallest);
    }
}

void describe(auto& file, is_a<measure::comparison> auto& one) {
    describe_name(file, "name", one.of);
    describe_name(file, "reference", one.reference);
    file.field("ratio", one.ratio);
    file.field("range", one.range);
    describe_named(file, "over", one.over, measure::parse_basis);
    file.field("pairs", one.pairs);
    file.field("resolved", one.resolved);
}

/// A file of others may have any number, and a figure of 300 digits is none.
struct within_30_years {
    const char* operator()(double ns) const {
        return std::abs(ns) > 1e18 ? "is longer than 30 years" : nullptr;
    }
    const char* operator()(const std::optional<stats::interval>& range) const {
        return range ? (*this)(std::max(std::abs(range->low), std::abs(range->high))) : nullptr;
    }
};

/// Of an explanation: each share is looked for among the interventions.
using few_parts = at_most<200>;

void describe(auto& file, is_a<explain::share> auto& one) {
    describe_named(file, "what", one.what, explain::parse_share_kind);
    file.field("of", one.of, few_parts{});
    describe_estimate(file, "ns", "range_ns", one.ns, within_30_years{});
    file.field("resolved", one.resolved);
}

void describe(auto& file, is_a<explain::tried_alone> auto& one) {
    file.field("name", one.name);
    file.field("effect", one.effect);
    file.field("verdict", one.verdict);
    file.field("setting", one.follows.setting);
    file.field("price", one.follows.price);
    file.field("command", one.follows.command);
    file.field("undo", one.follows.undo);
    describe_word(file, "hold", one.proof.what,
                  std::array{"held", "failed", "pointless", "unprovable"});
    file.field("hold_says", one.proof.says);
    file.field("costs_ns", one.costs_ns, within_30_years{});
    describe_estimate(file, "takes_off_ns", "takes_off_range_ns", one.takes_off_ns,
                      within_30_years{});
    file.field("resolved", one.resolved);
    file.field("scatter", one.is_scatter);
    file.field("scatter_ns", one.scatter_ns, within_30_years{});
    file.field("alternative", one.is_alternative);
    file.field("base", one.is_base);
}

void describe(auto& file, is_a<explain::impossible> auto& one) {
    file.field("name", one.name);
    file.field("reason", one.reason);
}

void describe(auto& file, is_a<explain::explanation> auto& all) {
    describe_key(file, all.of);
    file.field("unit", all.unit);
    describe_estimate(file, "cost_ns", "cost_range_ns", all.cost_ns, within_30_years{});
    file.field("passes", all.passes);
    file.field("passes_together", all.passes_together);
    file.field("shares", all.shares, few_parts{});
    file.field("alone", all.alone, few_parts{});
    file.field("not_here", all.not_here);
}

/// Cases look for each other by name, and for the one that was measured twice of their kind.
using few_cases = at_most<2'000>;
using few_twins = at_most<100>;

/// What result files and digests have in common, but for the cases.
void describe_run(auto& file, is_a<result> auto& run) {
    std::uint64_t version = 3;
    file.field("format_version", version, [](std::uint64_t found) {
        return found == 3 ? nullptr : "is not 3, which is what this program reads";
    });
    file.note("partial", run.partial());
    file.note("proven", run.proven());
    describe_named(file, "stopped", run.stopped, measure::parse_stop_reason);
    file.field("rounds", run.rounds);
    file.field("passes", run.passes);
    file.field("took_s", run.took_s);
    file.field("budget_s", run.budget_s);
    file.field("spread_over_s", run.spread_over_s);
    file.inner("about", [&](auto& in) { describe_about(in, run.about); });
    file.field("calibration", run.clock);
    file.field("environment", run.environment);
    file.field("speed", run.speed);
    if constexpr (is_reader<decltype(file)>) {
        if (run.digest) {
            file.field("noise_floors", run.digest->noise_floors, few_twins{});
        }
    } else {
        file.field("noise_floors", run.noise_floors());
    }
    file.field("classical", run.classical);
    file.field("unavailable", run.unavailable);
    file.field("notes", run.notes);
    file.field("failed_proofs", run.failures);
    file.if_any("guests", run.guests);
    file.if_any("explanation", run.explanation);
}

/// What is said of a case names it again.
void describe_name_of(auto& file, const measure::case_record& record) {
    std::string name = record.key.name();
    file.field("name", name, [&](const std::string& found) {
        return found == record.key.name() ? nullptr : "and \"cases\" do not agree";
    });
}

/// What is read of a conclusion stands in every file, for readers who would not compute it again.
void describe_conclusion(auto& file, is_a<measure::case_result> auto& one) {
    auto& of = one.summary;
    bool quiet = of.quiet_ns.has_value();
    describe_name_of(file, one.record);
    file.note("method", std::string(measure::to_string(one.record.valued_by)));
    file.field("rounds", of.rounds);
    file.field("passes", of.passes);
    describe_named(file, "over", of.over, measure::parse_basis);
    file.field("quiet", quiet);
    file.field("quiet_rounds", of.quiet_rounds);
    describe_estimate(file, "value_ns", "value_range_ns", of.value_ns);
    describe_estimate(file, "as_it_is_ns", "as_it_is_range_ns", of.as_it_is_ns);
    file.field("explained_by_references", of.explained);
    file.field("disturbed_rounds", of.disturbed_rounds);
    file.field("slope_ns", of.check.slope_ns.value);
    file.field("closure_difference", of.check.difference);
    file.field("interrupts_share", of.check.interrupts_share);
    file.field("closure_unexplained", of.check.unexplained);
    file.field("closure_disagrees", of.check.disagrees);
    if constexpr (is_reader<decltype(file)>) {
        of.quiet_ns = quiet ? std::optional(of.value_ns) : std::nullopt;
    }
}

/// The rest of it, which a file with rounds does not need.
void describe_rest_of_conclusion(auto& file, is_a<measure::case_summary> auto& of) {
    file.field("referenced_rounds", of.referenced_rounds);
    file.field("fast_reference_ns", of.fast_reference_ns);
    file.field("pass_figures_ns", of.pass_figures_ns, at_most<most_passes>{});
    file.field("figure_passes", of.figure_passes);
    file.require(of.figure_passes.size() == of.pass_figures_ns.size() &&
                     std::adjacent_find(of.figure_passes.begin(), of.figure_passes.end(),
                                        std::greater_equal<>()) == of.figure_passes.end(),
                 "\"figure_passes\" and \"pass_figures_ns\" do not agree");
    file.field("mean_ns", of.mean_ns);
    file.field("stddev_ns", of.stddev_ns);
    file.field("disturbed_by", of.disturbed_by);
    file.field("slope_range_ns", of.check.slope_ns.range);
    file.field("slope_mean_ns", of.slope_mean_ns);
    describe_estimate(file, "overhead_ns", "overhead_range_ns", of.overhead_ns);
    file.field("raw_ns", of.raw_mean_ns);
    file.field("cpu_ns", of.cpu_ns);
    file.field("cpu_user_ns", of.cpu_user_ns);
    file.field("cpu_system_ns", of.cpu_system_ns);
    file.field("nvcsw_per_op", of.voluntary_switches);
    file.field("nivcsw_per_op", of.involuntary_switches);
    file.field("units_per_op", of.units_per_operation);
    file.field("samples", of.samples);
    file.field("early_samples", of.early);
    file.field("samples_off_scale", of.off_scale);
    constexpr std::array<std::array<const char*, 2>, measure::reported_percentiles.size()> keys{
        {{"p50_raw_ns", "p50_ns"},
         {"p90_raw_ns", "p90_ns"},
         {"p99_raw_ns", "p99_ns"},
         {"p99_9_raw_ns", "p99_9_ns"}}};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        auto& one = of.percentiles[i];
        if constexpr (is_reader<decltype(file)>) {
            one.p = measure::reported_percentiles[i];
        }
        file.if_any(keys[i][0], one.raw_ns);
        file.if_any(keys[i][1], one.corrected_ns);
    }
    file.if_any("max_raw_ns", of.max_raw_ns);
    file.if_any("max_ns", of.max_corrected_ns);
}

auto row(as_row, is_a<measure::curve_point> auto& point) {
    return std::tie(point.beyond, point.raw_ns);
}

/// The conclusions of a digest, beside its cases.
void describe_conclusions(auto& file, is_a<result> auto& run) {
    file.list("conclusions", run.cases, [](auto& in, auto& one) {
        describe_conclusion(in, one);
        describe_rest_of_conclusion(in, one.summary);
    });
    file.list("curves", run.cases, [](auto& in, auto& one) {
        describe_name_of(in, one.record);
        in.field("points", one.summary.curve, [](const std::vector<measure::curve_point>& curve) {
            const bool shares = std::all_of(curve.begin(), curve.end(), [](const auto& point) {
                return point.beyond > 0 && point.beyond < 1;
            });
            return shares ? nullptr : "holds a share that is not between 0 and 1";
        });
    });
    if constexpr (is_reader<decltype(file)>) {
        file.field("comparisons", run.digest->comparisons, few_cases{});
    } else {
        file.field("comparisons", run.comparisons());
    }
}

/// The cases: of a digest without their measurements.
void describe_cases(auto& file, is_a<result> auto& run, bool digest) {
    const auto describe_all = [&](const char* key, auto& results, auto few) {
        file.resize(key, results, few);
        file.list(key, results, [&](auto& in, auto& one) {
            if (digest) {
                describe_case(in, one.record, most_gaps_of_digest);
            } else {
                describe_record(in, one.record);
            }
        });
    };
    describe_all("cases", run.cases, few_cases{});
    describe_all("twins", run.twins, few_twins{});
}

} // namespace tollgate::report

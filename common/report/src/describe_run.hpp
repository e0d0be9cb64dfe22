// SPDX-License-Identifier: BSL-1.0
#pragma once

// A whole run and the conclusions from its rounds in files. See archive.hpp.

#include "describe_setting.hpp"

#include <fmt/format.h>

#include <functional>

namespace tollgate::report {

/// A conclusion repeats the name of its case.
void describe_name_of(auto& file, const measure::case_record& record) {
    std::string name = record.key.name();
    file.field("name", name, [&](const std::string& word) {
        return word == record.key.name() ? nullptr : "and \"cases\" do not agree";
    });
}

/// The part of a conclusion that is in every file, for readers that do not compute it again.
void describe_conclusion(auto& file, is_a<measure::case_result> auto& case_result) {
    auto& summary = case_result.summary;
    bool quiet = summary.quiet_ns.has_value();
    describe_name_of(file, case_result.record);
    file.note("method", std::string(measure::to_string(case_result.record.valued_by)));
    file.fields("rounds", summary.rounds, "passes", summary.passes);
    file.fields("quiet", quiet, "quiet_rounds", summary.quiet_rounds);
    describe_estimate(file, "value_ns", "value_range_ns", summary.value_ns);
    describe_estimate(file, "as_it_is_ns", "as_it_is_range_ns", summary.as_it_is_ns);
    file.fields("explained_by_references", summary.explained, "disturbed_rounds",
                summary.disturbed_rounds, "slope_ns", summary.check.slope_ns.value,
                "closure_difference", summary.check.difference, "interrupts_share",
                summary.check.interrupts_share, "closure_unexplained", summary.check.unexplained,
                "closure_disagrees", summary.check.disagrees);
    if constexpr (is_reader<decltype(file)>) {
        summary.quiet_ns = quiet ? std::optional(summary.value_ns) : std::nullopt;
    }
}

/// The other part of a conclusion. A file with rounds does not need it.
void describe_digest_of_conclusion(auto& file, is_a<measure::case_summary> auto& summary) {
    file.field("pass_figures_ns", summary.pass_figures_ns, at_most<most_passes>{});
    file.field("figure_passes", summary.figure_passes);
    file.require(summary.figure_passes.size() == summary.pass_figures_ns.size() &&
                     std::adjacent_find(summary.figure_passes.begin(), summary.figure_passes.end(),
                                        std::greater_equal<>()) == summary.figure_passes.end(),
                 "\"figure_passes\" and \"pass_figures_ns\" do not agree");
    file.if_any("all_rounds_passes_ns", summary.all_rounds_passes_ns, at_most<most_passes>{});
    file.fields("mean_ns", summary.mean_ns, "stddev_ns", summary.stddev_ns, "disturbed_by",
                summary.disturbed_by, "slope_range_ns", summary.check.slope_ns.range);
    describe_estimate(file, "overhead_ns", "overhead_range_ns", summary.overhead_ns);
    file.fields("raw_ns", summary.raw_mean_ns, "cpu_ns", summary.cpu_ns, "cpu_user_ns",
                summary.cpu_user_ns, "cpu_system_ns", summary.cpu_system_ns, "nvcsw_per_op",
                summary.voluntary_switches, "nivcsw_per_op", summary.involuntary_switches,
                "units_per_op", summary.units_per_operation, "samples", summary.samples,
                "early_samples", summary.early, "samples_off_scale", summary.off_scale);
    constexpr std::array<std::array<const char*, 3>, measure::reported_percentiles.size()> keys{
        {{"p50_raw_ns", "p50_ns", "p50_range_ns"},
         {"p90_raw_ns", "p90_ns", "p90_range_ns"},
         {"p99_raw_ns", "p99_ns", "p99_range_ns"},
         {"p99_9_raw_ns", "p99_9_ns", "p99_9_range_ns"}}};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        auto& percentile = summary.percentiles[i];
        if constexpr (is_reader<decltype(file)>) {
            percentile.p = measure::reported_percentiles[i];
        }
        file.if_any(keys[i][0], percentile.raw_ns);
        file.if_any(keys[i][1], percentile.corrected_ns);
        file.if_any(keys[i][2], percentile.range_ns);
    }
    file.if_any("max_raw_ns", summary.max_raw_ns);
    file.if_any("max_ns", summary.max_corrected_ns);
}

auto row(as_row, is_a<measure::curve_point> auto& point) {
    return std::tie(point.beyond, point.raw_ns);
}

/// The name of a case of the file, where the key of the case is.
void describe_name(auto& file, const char* key, is_a<measure::case_key> auto& case_key) {
    auto name = std::string(case_key.name());
    file.field(key, name);
    if constexpr (is_reader<decltype(file)>) {
        case_key = measure::case_key(std::move(name));
    }
}

void describe(auto& file, is_a<measure::noise_floor> auto& floor) {
    describe_name(file, "case", floor.subject);
    file.fields("ratio", floor.ratio, "range", floor.range, "claims_difference",
                floor.claims_difference);
    if (const auto smallest = floor.smallest_difference()) {
        file.note("smallest_difference", *smallest);
    }
}

void describe(auto& file, is_a<measure::comparison> auto& comparison) {
    describe_name(file, "name", comparison.subject);
    describe_name(file, "reference", comparison.reference);
    file.fields("ratio", comparison.ratio, "range", comparison.range, "pairs", comparison.pairs,
                "resolved", comparison.resolved);
}

/// Limits the figures in files of strangers: a figure of 300 digits is useless.
struct within_30_years {
    const char* operator()(double ns) const {
        return std::abs(ns) > 1e18 ? "is longer than 30 years" : nullptr;
    }
    const char* operator()(const std::optional<stats::interval>& range) const {
        return range ? (*this)(std::max(std::abs(range->low), std::abs(range->high))) : nullptr;
    }
};

void describe(auto& file, is_a<measure::estimate> auto& estimate) {
    describe_estimate(file, "ns", "range_ns", estimate, within_30_years{});
}

/// The limit for the changes of an explanation.
using few_changes = at_most<200>;

void describe(auto& file, is_a<explain::change> auto& change) {
    file.fields("name", change.name, "effect", change.effect, "verdict", change.verdict,
                "alternative", change.is_alternative);
    auto& advice = change.in_production;
    file.fields("setting", advice.setting, "price", advice.price, "command", advice.command, "undo",
                advice.undo);
    describe_one_of(file, "found", change.result, std::array{"nothing", "once", "confirmed"});
    describe_one_of(file, "hold", change.hold.result,
                    std::array{"held", "failed", "pointless", "uncheckable"});
    file.field("hold_says", change.hold.text);
    file.fields("takes_off", change.takes_off_ns, "costs", change.costs_ns);
}

void describe(auto& file, is_a<explain::all_together> auto& together) {
    file.field("names", together.names, few_changes{});
    file.field("takes_off", together.takes_off_ns);
    describe_one_of(file, "overlap", together.how, std::array{"none", "some", "each_is_enough"});
}

void describe(auto& file, is_a<explain::disturbance> auto& disturbance) {
    describe_one_of(file, "by", disturbance.by, std::array{"stopped", "throttled", "stolen"});
    file.fields("adds", disturbance.adds_ns, "resolved", disturbance.resolved);
}

void describe(auto& file, is_a<explain::impossible> auto& impossible) {
    file.fields("name", impossible.name, "reason", impossible.reason);
}

void describe(auto& file, is_a<explain::explanation> auto& explanation) {
    describe_key(file, explanation.of);
    file.fields("cost", explanation.cost_ns, "passes", explanation.passes, "passes_to_confirm",
                explanation.passes_to_confirm);
    file.field("changes", explanation.changes, few_changes{});
    file.fields("together", explanation.together, "left", explanation.left_ns);
    file.field("disturbed", explanation.disturbed, few_changes{});
    file.field("not_here", explanation.not_here);
}

/// Cases search each other by name, and search the control of their kind. The pairs of 128 CPUs are
/// 8,128 cases.
using few_cases = at_most<most_cases>;
using few_controls = at_most<100>;

/// The members that result files and digests have in common, without the cases.
void describe_run(auto& file, is_a<result> auto& run) {
    constexpr std::uint64_t read_version = 5;
    std::uint64_t version = read_version;
    file.field("format_version", version);
    if (version != read_version) {
        throw unreadable_result(
            fmt::format("its \"format_version\" is {}, and this program reads {}: measure anew, or "
                        "read it with the costSheet of its version",
                        version, read_version));
    }
    file.note("partial", run.partial());
    file.note("self_checks_held", run.self_checks_held());
    describe_named(file, "stopped", run.stopped, measure::parse_stop_reason);
    file.fields("rounds", run.rounds, "passes", run.passes, "took_s", run.took_s, "budget_s",
                run.budget_s, "spread_over_s", run.spread_over_s);
    file.if_any("stops", run.stops);
    file.inner("about", [&](auto& in) { describe_about(in, run.about); });
    file.fields("calibration", run.clock, "environment", run.environment, "speed", run.speed);
    if constexpr (is_reader<decltype(file)>) {
        if (run.digest) {
            file.field("noise_floors", run.digest->noise_floors, few_controls{});
        }
    } else {
        file.field("noise_floors", run.noise_floors());
    }
    file.fields("clock_pair", run.clock_pair, "unavailable", run.unavailable, "notes", run.notes,
                "failed_self_checks", run.failures);
    file.if_any("explanation", run.explanation);
}

/// The conclusions in a digest.
void describe_conclusions(auto& file, is_a<result> auto& run) {
    file.list("conclusions", run.cases, [](auto& in, auto& case_result) {
        describe_conclusion(in, case_result);
        describe_digest_of_conclusion(in, case_result.summary);
    });
    file.list("curves", run.cases, [](auto& in, auto& case_result) {
        describe_name_of(in, case_result.record);
        in.field("points", case_result.summary.curve,
                 [](const std::vector<measure::curve_point>& curve) {
                     const bool shares =
                         std::all_of(curve.begin(), curve.end(), [](const auto& point) {
                             return point.beyond > 0 && point.beyond < 1;
                         });
                     return shares ? nullptr : "holds a share that is not between 0 and 1";
                 });
    });
    if constexpr (is_reader<decltype(file)>) {
        file.field("comparisons", run.digest->comparisons, few_cases{});
        file.if_any("reference_loops_ns", run.digest->reference_loops_ns, at_most<most_passes>{});
    } else {
        file.field("comparisons", run.comparisons());
        file.if_any("reference_loops_ns", run.reference_loops_ns());
    }
}

/// The cases; in a digest without their measurements.
void describe_cases(auto& file, is_a<result> auto& run, bool digest) {
    const auto describe_all = [&](const char* key, auto& results, auto few) {
        file.resize(key, results, few);
        file.list(key, results, [&](auto& in, auto& case_result) {
            if (digest) {
                describe_case(in, case_result.record, most_gaps_of_digest);
            } else {
                describe_record(in, case_result.record);
            }
        });
    };
    describe_all("cases", run.cases, few_cases{});
    describe_all("controls", run.controls, few_controls{});
}

} // namespace tollgate::report

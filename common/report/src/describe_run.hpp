// SPDX-License-Identifier: BSL-1.0
#pragma once

// A whole run and what is concluded from its rounds, as files have it. See archive.hpp.

#include "describe_setting.hpp"

#include <fmt/format.h>

#include <functional>

namespace tollgate::report {

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
    file.fields("rounds", of.rounds, "passes", of.passes);
    file.fields("quiet", quiet, "quiet_rounds", of.quiet_rounds);
    describe_estimate(file, "value_ns", "value_range_ns", of.value_ns);
    describe_estimate(file, "as_it_is_ns", "as_it_is_range_ns", of.as_it_is_ns);
    file.fields("explained_by_references", of.explained, "disturbed_rounds", of.disturbed_rounds,
                "slope_ns", of.check.slope_ns.value, "closure_difference", of.check.difference,
                "interrupts_share", of.check.interrupts_share, "closure_unexplained",
                of.check.unexplained, "closure_disagrees", of.check.disagrees);
    if constexpr (is_reader<decltype(file)>) {
        of.quiet_ns = quiet ? std::optional(of.value_ns) : std::nullopt;
    }
}

/// The rest of it, which a file with rounds does not need.
void describe_rest_of_conclusion(auto& file, is_a<measure::case_summary> auto& of) {
    file.field("pass_figures_ns", of.pass_figures_ns, at_most<most_passes>{});
    file.field("figure_passes", of.figure_passes);
    file.require(of.figure_passes.size() == of.pass_figures_ns.size() &&
                     std::adjacent_find(of.figure_passes.begin(), of.figure_passes.end(),
                                        std::greater_equal<>()) == of.figure_passes.end(),
                 "\"figure_passes\" and \"pass_figures_ns\" do not agree");
    file.if_any("all_rounds_passes_ns", of.all_rounds_passes_ns, at_most<most_passes>{});
    file.fields("mean_ns", of.mean_ns, "stddev_ns", of.stddev_ns, "disturbed_by", of.disturbed_by,
                "slope_range_ns", of.check.slope_ns.range);
    describe_estimate(file, "overhead_ns", "overhead_range_ns", of.overhead_ns);
    file.fields("raw_ns", of.raw_mean_ns, "cpu_ns", of.cpu_ns, "cpu_user_ns", of.cpu_user_ns,
                "cpu_system_ns", of.cpu_system_ns, "nvcsw_per_op", of.voluntary_switches,
                "nivcsw_per_op", of.involuntary_switches, "units_per_op", of.units_per_operation,
                "samples", of.samples, "early_samples", of.early, "samples_off_scale",
                of.off_scale);
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

/// A case of the file, which has its key.
void describe_name(auto& file, const char* key, is_a<measure::case_key> auto& of) {
    auto name = std::string(of.name());
    file.field(key, name);
    if constexpr (is_reader<decltype(file)>) {
        of = measure::case_key(std::move(name));
    }
}

void describe(auto& file, is_a<measure::noise_floor> auto& floor) {
    describe_name(file, "case", floor.of);
    file.fields("ratio", floor.ratio, "range", floor.range, "claims_difference",
                floor.claims_difference);
    if (const auto smallest = floor.smallest_difference()) {
        file.note("smallest_difference", *smallest);
    }
}

void describe(auto& file, is_a<measure::comparison> auto& one) {
    describe_name(file, "name", one.of);
    describe_name(file, "reference", one.reference);
    file.fields("ratio", one.ratio, "range", one.range, "pairs", one.pairs, "resolved",
                one.resolved);
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

void describe(auto& file, is_a<measure::estimate> auto& one) {
    describe_estimate(file, "ns", "range_ns", one, within_30_years{});
}

/// Of an explanation.
using few_changes = at_most<200>;

void describe(auto& file, is_a<explain::change> auto& one) {
    file.fields("name", one.name, "effect", one.effect, "verdict", one.verdict, "alternative",
                one.is_alternative);
    auto& advice = one.in_production;
    file.fields("setting", advice.setting, "price", advice.price, "command", advice.command, "undo",
                advice.undo);
    describe_one_of(file, "found", one.found, std::array{"nothing", "once", "confirmed"});
    describe_one_of(file, "hold", one.proof.what,
                    std::array{"held", "failed", "pointless", "unprovable"});
    file.field("hold_says", one.proof.says);
    file.fields("takes_off", one.takes_off_ns, "costs", one.costs_ns);
}

void describe(auto& file, is_a<explain::all_together> auto& one) {
    file.field("names", one.names, few_changes{});
    file.field("takes_off", one.takes_off_ns);
    describe_one_of(file, "overlap", one.how, std::array{"none", "some", "each_is_enough"});
}

void describe(auto& file, is_a<explain::disturbance> auto& one) {
    describe_one_of(file, "by", one.by, std::array{"stopped", "throttled", "stolen"});
    file.fields("adds", one.adds_ns, "resolved", one.resolved);
}

void describe(auto& file, is_a<explain::impossible> auto& one) {
    file.fields("name", one.name, "reason", one.reason);
}

void describe(auto& file, is_a<explain::explanation> auto& all) {
    describe_key(file, all.of);
    file.fields("cost", all.cost_ns, "passes", all.passes, "passes_to_confirm",
                all.passes_to_confirm);
    file.field("changes", all.changes, few_changes{});
    file.fields("together", all.together, "left", all.left_ns);
    file.field("disturbed", all.disturbed, few_changes{});
    file.field("not_here", all.not_here);
}

/// Cases look for each other by name, and for the one that was measured twice of their kind.
using few_cases = at_most<2'000>;
using few_twins = at_most<100>;

/// What result files and digests have in common, but for the cases.
void describe_run(auto& file, is_a<result> auto& run) {
    constexpr std::uint64_t read_version = 4;
    std::uint64_t version = read_version;
    file.field("format_version", version);
    if (version != read_version) {
        throw unreadable_result(
            fmt::format("its \"format_version\" is {}, and this program reads {}: measure anew, or "
                        "read it with the costSheet of its version",
                        version, read_version));
    }
    file.note("partial", run.partial());
    file.note("proven", run.proven());
    describe_named(file, "stopped", run.stopped, measure::parse_stop_reason);
    file.fields("rounds", run.rounds, "passes", run.passes, "took_s", run.took_s, "budget_s",
                run.budget_s, "spread_over_s", run.spread_over_s);
    file.if_any("stops", run.stops);
    file.inner("about", [&](auto& in) { describe_about(in, run.about); });
    file.fields("calibration", run.clock, "environment", run.environment, "speed", run.speed);
    if constexpr (is_reader<decltype(file)>) {
        if (run.digest) {
            file.field("noise_floors", run.digest->noise_floors, few_twins{});
        }
    } else {
        file.field("noise_floors", run.noise_floors());
    }
    file.fields("classical", run.classical, "unavailable", run.unavailable, "notes", run.notes,
                "failed_proofs", run.failures);
    file.if_any("explanation", run.explanation);
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
        file.if_any("reference_loops_ns", run.digest->reference_loops_ns, at_most<most_passes>{});
    } else {
        file.field("comparisons", run.comparisons());
        file.if_any("reference_loops_ns", run.reference_loops_ns());
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

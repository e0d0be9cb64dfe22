// SPDX-License-Identifier: BSL-1.0
#include "json_conclusions.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>

namespace tollgate::report {
namespace {

constexpr std::array percentile_names{"p50", "p90", "p99", "p99_9"};
static_assert(percentile_names.size() == measure::reported_percentiles.size());

std::optional<double> number_if_there(const read_value& from, const std::string& key) {
    return from.contains(key) ? std::optional(number(from, key.c_str())) : std::nullopt;
}

void write_if_there(json& to, const std::string& key, const std::optional<double>& figure) {
    if (figure) {
        to[key] = *figure;
    }
}

/// The passes' figures and, beside them, which passes they are of.
void read_figures(const read_value& from, measure::case_summary& to) {
    to.pass_figures_ns = numbers(from, "pass_figures_ns");
    for (const read_value& pass : list(from, "figure_passes")) {
        to.figure_passes.push_back(as_whole(pass, "figure_passes"));
    }
    if (to.figure_passes.size() != to.pass_figures_ns.size() ||
        std::adjacent_find(to.figure_passes.begin(), to.figure_passes.end(),
                           std::greater_equal<std::uint64_t>()) != to.figure_passes.end()) {
        throw std::invalid_argument("\"figure_passes\" and \"pass_figures_ns\" do not agree");
    }
}

void read_passes(const read_value& from, measure::case_summary& to) {
    const auto over = measure::parse_basis(text(from, "over"));
    if (!over) {
        throw std::invalid_argument("\"over\" is neither passes nor rounds");
    }
    to.over = *over;
    to.passes = whole(from, "passes");
    read_figures(from, to);
    to.as_it_is_ns = {number(from, "as_it_is_ns"), read_interval(from, "as_it_is_range_ns")};
    if (flag(from, "quiet")) {
        to.quiet_ns = to.value_ns;
    }
    to.quiet_rounds = whole(from, "quiet_rounds");
    to.referenced_rounds = whole(from, "referenced_rounds");
    to.fast_reference_ns = number(from, "fast_reference_ns");
    to.explained = number(from, "explained_by_references");
    to.check.interrupts_share = number(from, "interrupts_share");
    to.check.unexplained = read_interval(from, "closure_unexplained");
}

/// Before there were passes a process was the nearest to one.
void read_processes(const read_value& from, measure::case_summary& to) {
    to.over = measure::basis::rounds;
    to.as_it_is_ns = to.value_ns;
    to.pass_figures_ns = numbers(from, "process_medians_ns");
    to.figure_passes.resize(to.pass_figures_ns.size());
    std::iota(to.figure_passes.begin(), to.figure_passes.end(), std::uint64_t{0});
    to.passes = std::max<std::size_t>(1, to.pass_figures_ns.size());
}

void read_samples(const read_value& from, measure::case_summary& to) {
    to.samples = whole(from, "samples");
    to.early = whole(from, "early_samples");
    to.off_scale = whole(from, "samples_off_scale");
    for (std::size_t i = 0; i < percentile_names.size(); ++i) {
        const std::string name = percentile_names[i];
        to.percentiles[i] = {measure::reported_percentiles[i],
                             number_if_there(from, name + "_raw_ns"),
                             number_if_there(from, name + "_ns")};
    }
    to.max_raw_ns = number_if_there(from, "max_raw_ns");
    to.max_corrected_ns = number_if_there(from, "max_ns");
}

/// What every version has of a conclusion.
measure::case_summary read_common(const read_value& from) {
    measure::case_summary of;
    of.rounds = whole(from, "rounds");
    of.disturbed_rounds = whole(from, "disturbed_rounds");
    of.disturbed_by = text(from, "disturbed_by");
    of.value_ns = {number(from, "value_ns"), read_interval(from, "value_range_ns")};
    of.mean_ns = number(from, "mean_ns");
    of.stddev_ns = number(from, "stddev_ns");
    of.check.slope_ns = {number(from, "slope_ns"), read_interval(from, "slope_range_ns")};
    of.check.difference = number(from, "closure_difference");
    of.check.disagrees = flag(from, "closure_disagrees");
    of.slope_mean_ns = number(from, "slope_mean_ns");
    of.overhead_ns = {number(from, "overhead_ns"), read_interval(from, "overhead_range_ns")};
    of.raw_mean_ns = number(from, "raw_ns");
    of.cpu_ns = number(from, "cpu_ns");
    of.cpu_user_ns = number(from, "cpu_user_ns");
    of.cpu_system_ns = number(from, "cpu_system_ns");
    of.voluntary_switches = number(from, "nvcsw_per_op");
    of.involuntary_switches = number(from, "nivcsw_per_op");
    of.units_per_operation = number(from, "units_per_op");
    read_samples(from, of);
    return of;
}

measure::cpu_distance read_distance(const read_value& from) {
    const measure::cpu_distance of{number(from, "usual_ns"), number(from, "usual_share"),
                                   number(from, "least_ns"), number(from, "most_ns"),
                                   whole(from, "readings")};
    if (!(0 < of.least_ns && of.least_ns <= of.usual_ns && of.usual_ns <= of.most_ns)) {
        throw std::invalid_argument(
            "\"usual_ns\" is not between \"least_ns\", above 0, and \"most_ns\"");
    }
    if (!(of.usual_share > 0 && of.usual_share <= 1)) {
        throw std::invalid_argument("\"usual_share\" is no share");
    }
    return of;
}

} // namespace

json write_speed(const measure::machine_speed& speed) {
    json levels = json::array();
    for (const auto& [cpu, ns] : speed.fast_ns) {
        levels.push_back({{"cpu", cpu}, {"fast_reference_ns", ns}});
    }
    json distances = json::array();
    for (const auto& [cpus, of] : speed.distances) {
        distances.push_back({{"cpus", {cpus.first, cpus.second}},
                             {"usual_ns", of.usual_ns},
                             {"usual_share", of.usual_share},
                             {"least_ns", of.least_ns},
                             {"most_ns", of.most_ns},
                             {"readings", of.readings}});
    }
    return {{"reference_loops", speed.loops},         {"fast_share", speed.fast_share},
            {"slow_ratio", speed.slow_ratio},         {"interrupts_share", speed.interrupts_share},
            {"interrupts_u95", speed.interrupts_u95}, {"levels", std::move(levels)},
            {"distances", std::move(distances)}};
}

measure::machine_speed read_speed(const read_value& from) {
    measure::machine_speed speed;
    speed.loops = whole(from, "reference_loops");
    speed.fast_share = number(from, "fast_share");
    speed.slow_ratio = number(from, "slow_ratio");
    speed.interrupts_share = number(from, "interrupts_share");
    speed.interrupts_u95 = number(from, "interrupts_u95");
    for (const read_value& level : list(from, "levels")) {
        speed.fast_ns[small_whole(level, "cpu")] = number(level, "fast_reference_ns");
    }
    if (from.contains("distances")) { // it is younger than the rest
        for (const read_value& one : list(from, "distances")) {
            speed.distances[two_cpus(one, "cpus")] = read_distance(one);
        }
    }
    return speed;
}

json write_conclusion(const measure::case_result& one) {
    const auto& [record, of] = one;
    json out{{"name", record.key.name()},
             {"method", measure::to_string(record.valued_by)},
             {"rounds", of.rounds},
             {"passes", of.passes},
             {"over", measure::to_string(of.over)},
             {"quiet", of.quiet_ns.has_value()},
             {"quiet_rounds", of.quiet_rounds},
             {"value_ns", of.value_ns.value},
             {"value_range_ns", write_interval(of.value_ns.range)},
             {"as_it_is_ns", of.as_it_is_ns.value},
             {"as_it_is_range_ns", write_interval(of.as_it_is_ns.range)},
             {"explained_by_references", of.explained},
             {"disturbed_rounds", of.disturbed_rounds},
             {"slope_ns", of.check.slope_ns.value},
             {"closure_difference", of.check.difference},
             {"interrupts_share", of.check.interrupts_share},
             {"closure_unexplained", write_interval(of.check.unexplained)},
             {"closure_disagrees", of.check.disagrees}};
    return out;
}

json write_whole_conclusion(const measure::case_result& one) {
    const measure::case_summary& of = one.summary;
    json out = write_conclusion(one);
    out.update({{"referenced_rounds", of.referenced_rounds},
                {"fast_reference_ns", of.fast_reference_ns},
                {"pass_figures_ns", of.pass_figures_ns},
                {"figure_passes", of.figure_passes},
                {"mean_ns", of.mean_ns},
                {"stddev_ns", of.stddev_ns},
                {"disturbed_by", of.disturbed_by},
                {"slope_range_ns", write_interval(of.check.slope_ns.range)},
                {"slope_mean_ns", of.slope_mean_ns},
                {"overhead_ns", of.overhead_ns.value},
                {"overhead_range_ns", write_interval(of.overhead_ns.range)},
                {"raw_ns", of.raw_mean_ns},
                {"cpu_ns", of.cpu_ns},
                {"cpu_user_ns", of.cpu_user_ns},
                {"cpu_system_ns", of.cpu_system_ns},
                {"nvcsw_per_op", of.voluntary_switches},
                {"nivcsw_per_op", of.involuntary_switches},
                {"units_per_op", of.units_per_operation},
                {"samples", of.samples},
                {"early_samples", of.early},
                {"samples_off_scale", of.off_scale}});
    for (std::size_t i = 0; i < percentile_names.size(); ++i) {
        const std::string name = percentile_names[i];
        write_if_there(out, name + "_raw_ns", of.percentiles[i].raw_ns);
        write_if_there(out, name + "_ns", of.percentiles[i].corrected_ns);
    }
    write_if_there(out, "max_raw_ns", of.max_raw_ns);
    write_if_there(out, "max_ns", of.max_corrected_ns);
    return out;
}

measure::case_summary read_whole_conclusion(const read_value& from) {
    measure::case_summary of = read_common(from);
    read_passes(from, of);
    return of;
}

measure::case_summary read_conclusion_over_rounds(const read_value& from, double reading_ns) {
    measure::case_summary of = read_common(from);
    read_processes(from, of);
    const auto drop = [&](const std::optional<double>& raw_ns, std::optional<double>& corrected) {
        if (raw_ns && !measure::may_be_corrected(*raw_ns, of.overhead_ns, reading_ns)) {
            corrected.reset();
        }
    };
    for (measure::percentile& one : of.percentiles) {
        drop(one.raw_ns, one.corrected_ns);
    }
    drop(of.max_raw_ns, of.max_corrected_ns);
    return of;
}

json write_curve(const measure::case_result& one) {
    json points = json::array();
    for (const measure::curve_point& point : one.summary.curve) {
        points.push_back({point.beyond, point.raw_ns});
    }
    return {{"name", one.record.key.name()}, {"points", std::move(points)}};
}

std::vector<measure::curve_point> read_curve(const read_value& from) {
    std::vector<measure::curve_point> curve;
    for (const read_value& point : list(from, "points")) {
        if (!point.is_array() || point.size() != 2 || !point[0].is_number() ||
            !point[1].is_number()) {
            throw std::invalid_argument("\"points\" holds what is no point");
        }
        curve.push_back({point[0].get<double>(), point[1].get<double>()});
        if (!(curve.back().beyond > 0 && curve.back().beyond < 1)) {
            throw std::invalid_argument("\"points\" holds a share that is not between 0 and 1");
        }
    }
    return curve;
}

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include "json_conclusions.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace tollgate::report {
namespace {

constexpr std::array percentile_names{"p50", "p90", "p99", "p99_9"};
static_assert(percentile_names.size() == measure::reported_percentiles.size());

json write_interval(const std::optional<stats::interval>& range) {
    return range
               ? json{{"low", range->low}, {"high", range->high}, {"confidence", range->confidence}}
               : json(nullptr);
}

std::optional<stats::interval> read_interval(const read_value& from, const char* key) {
    const read_value& range = member(from, key);
    if (range.is_null()) {
        return std::nullopt;
    }
    const stats::interval read{number(range, "low"), number(range, "high"),
                               number(range, "confidence")};
    if (read.low > read.high) {
        throw std::invalid_argument(std::string("\"") + key + "\" ends before it begins");
    }
    return read;
}

std::optional<double> number_if_there(const read_value& from, const std::string& key) {
    return from.contains(key) ? std::optional(number(from, key.c_str())) : std::nullopt;
}

void write_if_there(json& to, const std::string& key, const std::optional<double>& figure) {
    if (figure) {
        to[key] = *figure;
    }
}

void read_spread(const read_value& from, measure::process_spread& to) {
    to.medians_ns = numbers(from, "process_medians_ns");
    to.processes = std::max<std::size_t>(1, to.medians_ns.size());
    to.between_ns = number(from, "between_processes_ns");
    to.within_ns = number(from, "within_processes_ns");
    to.layout_dominates = flag(from, "layout_dominates");
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

} // namespace

json write_noise_floor(const result& seen) {
    if (seen.cases.empty()) {
        return nullptr;
    }
    const measure::noise_floor floor = seen.noise_floor();
    json out{{"case", seen.cases.front().record.key.name()},
             {"ratio", floor.ratio},
             {"range", write_interval(floor.range)},
             {"claims_difference", floor.claims_difference}};
    write_if_there(out, "smallest_difference", floor.smallest_difference());
    return out;
}

measure::noise_floor read_noise_floor(const read_value& from) {
    if (from.is_null()) {
        return {};
    }
    return {number(from, "ratio"), read_interval(from, "range"), flag(from, "claims_difference")};
}

json write_conclusion(const measure::case_result& one) {
    const auto& [record, of] = one;
    json out{{"name", record.key.name()},
             {"method", measure::to_string(record.valued_by)},
             {"rounds", of.rounds},
             {"disturbed_rounds", of.disturbed_rounds},
             {"value_ns", of.value_ns.value},
             {"value_range_ns", write_interval(of.value_ns.range)},
             {"slope_ns", of.check.slope_ns.value},
             {"closure_difference", of.check.difference},
             {"closure_disagrees", of.check.disagrees},
             {"between_processes_ns", of.spread.between_ns},
             {"within_processes_ns", of.spread.within_ns},
             {"layout_dominates", of.spread.layout_dominates}};
    write_if_there(out, "undisturbed_ns", of.undisturbed_ns);
    return out;
}

json write_whole_conclusion(const measure::case_result& one) {
    const measure::case_summary& of = one.summary;
    json out = write_conclusion(one);
    out.update({{"rounds_range_ns", write_interval(of.rounds_range_ns)},
                {"process_medians_ns", of.spread.medians_ns},
                {"mean_ns", of.mean_ns},
                {"stddev_ns", of.stddev_ns},
                {"disturbed_by", of.disturbed_by},
                {"slope_range_ns", write_interval(of.check.slope_ns.range)},
                {"slope_mean_ns", of.slope_mean_ns},
                {"first_half_ns", of.halves.first_half_ns},
                {"second_half_ns", of.halves.second_half_ns},
                {"drifted", of.halves.drifted},
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
    measure::case_summary of;
    of.rounds = whole(from, "rounds");
    of.disturbed_rounds = whole(from, "disturbed_rounds");
    of.disturbed_by = text(from, "disturbed_by");
    of.undisturbed_ns = number_if_there(from, "undisturbed_ns");
    of.value_ns = {number(from, "value_ns"), read_interval(from, "value_range_ns")};
    of.rounds_range_ns = read_interval(from, "rounds_range_ns");
    of.mean_ns = number(from, "mean_ns");
    of.stddev_ns = number(from, "stddev_ns");
    of.check = {{number(from, "slope_ns"), read_interval(from, "slope_range_ns")},
                number(from, "closure_difference"),
                flag(from, "closure_disagrees")};
    of.slope_mean_ns = number(from, "slope_mean_ns");
    of.halves = {number(from, "first_half_ns"), number(from, "second_half_ns"),
                 flag(from, "drifted")};
    of.overhead_ns = {number(from, "overhead_ns"), read_interval(from, "overhead_range_ns")};
    of.raw_mean_ns = number(from, "raw_ns");
    of.cpu_ns = number(from, "cpu_ns");
    of.cpu_user_ns = number(from, "cpu_user_ns");
    of.cpu_system_ns = number(from, "cpu_system_ns");
    of.voluntary_switches = number(from, "nvcsw_per_op");
    of.involuntary_switches = number(from, "nivcsw_per_op");
    of.units_per_operation = number(from, "units_per_op");
    read_spread(from, of.spread);
    read_samples(from, of);
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

json write_comparison(const measure::comparison& one) {
    return {{"name", one.of.name()},   {"reference", one.reference.name()},
            {"ratio", one.ratio},      {"range", write_interval(one.range)},
            {"rounds", one.rounds},    {"ties", one.ties},
            {"resolved", one.resolved}};
}

measure::comparison read_comparison(const read_value& from, const result& seen) {
    const auto key_of = [&](const char* member_name) {
        const measure::case_result* found = seen.find(text(from, member_name));
        if (found == nullptr) {
            throw std::invalid_argument(std::string("\"comparisons\": \"") + member_name +
                                        "\" is none of the cases");
        }
        return found->record.key;
    };
    measure::comparison one;
    one.of = key_of("name");
    one.reference = key_of("reference");
    one.ratio = number(from, "ratio");
    one.range = read_interval(from, "range");
    one.rounds = whole(from, "rounds");
    one.ties = whole(from, "ties");
    one.resolved = flag(from, "resolved");
    return one;
}

} // namespace tollgate::report

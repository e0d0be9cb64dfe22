// SPDX-License-Identifier: BSL-1.0
#include "json_values.hpp"

#include <tollgate/report/guessed_key.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

namespace tollgate::report {
namespace {

json write_round(const measure::case_round& round) {
    json out{{"process", round.process},
             {"round", round.round},
             {"operations", round.operations},
             {"value_ns", round.value_ns},
             {"cpu_ns", round.cpu_ns},
             {"cpu_user_ns", round.cpu_user_ns},
             {"cpu_system_ns", round.cpu_system_ns},
             {"nvcsw_per_op", round.voluntary_switches},
             {"nivcsw_per_op", round.involuntary_switches},
             {"units_per_op", round.units_per_operation},
             {"fit_intercept_ns", round.fit.intercept},
             {"fit_slope_ns", round.fit.slope}};
    if (!round.disturbances.empty()) {
        out["disturbances"] = round.disturbances;
    }
    return out;
}

json write_histogram(const stats::histogram& samples) {
    json buckets = json::array();
    for (const auto& bucket : samples.buckets()) {
        buckets.push_back({bucket.low, bucket.high, bucket.count});
    }
    return {{"min", samples.min()},
            {"max", samples.max()},
            {"negative", samples.negative()},
            {"overflow", samples.overflow()},
            {"buckets", std::move(buckets)}};
}

stats::histogram read_histogram(const read_value& from) {
    std::vector<stats::histogram::bucket> buckets;
    for (const read_value& bucket : list(from, "buckets")) {
        if (!bucket.is_array() || bucket.size() != 3) {
            throw std::invalid_argument("\"buckets\" holds what is no bucket");
        }
        buckets.push_back({as_signed_whole(bucket[0], "buckets"),
                           as_signed_whole(bucket[1], "buckets"), as_whole(bucket[2], "buckets")});
    }
    return stats::histogram::restore(buckets, signed_whole(from, "min"), signed_whole(from, "max"),
                                     whole(from, "negative"), whole(from, "overflow"));
}

measure::parameter read_parameter(const read_value& from) {
    const read_value& value = member(from, "value");
    if (value.is_string()) {
        return {text(from, "name"), value.get<std::string>()};
    }
    return {text(from, "name"), as_whole(value, "value")};
}

json write_worst(const measure::worst_sample& sample) {
    return {{"raw_ns", sample.raw_ns},
            {"process", sample.process},
            {"round", sample.round},
            {"index", sample.index},
            {"disturbances", sample.disturbances}};
}

measure::worst_sample read_worst(const read_value& from) {
    measure::worst_sample sample;
    sample.raw_ns = number(from, "raw_ns");
    sample.process = whole(from, "process");
    sample.round = whole(from, "round");
    sample.index = whole(from, "index");
    sample.disturbances = texts(from, "disturbances");
    return sample;
}

/// Files from before there were events do not name a method, nor another case than the first, and
/// older ones count nothing.
void read_kind(const read_value& from, measure::case_record& record) {
    const auto valued_by = measure::parse_method(
        from.contains("method") ? text(from, "method") : std::string("unobserved_loop"));
    if (!valued_by) {
        throw std::invalid_argument("\"method\" is none");
    }
    record.valued_by = *valued_by;
    if (from.contains("compared_with")) {
        const std::string other = text(from, "compared_with");
        // It may have been renamed since.
        record.compared_with = has_guessed_key(from) ? guess_key(other).name() : other;
    }
    if (from.contains("repeated")) {
        record.repeated = whole(from, "repeated");
    }
    if (from.contains("counted")) {
        const read_value& counted = member(from, "counted");
        if (!counted.is_object()) {
            throw std::invalid_argument("\"counted\" is not an object");
        }
        for (const auto& [name, times] : counted.items()) {
            record.counted[name] = as_whole(times, "counted");
        }
    }
}

std::vector<int> read_cpus(const read_value& from) {
    std::vector<int> cpus;
    for (const read_value& one : list(from, "cpus")) {
        cpus.push_back(as_small_whole(one, "cpus"));
    }
    return cpus;
}

} // namespace

void write_key(const measure::case_key& key, json& to) {
    json parameters = json::array();
    for (const measure::parameter& one : key.parameters()) {
        parameters.push_back({{"name", one.name}});
        std::visit([&](const auto& value) { parameters.back()["value"] = value; }, one.value);
    }
    to["name"] = key.name();
    to["path"] = key.path();
    to["parameters"] = std::move(parameters);
}

bool has_guessed_key(const read_value& from) {
    return !from.contains("path") && !from.contains("parameters");
}

measure::case_key read_key(const read_value& from) {
    const std::string name = text(from, "name");
    if (has_guessed_key(from)) {
        return guess_key(name);
    }
    std::vector<measure::parameter> parameters;
    for (const read_value& one : list(from, "parameters")) {
        parameters.push_back(read_parameter(one));
        const std::string& last = parameters.back().name;
        if (!last.empty() && std::any_of(parameters.begin(), parameters.end() - 1,
                                         [&](const auto& other) { return other.name == last; })) {
            throw std::invalid_argument("\"parameters\" has one name twice");
        }
    }
    measure::case_key key(text(from, "path"), std::move(parameters));
    if (key.name() != name) {
        throw std::invalid_argument("\"name\" is not what \"path\" and \"parameters\" make");
    }
    return key;
}

json write_record(const measure::case_record& record) {
    json rounds = json::array();
    for (const measure::case_round& round : record.rounds) {
        rounds.push_back(write_round(round));
    }
    json worst = json::array();
    for (const measure::worst_sample& sample : record.worst) {
        worst.push_back(write_worst(sample));
    }
    json out;
    write_key(record.key, out);
    out.update({{"unit", record.unit},
                {"threads", record.threads},
                {"method", measure::to_string(record.valued_by)},
                {"compared_with", record.compared_with},
                {"repeated", record.repeated},
                {"counted", record.counted},
                {"cpus", record.cpus},
                {"failed_proofs", record.failures},
                {"rounds", std::move(rounds)},
                {"ns_per_count", record.ns_per_count},
                {"samples", write_histogram(record.samples)},
                {"worst", std::move(worst)}});
    return out;
}

measure::case_round read_round(const read_value& from) {
    measure::case_round round;
    round.process = whole(from, "process");
    round.round = whole(from, "round");
    round.operations = whole(from, "operations");
    round.value_ns = number(from, "value_ns");
    round.cpu_ns = number(from, "cpu_ns");
    round.cpu_user_ns = number(from, "cpu_user_ns");
    round.cpu_system_ns = number(from, "cpu_system_ns");
    round.voluntary_switches = number(from, "nvcsw_per_op");
    round.involuntary_switches = number(from, "nivcsw_per_op");
    round.units_per_operation = number(from, "units_per_op");
    round.fit.intercept = number(from, "fit_intercept_ns");
    round.fit.slope = number(from, "fit_slope_ns");
    if (from.contains("disturbances")) {
        round.disturbances = texts(from, "disturbances");
    }
    return round;
}

measure::case_record read_record(const read_value& from, std::vector<measure::case_round> rounds) {
    if (list(from, "rounds").size() != rounds.size()) {
        throw std::invalid_argument("\"rounds\" holds what is no round");
    }
    measure::case_record record;
    record.key = read_key(from);
    record.unit = text(from, "unit");
    record.threads = whole(from, "threads");
    read_kind(from, record);
    record.cpus = read_cpus(from);
    record.failures = texts(from, "failed_proofs");
    record.ns_per_count = number(from, "ns_per_count");
    record.rounds = std::move(rounds);
    record.samples = read_histogram(member(from, "samples"));
    for (const read_value& sample : list(from, "worst")) {
        record.worst.push_back(read_worst(sample));
    }
    return record;
}

} // namespace tollgate::report

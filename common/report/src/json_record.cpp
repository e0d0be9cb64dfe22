// SPDX-License-Identifier: BSL-1.0
#include "json_values.hpp"

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

measure::case_round read_round(const json& from) {
    measure::case_round round;
    from.at("process").get_to(round.process);
    from.at("round").get_to(round.round);
    from.at("operations").get_to(round.operations);
    from.at("value_ns").get_to(round.value_ns);
    from.at("cpu_ns").get_to(round.cpu_ns);
    from.at("cpu_user_ns").get_to(round.cpu_user_ns);
    from.at("cpu_system_ns").get_to(round.cpu_system_ns);
    from.at("nvcsw_per_op").get_to(round.voluntary_switches);
    from.at("nivcsw_per_op").get_to(round.involuntary_switches);
    from.at("units_per_op").get_to(round.units_per_operation);
    from.at("fit_intercept_ns").get_to(round.fit.intercept);
    from.at("fit_slope_ns").get_to(round.fit.slope);
    if (from.contains("disturbances")) {
        from.at("disturbances").get_to(round.disturbances);
    }
    return round;
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

stats::histogram read_histogram(const json& from) {
    std::vector<stats::histogram::bucket> buckets;
    for (const json& bucket : from.at("buckets")) {
        buckets.push_back({bucket.at(0).get<std::int64_t>(), bucket.at(1).get<std::int64_t>(),
                           bucket.at(2).get<std::uint64_t>()});
    }
    return stats::histogram::restore(
        buckets, from.at("min").get<std::int64_t>(), from.at("max").get<std::int64_t>(),
        from.at("negative").get<std::uint64_t>(), from.at("overflow").get<std::uint64_t>());
}

json write_worst(const measure::worst_sample& sample) {
    return {{"raw_ns", sample.raw_ns},
            {"process", sample.process},
            {"round", sample.round},
            {"index", sample.index},
            {"disturbances", sample.disturbances}};
}

measure::worst_sample read_worst(const json& from) {
    measure::worst_sample sample;
    from.at("raw_ns").get_to(sample.raw_ns);
    from.at("process").get_to(sample.process);
    from.at("round").get_to(sample.round);
    from.at("index").get_to(sample.index);
    from.at("disturbances").get_to(sample.disturbances);
    return sample;
}

/// Files from before there were events do not name a method, nor another case than the first, and
/// older ones count nothing.
void read_kind(const json& from, measure::case_record& record) {
    const auto valued_by = measure::parse_method(from.value("method", "unobserved_loop"));
    if (!valued_by) {
        throw std::invalid_argument("\"method\" is none");
    }
    record.valued_by = *valued_by;
    record.compared_with = from.value("compared_with", "");
    record.repeated = from.value("repeated", std::uint64_t{0});
    record.counted = from.value("counted", std::map<std::string, std::uint64_t>());
}

} // namespace

json write_record(const measure::case_record& record) {
    json rounds = json::array();
    for (const measure::case_round& round : record.rounds) {
        rounds.push_back(write_round(round));
    }
    json worst = json::array();
    for (const measure::worst_sample& sample : record.worst) {
        worst.push_back(write_worst(sample));
    }
    return {{"name", record.name},
            {"unit", record.unit},
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
            {"worst", std::move(worst)}};
}

measure::case_record read_record(const json& from) {
    measure::case_record record;
    from.at("name").get_to(record.name);
    from.at("unit").get_to(record.unit);
    from.at("threads").get_to(record.threads);
    read_kind(from, record);
    from.at("cpus").get_to(record.cpus);
    from.at("failed_proofs").get_to(record.failures);
    from.at("ns_per_count").get_to(record.ns_per_count);
    for (const json& round : from.at("rounds")) {
        record.rounds.push_back(read_round(round));
    }
    record.samples = read_histogram(from.at("samples"));
    for (const json& sample : from.at("worst")) {
        record.worst.push_back(read_worst(sample));
    }
    return record;
}

} // namespace tollgate::report

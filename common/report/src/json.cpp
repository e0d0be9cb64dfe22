// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>

#include "json_benchmarks.hpp"
#include "json_values.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

namespace tollgate::report {
namespace {

json write_interval(const std::optional<stats::interval>& range) {
    return range
               ? json{{"low", range->low}, {"high", range->high}, {"confidence", range->confidence}}
               : json(nullptr);
}

json write_noise_floor(const result& seen) {
    if (seen.cases.empty()) {
        return nullptr;
    }
    const measure::noise_floor floor = seen.noise_floor();
    json out{{"case", seen.cases.front().record.key.name()},
             {"ratio", floor.ratio},
             {"range", write_interval(floor.range)},
             {"claims_difference", floor.claims_difference}};
    if (const auto smallest = floor.smallest_difference()) {
        out["smallest_difference"] = *smallest;
    }
    return out;
}

/// What is concluded from each case, for readers who would not compute it again.
json write_conclusions(const result& seen) {
    json out = json::array();
    for (const auto& [record, of] : seen.cases) {
        json one{{"name", record.key.name()},
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
        if (of.undisturbed_ns) {
            one["undisturbed_ns"] = of.undisturbed_ns->value;
        }
        out.push_back(std::move(one));
    }
    return out;
}

json write_own_part(const result& seen) {
    json verdicts = json::array();
    for (const environment::verdict& one : seen.environment) {
        verdicts.push_back(write_verdict(one));
    }
    json records = json::array();
    for (const measure::case_result& one : seen.cases) {
        records.push_back(write_record(one.record));
    }
    json unavailable = json::array();
    for (const unavailable_case& one : seen.unavailable) {
        write_key(one.key, unavailable.emplace_back());
        unavailable.back()["reason"] = one.reason;
    }
    return {{"format_version", format_version},
            {"partial", seen.partial()},
            {"proven", seen.proven()},
            {"stopped", measure::to_string(seen.stopped)},
            {"rounds", seen.rounds},
            {"processes", seen.processes},
            {"took_s", seen.took_s},
            {"budget_s", seen.budget_s},
            {"about", write_about(seen.about)},
            {"calibration", write_calibration(seen.clock)},
            {"environment", std::move(verdicts)},
            {"noise_floor", write_noise_floor(seen)},
            {"classical", seen.classical ? write_classical(*seen.classical) : json(nullptr)},
            {"conclusions", write_conclusions(seen)},
            {"unavailable", std::move(unavailable)},
            {"notes", seen.notes},
            {"failed_proofs", seen.failures},
            {"cases", std::move(records)},
            {"twin", write_record(seen.twin.record)}};
}

} // namespace

std::string to_json(const result& seen) {
    return text_of({{"context", google_context(seen.about)},
                    {"benchmarks", google_benchmarks(seen)},
                    {"tollgate", write_own_part(seen)}});
}

std::string to_ci_json(const result& seen) {
    return text_of({{"context", google_context(seen.about)}, {"benchmarks", google_medians(seen)}});
}

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>

#include "json_benchmarks.hpp"
#include "json_conclusions.hpp"
#include "json_explanation.hpp"
#include "json_pairs.hpp"
#include "json_rounds.hpp"

#include <algorithm>
#include <cmath>

namespace tollgate::report {
namespace {

template <class Values, class Write>
json list_of(const Values& values, Write write) {
    json all = json::array();
    for (const auto& one : values) {
        all.push_back(write(one));
    }
    return all;
}

json write_unavailable(const unavailable_case& one) {
    json out;
    write_key(one.key, out);
    out["reason"] = one.reason;
    if (one.failed) {
        out["failed"] = true;
    }
    return out;
}

/// What a result file and a digest have in common.
json write_run(const result& seen) {
    json out{{"format_version", format_version},
             {"partial", seen.partial()},
             {"proven", seen.proven()},
             {"stopped", measure::to_string(seen.stopped)},
             {"rounds", seen.rounds},
             {"passes", seen.passes},
             {"took_s", seen.took_s},
             {"budget_s", seen.budget_s},
             {"spread_over_s", seen.spread_over_s},
             {"about", write_about(seen.about)},
             {"calibration", write_calibration(seen.clock)},
             {"environment", list_of(seen.environment, write_verdict)},
             {"speed", write_speed(seen.speed)},
             {"noise_floors", list_of(seen.noise_floors(), write_noise_floor)},
             {"classical", seen.classical ? write_classical(*seen.classical) : json(nullptr)},
             {"unavailable", list_of(seen.unavailable, write_unavailable)},
             {"notes", seen.notes},
             {"failed_proofs", seen.failures}};
    if (!seen.guests.empty()) {
        out["guests"] = seen.guests;
    }
    if (seen.explanation) {
        out["explanation"] = write_explanation(*seen.explanation);
    }
    return out;
}

json write_measured(const result& seen) {
    json out = write_run(seen);
    out["conclusions"] = list_of(seen.cases, write_conclusion);
    out["round_columns"] = round_columns;
    out["cases"] = list_of(seen.cases, [](const auto& one) { return write_record(one.record); });
    out["twins"] = list_of(seen.twins, [](const auto& one) { return write_record(one.record); });
    return out;
}

json write_digested_case(const measure::case_result& one) {
    return write_case(one.record, most_gaps_of_digest);
}

json write_concluded(const result& seen) {
    json out = write_run(seen);
    out["digest"] = true;
    out["conclusions"] = list_of(seen.cases, write_whole_conclusion);
    out["curves"] = list_of(seen.cases, write_curve);
    out["comparisons"] = list_of(seen.comparisons(), write_comparison);
    out["cases"] = list_of(seen.cases, write_digested_case);
    out["twins"] = list_of(seen.twins, write_digested_case);
    return out;
}

bool is_finite(const json& value) {
    if (value.is_structured()) {
        return std::all_of(value.begin(), value.end(), is_finite);
    }
    return !value.is_number_float() || std::isfinite(value.get<double>());
}

} // namespace

std::string to_json(const result& seen, letters in) {
    if (seen.digest) {
        return to_digest(seen, in);
    }
    return text_of({{"context", google_context(seen.about)},
                    {"benchmarks", google_benchmarks(seen)},
                    {"tollgate", write_measured(seen)}},
                   in);
}

std::string to_digest(const result& seen, letters in) {
    const json whole{{"context", google_context(seen.about)}, {"tollgate", write_concluded(seen)}};
    // It would be null, and a digest has nothing that it could be computed from again.
    if (!is_finite(whole)) {
        throw unreadable_result("a figure that follows from it is too large for a number");
    }
    return text_of(whole, in);
}

std::string to_ci_json(const result& seen) {
    return text_of({{"context", google_context(seen.about)}, {"benchmarks", google_medians(seen)}});
}

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/bmf.hpp>

#include "json_values.hpp"

#include <tollgate/measure/case_summary.hpp>

namespace tollgate::report {
namespace {

json metric(const measure::estimate& median_ns) {
    json out{{"value", median_ns.value}};
    if (median_ns.range) {
        out["lower_value"] = median_ns.range->low;
        out["upper_value"] = median_ns.range->high;
    }
    return out;
}

} // namespace

std::string to_bmf(const result& seen) {
    json all = json::object();
    for (const measure::case_record& record : seen.cases) {
        if (!record.rounds.empty()) {
            all.emplace(record.name,
                        json{{"latency", metric(measure::summarize(record).value_ns)}});
        }
    }
    return text_of(all);
}

} // namespace tollgate::report

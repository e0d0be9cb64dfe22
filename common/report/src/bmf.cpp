// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/bmf.hpp>

#include "json_values.hpp"

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
    for (const auto& [record, summary] : seen.cases) {
        if (summary.rounds != 0) {
            all.emplace(record.key.name(), json{{"latency", metric(summary.value_ns)}});
        }
    }
    return text_of(all);
}

} // namespace tollgate::report

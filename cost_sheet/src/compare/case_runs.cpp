// SPDX-License-Identifier: BSL-1.0
#include "compare/case_runs.hpp"

#include <tollgate/stats/quantile.hpp>

#include <cmath>

namespace tollgate::cost_sheet {

std::vector<double> run_logs(const run_list& runs, const std::string& name) {
    std::vector<double> logs;
    logs.reserve(runs.size());
    for (const measured_run* one : runs) {
        logs.push_back(std::log(one->cases.at(name).value_ns));
    }
    return logs;
}

double log_ratio_of(const case_runs& one) {
    return stats::median(run_logs(one.new_runs, one.name)) -
           stats::median(run_logs(one.old_runs, one.name));
}

} // namespace tollgate::cost_sheet

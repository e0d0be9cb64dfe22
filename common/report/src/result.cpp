// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/result.hpp>

#include <algorithm>

namespace tollgate::report {

double classical_figure::compensated_ns() const {
    if (switches == 0) {
        return 0;
    }
    return static_cast<double>(switches_total_ns - calls_total_ns) / static_cast<double>(switches);
}

bool result::proven() const {
    return stopped != measure::stop_reason::failed && failures.empty() && twin.failures.empty() &&
           std::all_of(cases.begin(), cases.end(),
                       [](const measure::case_record& one) { return one.failures.empty(); });
}

} // namespace tollgate::report

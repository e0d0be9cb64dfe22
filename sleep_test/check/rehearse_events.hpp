// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <vector>

namespace tollgate::sleep_test {

/// Runs a case of events briefly with each clock. Returns what was wrong, a line each with the
/// names of case and clock.
inline std::vector<std::string> rehearse_events(const measure::measured_case& one) {
    const measure::schedule asked{1, {{3, 1}}};
    std::vector<std::string> wrong;
    for (const clock::source source : clock::all_sources) {
        for (const std::string& what :
             measure::failed_event_proofs(one.run(asked, source), asked)) {
            wrong.push_back(one.name);
            wrong.back().append(" with ").append(clock::to_string(source)).append(": ") += what;
        }
    }
    return wrong;
}

} // namespace tollgate::sleep_test

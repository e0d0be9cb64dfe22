// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cancel_test {

/// A case with a round for each value, numbered through.
inline measure::case_record made_up_case(std::string name, const std::vector<double>& values_ns) {
    measure::case_record record;
    record.name = std::move(name);
    for (const double value_ns : values_ns) {
        measure::case_round round;
        round.round = record.rounds.size();
        round.operations = 1;
        round.value_ns = value_ns;
        record.rounds.push_back(round);
    }
    return record;
}

inline report::result made_up_result(std::vector<measure::case_record> cases) {
    report::result seen;
    seen.cases = std::move(cases);
    return seen;
}

} // namespace tollgate::cancel_test

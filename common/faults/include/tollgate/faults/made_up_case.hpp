// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/guessed_key.hpp>

#include <string>
#include <vector>

namespace tollgate::faults {

/// A case that nobody ran, with a round of one operation for each value, numbered through.
inline measure::case_record made_up_case(const std::string& name,
                                         const std::vector<double>& values_ns) {
    measure::case_record record;
    record.key = report::guess_key(name);
    for (const double value_ns : values_ns) {
        measure::case_round round;
        round.round = record.rounds.size();
        round.operations = 1;
        round.value_ns = value_ns;
        record.rounds.push_back(round);
    }
    return record;
}

} // namespace tollgate::faults

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/made_up_result.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/guessed_key.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::sleep_test {

using faults::made_up_result;

struct made_up_round {
    double median_ns;
    double mean_ns;
    std::uint64_t events = 1;
};

/// A case of events with these rounds, numbered through.
inline measure::case_record made_up_case(const std::string& name,
                                         const std::vector<made_up_round>& rounds) {
    measure::case_record record;
    record.key = report::guess_key(name);
    record.valued_by = measure::method::single_events;
    for (const made_up_round& one : rounds) {
        measure::case_round round;
        round.round = record.rounds.size();
        round.operations = one.events;
        round.value_ns = one.median_ns;
        round.fit.slope = one.mean_ns;
        record.rounds.push_back(round);
    }
    return record;
}

} // namespace tollgate::sleep_test

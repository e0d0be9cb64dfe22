// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/made_up_result.hpp>
#include <tollgate/measure/case_record.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

using faults::made_up_result;

struct made_up_round {
    double value_ns;
    double cpu_ns = 0;
    double switches = 0;
    double overhead_ns = 0;
};

/// A case with these rounds, numbered through, and single operations that took so many counts of a
/// nanosecond.
inline measure::case_record made_up_case(std::string name, const std::vector<made_up_round>& rounds,
                                         const std::vector<std::int64_t>& samples = {}) {
    measure::case_record record;
    record.name = std::move(name);
    for (const made_up_round& one : rounds) {
        measure::case_round round;
        round.round = record.rounds.size();
        round.operations = 1;
        round.value_ns = one.value_ns;
        round.cpu_ns = one.cpu_ns;
        round.voluntary_switches = one.switches;
        round.fit.intercept = one.overhead_ns;
        round.fit.slope = one.value_ns;
        record.rounds.push_back(round);
    }
    for (const std::int64_t sample : samples) {
        record.samples.add(sample);
    }
    return record;
}

} // namespace tollgate::queue_test

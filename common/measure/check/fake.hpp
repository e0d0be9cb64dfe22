// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// A round whose line goes through the origin and agrees with the value.
inline case_round round_of(double value_ns, std::uint64_t round, std::uint64_t process = 0) {
    case_round round_figures;
    round_figures.process = process;
    round_figures.round = round;
    round_figures.operations = 1000;
    round_figures.value_ns = value_ns;
    round_figures.fit = {0, value_ns};
    return round_figures;
}

/// The same with the times of the reference loops before and after it.
inline case_round round_beside(double before_ns, double after_ns, double value_ns,
                               std::uint64_t round, std::uint64_t process = 0) {
    case_round round_figures = round_of(value_ns, round, process);
    round_figures.reference_before_ns = before_ns;
    round_figures.reference_after_ns = after_ns;
    return round_figures;
}

/// Adds rounds with these values to a pass.
inline void add_rounds(case_record& record, const std::vector<double>& values_ns,
                       std::uint64_t process = 0) {
    for (std::size_t i = 0; i < values_ns.size(); ++i) {
        record.rounds.push_back(round_of(values_ns[i], i, process));
    }
}

/// Rounds 0, 1, 2 … of process 0.
inline case_record record_of(const std::vector<double>& values_ns, std::string name = "fake/case") {
    case_record record;
    record.key = std::move(name);
    add_rounds(record, values_ns);
    return record;
}

/// A pass for each value, with `rounds` rounds of this value.
inline case_record passes_of(const std::vector<double>& values_ns, std::string name = "fake/case",
                             std::size_t rounds = 1) {
    case_record record;
    record.key = std::move(name);
    for (std::size_t pass = 0; pass < values_ns.size(); ++pass) {
        add_rounds(record, std::vector<double>(rounds, values_ns[pass]), pass);
    }
    return record;
}

} // namespace tollgate::measure

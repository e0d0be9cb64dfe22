// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <tollgate/report/result.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {

/// Names of cases and the values of their rounds in ns.
using made_up_values = std::map<std::string, std::vector<double>>;

inline std::string made_up_date(std::int64_t seconds) {
    const std::chrono::sys_seconds moment{std::chrono::seconds{1'700'000'000 + seconds}};
    return fmt::format("{:%FT%T}+00:00", moment);
}

/// Makes the reference loops beside its batches take so long, give or take a thousandth.
inline void reference_loops_take(report::result& run, double ns) {
    for (measure::case_result& result : run.cases) {
        for (measure::case_round& round : result.record.rounds) {
            round.reference_before_ns = round.reference_after_ns =
                ns * (1 + 0.001 * static_cast<double>(round.process % 3));
        }
    }
}

/// A run of testFiber on one machine, that many seconds after the first; each round is a pass.
inline report::result made_up_run(std::int64_t seconds, const made_up_values& values) {
    report::result seen;
    seen.about.program = "testFiber";
    seen.about.date = made_up_date(seconds);
    seen.about.host_name = "alpha";
    seen.about.cpu_model = "Abacus 1";
    seen.about.topology = "2 CPUs";
    seen.about.cpus = 2;
    seen.about.kernel = "Linux 6.1";
    seen.about.compiler = "g++ 12.2.0";
    seen.about.version = "0.1.0";
    for (const auto& [name, rounds] : values) {
        measure::case_record record;
        record.key = name;
        record.unit = "one operation";
        for (const double value_ns : rounds) {
            measure::case_round round;
            round.process = round.round = record.rounds.size();
            round.operations = 1000;
            round.value_ns = value_ns;
            record.rounds.push_back(round);
        }
        seen.rounds = record.rounds.size();
        seen.cases.push_back(std::move(record));
    }
    reference_loops_take(seen, 100);
    if (!seen.cases.empty()) {
        seen.twins = {seen.cases.front()};
    }
    return seen;
}

/// The values of the rounds of a case that costs so much, give or take a hundredth.
inline std::vector<double> rounds_about(double ns) {
    return {ns * 0.99, ns * 0.995, ns, ns, ns, ns * 1.002, ns * 1.005, ns * 1.01};
}

/// A side of such runs, whose files are called 0, 1, 2 …
inline side made_up_side(std::string operand, const std::vector<report::result>& runs) {
    side made;
    for (const report::result& run : runs) {
        add_file(run, false, fmt::format("{}/{}", operand, made.files.size()), purpose::comparison,
                 made);
    }
    made.operand = std::move(operand);
    return made;
}

} // namespace tollgate::cost_sheet

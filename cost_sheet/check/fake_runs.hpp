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
using fake_values = std::map<std::string, std::vector<double>>;

inline std::string fake_date(std::int64_t seconds) {
    const std::chrono::sys_seconds moment{std::chrono::seconds{1'700'000'000 + seconds}};
    return fmt::format("{:%FT%T}+00:00", moment);
}

/// Sets the time of the reference loops of all rounds, with a scatter of a thousandth.
inline void reference_loops_take(report::result& run, double ns) {
    for (measure::case_result& result : run.cases) {
        for (measure::case_round& round : result.record.rounds) {
            round.reference_before_ns = round.reference_after_ns =
                ns * (1 + 0.001 * static_cast<double>(round.process % 3));
        }
    }
}

/// A run of testFiber on one machine, `seconds` after the first; each round is a pass.
inline report::result fake_run(std::int64_t seconds, const fake_values& values) {
    report::result run;
    run.about.program = "testFiber";
    run.about.date = fake_date(seconds);
    run.about.host_name = "alpha";
    run.about.cpu_model = "Abacus 1";
    run.about.topology = "2 CPUs";
    run.about.cpus = 2;
    run.about.kernel = "Linux 6.1";
    run.about.compiler = "g++ 12.2.0";
    run.about.version = "0.1.0";
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
        run.rounds = record.rounds.size();
        run.cases.push_back(std::move(record));
    }
    reference_loops_take(run, 100);
    if (!run.cases.empty()) {
        run.controls = {run.cases.front()};
    }
    return run;
}

/// The values of the rounds of a case with this cost, with a scatter of a hundredth.
inline std::vector<double> rounds_about(double ns) {
    return {ns * 0.99, ns * 0.995, ns, ns, ns, ns * 1.002, ns * 1.005, ns * 1.01};
}

/// A side of such runs, in files 0, 1, 2 …
inline side fake_side(std::string operand, const std::vector<report::result>& runs) {
    side loaded;
    for (const report::result& run : runs) {
        add_file(run, false, fmt::format("{}/{}", operand, loaded.files.size()),
                 purpose::comparison, loaded);
    }
    loaded.operand = std::move(operand);
    return loaded;
}

} // namespace tollgate::cost_sheet

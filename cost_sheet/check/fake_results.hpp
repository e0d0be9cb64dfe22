// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::cost_sheet {

inline void set_percentiles(case_row& row, std::optional<double> p50, std::optional<double> p90,
                            std::optional<double> p99, std::optional<double> p99_9) {
    std::size_t next = 0;
    for (const std::optional<double>& ns : {p50, p90, p99, p99_9}) {
        row.summary.percentiles.at(next++).corrected_ns = ns;
    }
}

/// A case with this cost, within `error_ns`.
inline case_row fake_case(const std::string& name, double value_ns, double error_ns,
                          std::size_t file = 0) {
    case_row row;
    row.file = row.cost.file.emplace(file);
    row.record.key = report::guess_key(name);
    row.record.unit = "one operation";
    row.cost.ns = {value_ns, stats::interval{value_ns - error_ns, value_ns + error_ns, 0.95}};
    row.cost.noise_floor = 0.02;
    row.summary.value_ns = row.cost.ns;
    row.summary.rounds = 40;
    row.summary.samples = 100'000;
    set_percentiles(row, value_ns, value_ns * 1.5, value_ns * 3, value_ns * 10);
    row.summary.max_corrected_ns = value_ns * 1000;
    row.summary.cpu_ns = value_ns;
    return row;
}

/// Gives the case quiet rounds, a `share` of its rounds, in which it was cheaper.
inline void make_quiet(case_row& row, double share, const measure::estimate& all_rounds) {
    row.summary.quiet_rounds =
        static_cast<std::uint64_t>(share * static_cast<double>(row.summary.rounds));
    row.cost.all_rounds = {all_rounds, {}};
}

inline result_file fake_file(const std::string& program, const std::string& path) {
    result_file file;
    file.path = path;
    file.label = program;
    file.about.program = program;
    file.about.cpu_model = "An Example CPU";
    file.noise_floor = 0.02;
    file.clock.reading_ns_p50 = 20;
    file.rounds = 40;
    file.passes = 9;
    return file;
}

} // namespace tollgate::cost_sheet

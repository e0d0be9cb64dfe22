// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sheet.hpp"

#include <tollgate/report/json.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace tollgate::cost_sheet {

/// A case that costs so much, within `error_ns`.
inline sheet_case made_up_case(const std::string& name, double value_ns, double error_ns,
                               std::size_t file = 0) {
    sheet_case one;
    one.file = file;
    one.key = report::guess_key(name);
    one.unit = "one operation";
    one.value_ns = value_ns;
    one.range = stats::interval{value_ns - error_ns, value_ns + error_ns, 0.95};
    one.noise_floor = 0.02;
    one.rounds = 40;
    one.samples = 100'000;
    one.percentiles_ns = {value_ns, value_ns * 1.5, value_ns * 3, value_ns * 10};
    one.max_ns = value_ns * 1000;
    one.cpu_ns = value_ns;
    return one;
}

inline sheet_file made_up_file(std::string program, std::string path) {
    sheet_file file;
    file.label = program;
    file.about.program = std::move(program);
    file.about.cpu_model = "An Example CPU";
    file.path = std::move(path);
    file.noise_floor = 0.02;
    file.clock.reading_ns_p50 = 20;
    file.rounds = 40;
    file.passes = 9;
    return file;
}

} // namespace tollgate::cost_sheet

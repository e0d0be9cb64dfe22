// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/verdict.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/report/context.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What a sheet says of one result file besides its cases.
/// Every text in it came from the file and may hold any bytes; see printable.hpp.
struct sheet_file {
    std::string path;
    std::string label; ///< what rows call it, "testFiber" or, where that is ambiguous, its path
    report::context about;
    /// Written by Google Benchmark of another program: context and values are all there is.
    bool foreign = false;
    bool partial = false;
    bool proven = true;
    measure::calibration clock; ///< meaningless if foreign
    std::vector<environment::verdict> environment;
    std::optional<double> noise_floor; ///< smallest difference, as a share; absent: not known
    std::uint64_t rounds = 0;
    std::uint64_t processes = 1;
    double took_s = 0;
    std::vector<report::unavailable_case> unavailable;
    std::vector<std::string> notes;
    std::vector<std::string> failures; ///< proofs that failed, those of its cases included
};

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::run {

/// What a program can measure with these options on this machine. Making it starts nothing.
struct case_list {
    std::vector<measure::measured_case> cases;
    std::vector<report::unavailable_case> unavailable;
    std::vector<std::string> notes; ///< for the report
};

} // namespace tollgate::run

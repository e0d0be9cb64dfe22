// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::run {

/// The cases of a program with these options on this machine. Making a list starts nothing.
struct case_list {
    std::vector<measure::measured_case> cases;         ///< those that can be measured
    std::vector<report::unavailable_case> unavailable; ///< those that cannot, and why
    std::vector<std::string> notes;                    ///< remarks for the report
};

} // namespace tollgate::run

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::run {

/// The cases of a program, with its options, on this machine. Making a list starts nothing.
struct case_list {
    std::vector<measure::measured_case> cases;         ///< the cases that can be measured
    std::vector<report::unavailable_case> unavailable; ///< the other cases, with the reasons
    std::vector<std::string> notes;                    ///< remarks for the report
};

} // namespace tollgate::run

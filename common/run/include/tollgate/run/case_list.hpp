// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::run {

/// The cases that a program with certain options has on this machine. A list runs no case.
struct case_list {
    std::vector<measure::measured_case> cases;         ///< the cases that can be measured
    std::vector<report::unavailable_case> unavailable; ///< the other cases, with the reasons
    std::vector<std::string> notes;                    ///< remarks for the report
};

} // namespace tollgate::run

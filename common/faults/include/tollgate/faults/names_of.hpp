// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <vector>

namespace tollgate::faults {

/// Of the cases that can be measured, in their order.
inline std::vector<std::string> names_of(const cli::case_list& list) {
    std::vector<std::string> all;
    all.reserve(list.cases.size());
    for (const measure::measured_case& one : list.cases) {
        all.push_back(one.key.name());
    }
    return all;
}

} // namespace tollgate::faults

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cases.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>

#include <string>
#include <vector>

namespace tollgate::cancel_test {

/// The cases on a machine that need not exist, with these arguments.
inline cli::case_list cases_on(const cpu::topology& machine,
                               const std::vector<std::string>& arguments) {
    return make_cases(cli::parse_command_line(describe_program(), arguments), machine);
}

inline std::vector<std::string> names_of(const cli::case_list& list) {
    std::vector<std::string> all;
    for (const measure::measured_case& one : list.cases) {
        all.push_back(one.name);
    }
    return all;
}

} // namespace tollgate::cancel_test

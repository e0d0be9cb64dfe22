// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cases.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/faults/names_of.hpp>
#include <tollgate/faults/unavailable_in.hpp>

#include <string>
#include <vector>

namespace tollgate::timeout_test {

using faults::names_of;
using faults::unavailable_in;

/// The cases on a machine that need not exist, with these arguments.
inline cli::case_list cases_on(const cpu::topology& machine,
                               const std::vector<std::string>& arguments) {
    return make_cases(cli::parse_command_line(describe_program(), arguments), machine);
}

} // namespace tollgate::timeout_test

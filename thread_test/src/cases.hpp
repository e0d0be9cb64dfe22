// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/placement.hpp>

#include <cstdint>
#include <string>

namespace tollgate::thread_test {

/// Every case for these options: a new one is one line in the table of cases.cpp and one baton
/// beside it. Starts nothing.
[[nodiscard]] cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine);

/// thread/NAME/threads:N/placement:P
[[nodiscard]] std::string case_name(const char* name, std::uint64_t threads,
                                    cpu::placement placement);

} // namespace tollgate::thread_test

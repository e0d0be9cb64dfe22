// SPDX-License-Identifier: BSL-1.0
#pragma once

// Checks that every measuring program must pass. The checks run over the table of cases of the
// program. The CMake function tollgate_program_checks adds them.

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/case_key.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tollgate::testing {

/// The arguments of a program.
using command_line = std::vector<std::string>;

/// The program to check, and the command lines for the checks.
///
///     tollgate::testing::register_program_checks(
///         {.describe = [] { return cli::program{}; },
///          .listings = "listings.txt",
///          .rehearsed = {{}}}); // one command line, which has no arguments
struct checked_program {
    cli::program (*describe)(); ///< the program; called only while the checks run
    /// The file with the names of the cases of the program, a line for each name. See
    /// expect_known_names.
    std::filesystem::path listings;
    /// The checks run every case that these command lines choose.
    std::vector<command_line> rehearsed;
    /// The checks also run every case that this command line chooses. They interrupt the case, and
    /// refuse to start the threads of the case.
    command_line briefly{};
    /// Returns whether this build has a case. Without this function, the build has all cases.
    std::function<bool(const measure::case_key&)> is_built{};
    /// Returns whether this build has the headline cases. Without this function, it has them.
    std::function<bool()> has_headline_cases{};
    /// Returns whether a case can run on this machine. Without this function, all cases can run.
    std::function<bool(const measure::case_key&)> may_run{};
};

/// Registers the checks of a program in GoogleTest. Call this function before RUN_ALL_TESTS(). The
/// function returns true.
bool register_program_checks(checked_program checked);

} // namespace tollgate::testing

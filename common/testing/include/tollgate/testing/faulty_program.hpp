// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::testing {

/// A case of a faulty program. The loop of the case has a mistake, or no mistake.
struct mistaken_case {
    std::string mistake; ///< the value of the option --mistake
    /// Makes the case.
    std::function<measure::measured_case(const cli::options&)> make;
};

/// Returns a program with a deliberate mistake. The program has only one case: the case that the
/// option --mistake names. The default is the first of `cases`, whose loop has no mistake. The
/// CMake function tollgate_expect_ending (tollgate_build.cmake) checks the exit code of the
/// program.
///
///     cli::program description;
///     description.name = "testNothing";
///     const cli::program faulty = testing::faulty_program(description, {{"none", {}}});
///
/// `description` describes the measuring program, or a similar program. The faulty program keeps
/// the members `members`, `kind` and `own` of the description. The faulty program does not have the
/// shared options that choose cases. If the description has a clock-pair run, the clock-pair run
/// measures the case of --mistake.
[[nodiscard]] cli::program faulty_program(cli::program description,
                                          std::vector<mistaken_case> cases);

} // namespace tollgate::testing

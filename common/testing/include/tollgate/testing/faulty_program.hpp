// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::testing {

/// A case whose loop has a mistake, or no mistake.
struct mistaken_case {
    std::string mistake; ///< the value of --mistake
    /// Makes the case.
    std::function<measure::measured_case(const cli::options&)> make;
};

/// A program that is wrong on purpose: its only case is the one that --mistake names. The default
/// is the first of `cases`, which has no mistake. Checks look at its exit code, with
/// tollgate_expect_ending of tollgate_build.cmake.
///
///     cli::program description;
///     description.name = "testNothing";
///     const cli::program faulty = testing::faulty_program(description, {{"none", {}}});
///
/// `description` is the program that measures, or a similar program. Its members, its kind and its
/// own options stay. The shared options that choose among its cases are removed. If it has a
/// clock-pair run, that run measures the same case.
[[nodiscard]] cli::program faulty_program(cli::program description,
                                          std::vector<mistaken_case> cases);

} // namespace tollgate::testing

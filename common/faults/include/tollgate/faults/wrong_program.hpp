// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::faults {

/// A case whose loop has a mistake, or none.
struct mistaken_case {
    std::string mistake; ///< how --mistake names it
    std::function<measure::measured_case(const cli::options&)> make;
};

/// A measuring program whose only case is the one that --mistake names: the first of `cases` when
/// it is not given, which is right. What a check asks is how it ends: tollgate_expect_ending in
/// tollgate_build.cmake. The classical run, where `what` has one, observes that case.
///
/// @param what the program that really measures, or one like it. Its members, its kind and its own
///     options stay; the shared options that choose among its cases go.
[[nodiscard]] cli::program wrong_program(cli::program what, std::vector<mistaken_case> cases);

} // namespace tollgate::faults

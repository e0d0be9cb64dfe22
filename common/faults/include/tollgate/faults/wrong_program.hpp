// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/number.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/faults/mistake.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace tollgate::faults {

/// A measuring program with one case, whose loop is right or has the mistake that --mistake names.
/// What a check asks is how it ends: tollgate_expect_mistakes_caught in tollgate_build.cmake.
struct wrong_program {
    std::string name;               ///< "wrong_fiber_loop"
    std::string loop;               ///< "fiber/ring": the case is then fiber/ring/fibers:4
    std::string members;            ///< as in cli::program
    cli::whole_range members_range; ///< as in cli::program
    std::string kind;               ///< as in cli::program

    /// The case of this name, with so many members: around the loop that is really measured if
    /// there is no mistake, else by make_wrong_case.
    std::function<measure::measured_case(const std::string& name, std::uint64_t members, mistake)>
        make;
};

/// The program for cli::run_program.
[[nodiscard]] cli::program describe(const wrong_program& what);

} // namespace tollgate::faults

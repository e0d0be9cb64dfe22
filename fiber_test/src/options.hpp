// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scheduler.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::fiber_test {

/// What only this program lets a user choose.
struct fiber_options {
    /// One of Boost's at the most, and that first.
    std::vector<scheduler> schedulers;
    std::size_t stack_size = 0; ///< bytes
};

[[nodiscard]] std::vector<cli::own_option> own_options();

/// The options above out of all of them.
[[nodiscard]] fiber_options read_fiber_options(const cli::options& chosen);

} // namespace tollgate::fiber_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sheet.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// One line of a sweep: cases that differ in one number alone.
struct sweep_line {
    measure::case_key of_all; ///< the cases' key without that parameter
    struct at {
        double x = 0;
        std::size_t of = 0; ///< index into sheet::cases
    };
    std::vector<at> points; ///< ascending in x, at least three
};

/// Cost over a number: fibers, threads, capacity, slice_ms, timers ...
struct sweep {
    std::string program; ///< of the names, "fiber"
    std::string over;    ///< the parameter
    std::vector<sweep_line> lines;
};

/// Finds three or more cases of one file that differ in one number alone. Pure.
[[nodiscard]] std::vector<sweep> find_sweeps(const sheet& all);

/// Cases that differ in their placement alone.
struct placement_row {
    measure::case_key of_all; ///< without the placement
    struct at {
        std::string placement;
        std::size_t of = 0;
    };
    std::vector<at> bars; ///< at least two
};

[[nodiscard]] std::vector<placement_row> find_placements(const sheet& all);

} // namespace tollgate::cost_sheet

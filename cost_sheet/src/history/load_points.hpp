// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>

namespace tollgate::cost_sheet {

/// The results of a point: its old runs, if it has such, and its new ones.
struct loaded_point {
    std::string name;
    std::array<side, 2> sides;
    bool in_pairs = false;
};

/// Calls `use` with each point of a history, in the order of time; read_history describes the
/// folder. Throws run::usage_error if there is no point.
void load_points(const std::string& folder, const std::optional<std::string>& only,
                 const std::function<void(const loaded_point&)>& use);

} // namespace tollgate::cost_sheet

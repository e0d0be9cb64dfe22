// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/placement.hpp>

#include <cassert>

namespace tollgate::cpu {

std::string_view to_string(placement which) {
    switch (which) {
    case placement::free:
        return "free";
    case placement::same:
        return "same";
    case placement::smt:
        return "smt";
    case placement::core:
        return "core";
    case placement::far:
        return "far";
    }
    assert(false && "not a placement");
    return "?";
}

std::optional<placement> parse_placement(std::string_view text) {
    for (const placement which : all_placements) {
        if (to_string(which) == text) {
            return which;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::cpu

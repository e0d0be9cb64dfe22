// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

namespace tollgate::run {

/// A guest that this project has, as `make guests` left it.
struct built_guest {
    std::string name;
    std::string command; ///< empty: there is none
    std::string why_not;
};

/// Those in build/guests beside this program, or in the folder that TOLLGATE_GUESTS names, by name:
/// NAME/guest is a program, NAME/left_out a line that says why there is none. Bytes of it outside
/// printable ASCII become `?`.
[[nodiscard]] std::vector<built_guest> all_built_guests();

/// That one. Without it, the reason says which there are.
[[nodiscard]] built_guest find_built_guest(const std::string& name);

} // namespace tollgate::run

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "captured.hpp"
#include "made_up_program.hpp"

#include <string>
#include <vector>

namespace tollgate::cli {

using tokens = std::vector<std::string>;

/// made_up::run(), as seen from outside.
inline seen_outside run(const tokens& arguments, const program& what = made_up::describe()) {
    return observe([&] { return made_up::run(arguments, what); });
}

} // namespace tollgate::cli

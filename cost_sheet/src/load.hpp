// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sheet.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// How much of each case is kept.
enum class detail {
    figures,      ///< for a terminal
    distributions ///< curves and rounds, too, for a page
};

/// Reads the files one after the other and keeps of each what a sheet shows: of a file that
/// explains a case the explanation, and no case. A file that cannot be read costs a line in
/// `unreadable`, nothing else. `begins`, if given, is told the index of each.
[[nodiscard]] sheet load(const std::vector<std::string>& paths, detail kept,
                         const std::function<void(std::size_t)>& begins = {});

} // namespace tollgate::cost_sheet

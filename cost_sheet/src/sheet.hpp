// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sheet_case.hpp"
#include "sheet_file.hpp"

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// All that is shown at once: the files that could be read, in the order they were named, and
/// their cases in the files' order.
struct sheet {
    std::vector<sheet_file> files;
    std::vector<sheet_case> cases;
    /// A line for each file that could not be read, and for what the reader of the sheet must know
    /// (the same case in two files). Printable.
    std::vector<std::string> unreadable;
    std::vector<std::string> warnings;

    [[nodiscard]] bool proven() const;
};

} // namespace tollgate::cost_sheet

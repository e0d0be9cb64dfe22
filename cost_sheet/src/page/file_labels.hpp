// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sheet.hpp"

#include <set>
#include <string>
#include <string_view>

namespace tollgate::cost_sheet {

/// Says of which file a case is, where its name alone does not. Refers to the sheet.
class file_labels {
public:
    explicit file_labels(const sheet& all);

    /// What follows the case's name, as markup: nothing, or the file's label after a space.
    [[nodiscard]] std::string after(const sheet_case& one) const;

private:
    const sheet& all_;
    std::set<std::string_view> ambiguous_; ///< names that several files have
};

} // namespace tollgate::cost_sheet

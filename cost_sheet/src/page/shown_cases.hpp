// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "ladder.hpp"
#include "sheet.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// A case that the page shows, in the three forms that it takes there.
struct shown_case {
    std::size_t of = 0; ///< index into sheet::cases
    rung rank;
    std::string row;     ///< of the ladder's table
    std::string summary; ///< `<details>`, whose content the script adds
    std::string data;    ///< JSON: the members of its object, without braces
};

struct shown_group {
    choice what = choice::other;
    std::size_t of = 0;   ///< how many cases it has, shown or not
    std::string left_out; ///< of the names in its chart, which all of them share
    std::vector<shown_case> cases;
};

/// The ladder's cases as far as they fit into that many bytes. Where not all do, of each name the
/// cheapest come first, so that a thousand files of one program do not hide each other's cases.
[[nodiscard]] std::vector<shown_group> choose_cases(const sheet& all, const ladder& ranked,
                                                    std::size_t most_bytes);

/// Adds to `data` what the distributions and rounds of the cases need, cheapest first, as far as it
/// fits into that many bytes. Returns how many of those that have any had to do without.
[[nodiscard]] std::size_t add_details(const sheet& all, std::vector<shown_group>& groups,
                                      std::size_t most_bytes);

} // namespace tollgate::cost_sheet

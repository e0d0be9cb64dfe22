// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "ladder.hpp"
#include "page/html.hpp"
#include "screen/screen.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// Says of which file a case is, where its name alone does not. Refers to the results.
class file_labels {
public:
    explicit file_labels(const results& all);

    /// What follows the case's name, as markup: nothing, or the file's label after a space.
    [[nodiscard]] std::string after(const case_row& row) const;

private:
    const results& all_;
    std::set<std::string_view> ambiguous_; ///< names that several files have
};

/// A case that the page shows, in the three forms that it takes there.
struct shown_case {
    std::size_t of = 0;  ///< index into results::cases
    std::string row;     ///< of the ladder's table
    std::string summary; ///< `<details>`, whose content the script adds
    std::string data;    ///< JSON: the members of its object, without braces
};

struct shown_group {
    choice kind = choice::other;
    std::size_t of = 0;   ///< how many cases it has, shown or not
    std::string left_out; ///< of the names in its chart, which all of them share
    std::vector<shown_case> cases;
};

/// The ladder's cases as far as they fit into that many bytes. Where not all do, of each name the
/// cheapest come first, so that a thousand files of one program do not hide each other's cases.
[[nodiscard]] std::vector<shown_group> choose_cases(const results& all, const ladder& ranked,
                                                    std::size_t most_bytes);
/// Adds to `data` what the distributions and rounds of the cases need, cheapest first, as far as it
/// fits into that many bytes. Returns how many of those that have any had to do without.
[[nodiscard]] std::size_t add_details(const results& all, std::vector<shown_group>& groups,
                                      std::size_t most_bytes);
/// The table of all groups, and the list of cases below it.
[[nodiscard]] std::string ladder_section(const std::vector<shown_group>& groups);
[[nodiscard]] std::string cases_section(const std::vector<shown_group>& groups);

/// The sections below stay within `most_bytes`, and say what they left out for that. Pure.
[[nodiscard]] section sweeps_section(const results& all, std::size_t most_bytes);
[[nodiscard]] section placement_section(const results& all, std::size_t most_bytes);
/// The explanation of a cost: a bar split into its shares, and the figures behind it.
[[nodiscard]] section explained_section(const results& all, std::size_t most_bytes);
[[nodiscard]] std::string environment_section(const results& all, std::size_t most_bytes);
[[nodiscard]] std::string files_section(const results& all, std::size_t most_bytes);
/// What a reader must know first: failed proofs, files that were cut short or could not be read.
[[nodiscard]] std::string notes_section(const results& all, const ladder& ranked,
                                        const std::vector<std::string>& left_out,
                                        std::size_t most_bytes);
/// Which machines, how many files and cases.
[[nodiscard]] std::string heading(const results& all);
[[nodiscard]] std::string how_to_read();

/// What to use here, and what it costs: a table for each of the screen's sections. A line leads to
/// its case if that is one of those that choose_cases took. Empty if the screen has no sections.
[[nodiscard]] std::string first_screen(const screen& shown, const std::vector<shown_group>& groups);

} // namespace tollgate::cost_sheet

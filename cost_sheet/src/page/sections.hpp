// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "page/shown_cases.hpp"
#include "screen/screen.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// A part of the page: what is seen, and what its charts are drawn from.
struct section {
    std::string html;
    std::string json; ///< a value; empty if the part has no charts
};

/// Each stays within `most_bytes`, and says what it left out for that. Pure.
[[nodiscard]] section sweeps_section(const sheet& all, std::size_t most_bytes);
[[nodiscard]] section placement_section(const sheet& all, std::size_t most_bytes);
/// The explanation of a cost: a bar split into its shares, and the figures behind it.
[[nodiscard]] section explained_section(const sheet& all, std::size_t most_bytes);
[[nodiscard]] std::string environment_section(const sheet& all, std::size_t most_bytes);
[[nodiscard]] std::string files_section(const sheet& all, std::size_t most_bytes);
/// What a reader must know first: failed proofs, files that were cut short or could not be read.
[[nodiscard]] std::string notes_section(const sheet& all, const ladder& ranked,
                                        const std::vector<std::string>& left_out,
                                        std::size_t most_bytes);

/// Of what choose_cases took: the ladder, and the list of cases below it.
[[nodiscard]] std::string ladder_section(const std::vector<shown_group>& groups);
[[nodiscard]] std::string cases_section(const std::vector<shown_group>& groups);
/// What to use here, and what it costs: a table for each of the screen's sections. A line leads to
/// its case if that is one of those that choose_cases took. Empty if the screen has no sections.
[[nodiscard]] std::string first_screen(const screen& shown, const std::vector<shown_group>& groups);

/// Which machines, how many files and cases.
[[nodiscard]] std::string heading(const sheet& all);
[[nodiscard]] std::string how_to_read();

/// A link within the page and a heading's id: "Hand-off" is "hand-off".
[[nodiscard]] std::string anchor_of(choice what);

/// `<figure>` with a canvas that a screen reader names `label`, and room for its table.
/// `kind` and `index` say which data is drawn.
[[nodiscard]] std::string chart(std::string_view kind, std::size_t index, std::string_view label,
                                const std::string& table);

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/answer.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// A text that the build embeds in the program, and its SHA-256 in hexadecimal.
struct embedded_text {
    std::string_view text;
    std::string_view sha256;
};

/// lines.txt, which describes the screen.
[[nodiscard]] embedded_text screen_table();

/// Whose code a line measures. `other`: the standard library, the kernel or another library.
enum class maker { tollgate, boost, other };

/// One of several cases that a line may show.
struct alternative {
    std::string words; ///< ends the label; empty: the label says everything
    report::case_pattern pattern;
    maker made_by = maker::other;
};

/// The rule that makes a line of cases.
struct line_rule {
    std::string name;  ///< recommendations refer to it
    std::string label; ///< at most `label_columns`; empty: used in recommendations only
    std::string only;  ///< selects the cases with the program's --only
    std::vector<alternative> alternatives;
    std::optional<report::case_pattern> subtracted; ///< the line is the cost above this case
    std::string program;                            ///< "testFiber"
};

struct section_rule {
    std::string title;
    std::string note;                           ///< what an operation is: "(one way)"; may be empty
    std::vector<std::vector<line_rule>> groups; ///< the lines of a group do the same
};

/// The screen's sections, in their order.
[[nodiscard]] const std::vector<section_rule>& screen_rules();

} // namespace tollgate::cost_sheet

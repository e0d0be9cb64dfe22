// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tollgate::report {

/// The terminal that a text is printed on.
///
///     const report::terminal printed_on{.columns = 100, .colours = true};
///     const std::string text = report::coloured("10 µs ?", report::colour::unsure, printed_on);
///
/// The default is for a file or a pipe.
struct terminal {
    std::size_t columns = 100; ///< no line of a text is longer, if its words allow that
    bool colours = false;      ///< whether the text contains colours
};

/// The meaning of a colour.
enum class colour {
    good,   ///< a quality that allows decisions
    fair,   ///< a quality with which large differences are certain
    poor,   ///< a quality with which only magnitudes are certain
    best,   ///< the lowest cost of its group, by a significant difference
    unsure, ///< a cost that is not sure (see is_sure in figure.hpp)
    title   ///< the title of a group; bold
};

/// The text in this colour, by ANSI escape sequences. Unchanged if the terminal has no colours.
/// Pure.
[[nodiscard]] std::string coloured(std::string_view text, colour meaning, const terminal& on);

} // namespace tollgate::report

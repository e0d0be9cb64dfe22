// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::cost_sheet {

/// A text that became part of the program when it was built, and its SHA-256 in hexadecimal.
struct embedded_text {
    std::string_view text;
    std::string_view sha256;
};

[[nodiscard]] embedded_text page_style();
[[nodiscard]] embedded_text page_script();
/// Chart.js; empty where it was not found when this was built.
[[nodiscard]] embedded_text page_charts();

} // namespace tollgate::cost_sheet

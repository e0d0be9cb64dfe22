// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/terminal.hpp>

#include <fmt/format.h>

namespace tollgate::report {

std::string coloured(std::string_view text, colour meaning, const terminal& on) {
    if (!on.colours) {
        return std::string(text);
    }
    // "Select Graphic Rendition": 1 is bold, 32, 33 and 31 are green, yellow and red.
    constexpr std::string_view codes[] = {"1;32", "1;33", "1;31", "32", "33", "1"};
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(meaning)], text);
}

} // namespace tollgate::report

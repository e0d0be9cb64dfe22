// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/stdout_terminal.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace tollgate::cli {

report::terminal stdout_terminal() {
    report::terminal found;
    if (isatty(STDOUT_FILENO) == 0) {
        return found;
    }
    constexpr std::size_t fewest = 40; // a narrower terminal wraps
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
        found.columns = std::max<std::size_t>(fewest, size.ws_col);
    }
    const char* const no_colour = std::getenv("NO_COLOR");
    const char* const kind = std::getenv("TERM");
    found.colours = (no_colour == nullptr || *no_colour == '\0') && kind != nullptr &&
                    std::string_view(kind) != "dumb";
    return found;
}

} // namespace tollgate::cli

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/progress_line.hpp>

#include <unistd.h>

namespace tollgate::cli {
namespace {

constexpr std::chrono::milliseconds between_draws{100};
/// Narrower than any terminal, so that the line never wraps and can be cleared.
constexpr std::size_t widest = 78;

void to_stderr(const std::string& text) {
    // A terminal that does not take it is no reason to stop measuring.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

progress_line::progress_line(bool wanted) : drawing_(wanted && ::isatty(STDERR_FILENO) != 0) {}

progress_line::~progress_line() {
    clear();
}

bool progress_line::due() const {
    return drawing_ && (!last_ || std::chrono::steady_clock::now() - *last_ >= between_draws);
}

void progress_line::show(const std::string& text) {
    if (!drawing_) {
        return;
    }
    to_stderr("\r" + text.substr(0, widest) + "\x1b[K");
    drawn_ = true;
    last_ = std::chrono::steady_clock::now();
}

void progress_line::clear() {
    if (drawn_) {
        to_stderr("\r\x1b[K");
        drawn_ = false;
    }
}

} // namespace tollgate::cli

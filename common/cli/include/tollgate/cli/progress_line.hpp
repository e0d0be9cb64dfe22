// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace tollgate::cli {

/// One line on stderr that is overwritten, only if stderr is a terminal and it is wanted; at most
/// ten times a second. Cleared when it is destroyed. Not thread safe.
class progress_line {
public:
    explicit progress_line(bool wanted);
    ~progress_line();
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;

    /// Whether `show` would draw now: the text need not be made otherwise.
    [[nodiscard]] bool due() const;
    void show(const std::string& text);
    void clear();

private:
    bool drawing_;
    bool drawn_ = false;
    std::optional<std::chrono::steady_clock::time_point> last_;
};

} // namespace tollgate::cli

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// The checked command line. Exactly one of `pids`, `comm` and `command` is given. With `measure`,
/// it may also be none.
struct options {
    bool help = false;
    bool version = false;

    std::vector<pid_t> pids;
    std::optional<std::string> comm;
    std::vector<std::string> command; ///< with its arguments

    std::optional<double> time_s;      ///< absent: a command is observed to its end
    std::optional<std::string> prices; ///< a file
    bool measure = false;              ///< the prices are measured first
    std::optional<std::string> json;   ///< a file
    std::optional<std::string> html;   ///< a file
    bool watch = false;                ///< a statement after each `time_s`
    bool unprivileged = false;         ///< the kernel's events are not used
    bool wide = false;                 ///< no line is broken

    [[nodiscard]] bool has_target() const { return !pids.empty() || comm || !command.empty(); }
};

/// Throws run::usage_error.
[[nodiscard]] options parse_options(const std::vector<std::string>& arguments);

[[nodiscard]] std::string help_text();

} // namespace tollgate::bill

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/process.hpp>

#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// A command that this process started. It has the standard input, output and error of this
/// process, all descriptors that are not closed on exec, and its process group, so that Ctrl-C
/// reaches both.
///
/// posix::process cannot be used: it closes descriptors, searches no PATH, and kills the program in
/// its destructor. This object leaves the command alone.
class started_command {
public:
    /// Starts the command, as a shell finds it. `blocked` are the signals that the command begins
    /// with. Throws run::usage_error if the command cannot be executed, and std::system_error if
    /// the machine refuses a process.
    started_command(std::vector<std::string> arguments, const sigset_t& blocked);

    [[nodiscard]] pid_t id() const { return id_; }

    /// Whether the command has ended. Its files in /proc exist until `wait()`.
    [[nodiscard]] bool has_ended() const;

    /// Waits for the end, and returns how the command ended.
    [[nodiscard]] posix::exit_status wait();

private:
    pid_t id_ = -1;
    std::optional<posix::exit_status> ended_;
};

/// A sentence about a command that failed; nullopt if it did not.
[[nodiscard]] std::optional<std::string> failure_of(const posix::exit_status& ended);

} // namespace tollgate::bill

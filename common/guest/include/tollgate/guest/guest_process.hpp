// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/guest/line_channel.hpp>
#include <tollgate/posix/process.hpp>

#include <string>
#include <vector>

namespace tollgate::guest {

/// A guest's process, from a shell command, on these CPUs; on all if there are none. It is guarded:
/// with this object, or this process, goes every process that the guest has started. When memory
/// runs out, the system ends it before any other process. See posix::process for the rest.
class guest_process {
public:
    /// Throws std::system_error where the system refuses a process or a pipe. A command that does
    /// not exist is told by the channel: the shell ends with a line on its standard error.
    guest_process(const std::string& command, const std::vector<int>& cpus);

    [[nodiscard]] pipes ends() const {
        return {input_.write.number(), output_.read.number(), errors_.read.number()};
    }
    /// Of the shell, which the guest mostly replaces.
    [[nodiscard]] pid_t id() const { return process_.id(); }

private:
    posix::pipe input_;
    posix::pipe output_;
    posix::pipe errors_;
    posix::process process_;
};

} // namespace tollgate::guest

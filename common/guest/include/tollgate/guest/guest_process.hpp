// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/guest/line_channel.hpp>

#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::guest {

/// A guest's process, from a shell command, on these CPUs. Its end is the end of this object: with
/// it goes every process that the guest has started, also when this process is killed.
///
/// A guardian, which is a child of this process and the guest's parent, sees to that. It waits for
/// the end of a pipe that this process alone holds open, and then kills the guest's process group
/// and whatever else has become its child. On Linux that is every descendant whose parent has gone.
/// The guest is in a process group of its own, so that a Ctrl-C on the terminal does not reach it.
/// When memory runs out, the system ends it before any other process.
///
/// The ends of its pipes are inherited by the processes that this one starts. Not thread safe. To
/// be made where this process has one thread, since a copy of it goes on as the guardian.
class guest_process {
public:
    /// Throws std::system_error where the system refuses a process or a pipe. A command that does
    /// not exist is told by the channel: the shell ends with a line on its standard error. Without
    /// CPUs it may run on all.
    guest_process(const std::string& command, std::vector<int> cpus);
    ~guest_process();
    guest_process(const guest_process&) = delete;
    guest_process& operator=(const guest_process&) = delete;

    [[nodiscard]] const pipes& ends() const { return ends_; }
    /// Of the shell, which the guest mostly replaces.
    [[nodiscard]] pid_t id() const { return id_; }
    [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }

    /// Kills the guest and all that it started, and waits until they are gone. Nothing if it was
    /// ended before.
    void end() noexcept;

private:
    std::vector<int> cpus_;
    pipes ends_;
    int life_ = -1; ///< the guardian waits for its end
    pid_t guardian_ = -1;
    pid_t id_ = -1;
};

} // namespace tollgate::guest

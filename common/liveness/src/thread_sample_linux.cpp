// SPDX-License-Identifier: BSL-1.0
#include "diagnose.hpp"
#include "modules.hpp"

#include <cerrno>
#include <csignal>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness::detail {

std::optional<thread_sample> sample_thread(std::int64_t thread_id) {
    const std::string files = "/proc/self/task/" + std::to_string(thread_id) + "/";
    const std::string stat = read_file(files + "stat");
    const auto now = std::chrono::steady_clock::now();
    auto found = sample_from(stat, read_file(files + "schedstat"), read_file(files + "wchan"));
    // A missing file might be hidden: ask the kernel itself.
    if (!found && ::syscall(SYS_tgkill, ::getpid(), static_cast<pid_t>(thread_id), 0) != 0 &&
        errno == ESRCH) {
        found.emplace();
    }
    if (found) {
        found->at = now;
    }
    return found;
}

} // namespace tollgate::liveness::detail

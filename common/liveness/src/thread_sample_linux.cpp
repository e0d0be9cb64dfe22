// SPDX-License-Identifier: BSL-1.0
#include "diagnose.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

/// The beginning of a file of a thread, which is all that is wanted of the longest of them.
std::string proc_file(std::int64_t thread_id, const char* name) {
    const std::string path = "/proc/self/task/" + std::to_string(thread_id) + "/" + name;
    const posix::descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 1024> bytes{};
    ssize_t size = 0;
    do {
        size = ::read(file.number(), bytes.data(), bytes.size());
    } while (size < 0 && errno == EINTR);
    return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

/// Asks the kernel itself: a file that is not there might be hidden.
bool is_gone(std::int64_t thread_id) {
    return ::syscall(SYS_tgkill, ::getpid(), static_cast<pid_t>(thread_id), 0) != 0 &&
           errno == ESRCH;
}

} // namespace

std::optional<thread_sample> sample_thread(std::int64_t thread_id) {
    thread_sample found;
    const auto run_state = run_state_of(proc_file(thread_id, "stat"));
    found.at = std::chrono::steady_clock::now();
    if (!run_state) {
        return is_gone(thread_id) ? std::optional(found) : std::nullopt;
    }
    found.run_state = *run_state;
    read_cpu_times(proc_file(thread_id, "schedstat"), found);
    const std::string channel = proc_file(thread_id, "wchan");
    if (channel != "0") { // it does not wait, or nobody may know
        found.wait_channel = channel;
    }
    return found;
}

} // namespace tollgate::liveness::detail

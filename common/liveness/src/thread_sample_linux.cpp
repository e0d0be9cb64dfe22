// SPDX-License-Identifier: BSL-1.0
#include "thread_sample.hpp"

#include "proc_text.hpp"

#include <array>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

/// The beginning of a file of a thread, which is all that is wanted of the longest of them.
class proc_file {
public:
    proc_file(std::int64_t thread_id, const char* name) {
        const std::string path = "/proc/self/task/" + std::to_string(thread_id) + "/" + name;
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) {
            return;
        }
        ssize_t count = 0;
        do {
            count = ::read(descriptor, bytes_.data(), bytes_.size());
        } while (count < 0 && errno == EINTR);
        ::close(descriptor);
        size_ = count < 0 ? 0 : static_cast<std::size_t>(count);
    }

    [[nodiscard]] std::string_view text() const { return {bytes_.data(), size_}; }

private:
    std::array<char, 1024> bytes_{};
    std::size_t size_ = 0;
};

/// Asks the kernel itself: a file that is not there might be hidden.
bool is_gone(std::int64_t thread_id) {
    return ::syscall(SYS_tgkill, ::getpid(), static_cast<pid_t>(thread_id), 0) != 0 &&
           errno == ESRCH;
}

} // namespace

std::optional<thread_sample> sample_thread(std::int64_t thread_id) {
    thread_sample found;
    const auto run_state = run_state_of(proc_file(thread_id, "stat").text());
    found.at = std::chrono::steady_clock::now();
    if (!run_state) {
        return is_gone(thread_id) ? std::optional(found) : std::nullopt;
    }
    found.run_state = *run_state;
    if (const auto times = cpu_times_of(proc_file(thread_id, "schedstat").text())) {
        found.ran = times->ran;
        found.waited_for_cpu = times->waited;
    }
    found.wait_channel = wait_channel_of(proc_file(thread_id, "wchan").text());
    return found;
}

} // namespace tollgate::liveness::detail

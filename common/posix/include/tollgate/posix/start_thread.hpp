// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <system_error>
#include <thread>
#include <utility>

namespace tollgate::posix {

/// Starts a thread. Where the system refuses it, says which call that was and what limits threads.
///
///     std::thread worker = start_thread([&] { serve(); });
///     const auto watch = start_thread<std::jthread>([&](const std::stop_token& over) { … });
///
/// Threads: any. Exceptions: std::system_error. None may leave the function, as of any thread.
template <class Thread = std::thread, class Function>
[[nodiscard]] Thread start_thread(Function&& function) {
    try {
        return Thread(std::forward<Function>(function));
    } catch (const std::system_error& error) {
        throw std::system_error(error.code(),
                                "cannot start a thread (pthread_create; see `ulimit -u`, pids.max "
                                "of the cgroup, and `ulimit -v`)");
    }
}

} // namespace tollgate::posix

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <system_error>
#include <thread>
#include <utility>

namespace tollgate::posix {

/// Starts a thread. If the system refuses the thread, the text of the exception names the system
/// call and the limits that may be the reason.
///
///     std::thread worker = tollgate::posix::start_thread([] {});
///     worker.join();
///     const auto watcher =
///         tollgate::posix::start_thread<std::jthread>([](const std::stop_token&) {});
///
/// - *Threads*: any.
/// - *Exceptions*: std::system_error if the system refuses the thread. As in any thread, no
///   exception may leave `function`.
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

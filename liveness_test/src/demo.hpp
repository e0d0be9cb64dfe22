// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::liveness_test {

/// One thread of the demonstration, and the expected diagnosis.
struct demo_thread {
    std::string name;
    std::string does; ///< in plain words, for the user
    /// Unknown: the thread stays healthy.
    liveness::thread_state expected = liveness::thread_state::unknown;
    /// On a busy machine it may be diagnosed as starved, too.
    bool may_starve = false;
};

/// The first exception of several threads, for the thread that started them.
class kept_failure {
public:
    /// Calls `work`, and keeps its exception if it is the first.
    void in(const std::function<void()>& work) noexcept;
    /// Throws it, if there is one.
    void rethrow() const;

private:
    mutable std::mutex mutex_;
    std::exception_ptr first_; ///< guarded by the mutex
};

/// Two threads that take two locks in opposite order. Each holds its first and waits for its second
/// for ever. They cannot be joined, so they are detached, with all that they own.
/// The registry may end before them.
[[nodiscard]] std::vector<demo_thread> start_dead_lock(liveness::registry& watcher,
                                                       std::shared_ptr<kept_failure> failure);

/// Threads that can be ended: stuck ones and a healthy one. The registry must outlive them.
class stuck_threads {
public:
    stuck_threads(liveness::registry& watcher, std::shared_ptr<kept_failure> failure)
        : registry_(watcher), failure_(std::move(failure)) {}
    /// Ends the threads.
    ~stuck_threads();
    stuck_threads(const stuck_threads&) = delete;
    stuck_threads& operator=(const stuck_threads&) = delete;

    /// Two threads with one spoon: each lets the other eat first.
    [[nodiscard]] std::vector<demo_thread> start_live_lock();
    /// A thread with the lowest priority, and another that needs all of their CPU. Empty if a
    /// thread cannot choose its CPU or get the lowest priority.
    [[nodiscard]] std::optional<demo_thread> start_starved();
    /// A thread that works and rests.
    [[nodiscard]] demo_thread start_healthy();

private:
    void start(std::function<void()> work);

    liveness::registry& registry_;
    std::shared_ptr<kept_failure> failure_;
    std::atomic<bool> over_{false};
    std::atomic<int> spoon_{0};
    std::vector<std::thread> threads_;
};

/// The differences from the expected reports, a text for each: every stuck thread must be reported
/// once, in its state, and no other thread. A pure function.
[[nodiscard]] std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                                   const std::vector<liveness::event>& reports);

/// --demo: lets threads get stuck in three ways at once and prints their reports on stdout. It
/// takes three seconds, on a busy machine up to a minute. Success if every stuck thread was
/// reported once, and no other.
///
/// Two threads stay dead-locked, so the process must end soon afterwards.
[[nodiscard]] cli::own_action demo_action();

} // namespace tollgate::liveness_test

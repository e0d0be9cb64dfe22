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

/// One thread of the demonstration: what it is called, and what should be found out about it.
struct demo_thread {
    std::string name;
    std::string does; ///< in plain words
    /// Unknown: it stays healthy.
    liveness::thread_state expected = liveness::thread_state::unknown;
    /// On a machine that is busy with other things it may be found starved, too.
    bool may_starve = false;
};

/// The first exception of several threads, for the one that started them.
class kept_failure {
public:
    void in(const std::function<void()>& work) noexcept;
    /// Throws it, if there is one.
    void rethrow() const;

private:
    mutable std::mutex mutex_;
    std::exception_ptr first_; ///< guarded by the mutex
};

/// Threads that get stuck, and one that does not. Each belongs to `in`, which must outlive all of
/// them but the dead-locked ones.

/// Two threads that take two locks in opposite order. They hold the first and wait for the second,
/// for ever: they cannot be joined, so they are let go, with all that they own.
[[nodiscard]] std::vector<demo_thread> start_dead_lock(liveness::registry& in,
                                                       std::shared_ptr<kept_failure> failure);

/// Those that can be ended.
class stuck_threads {
public:
    stuck_threads(liveness::registry& in, std::shared_ptr<kept_failure> failure)
        : registry_(in), failure_(std::move(failure)) {}
    /// Ends them.
    ~stuck_threads();
    stuck_threads(const stuck_threads&) = delete;
    stuck_threads& operator=(const stuck_threads&) = delete;

    /// Two threads with one spoon, of which each lets the other eat first.
    [[nodiscard]] std::vector<demo_thread> start_live_lock();
    /// A thread that the scheduler always puts last, and another that needs all of their CPU.
    /// Nothing where a thread cannot choose its CPU or be put last.
    [[nodiscard]] std::optional<demo_thread> start_starved();
    /// One that works and rests.
    [[nodiscard]] demo_thread start_healthy();

private:
    void start(std::function<void()> work);

    liveness::registry& registry_;
    std::shared_ptr<kept_failure> failure_;
    std::atomic<bool> over_{false};
    std::atomic<int> spoon_{0};
    std::vector<std::thread> threads_;
};

/// What differs from what should have been reported, a line each; empty if nothing: each thread
/// that is stuck was reported once, in its state, and no other. Pure.
[[nodiscard]] std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                                   const std::vector<liveness::event>& reports);

/// --demo: lets threads get stuck in three ways at once and prints how they are found, on stdout;
/// takes three seconds, on a busy machine up to a minute. Success if all of them were, each once,
/// and no other.
///
/// Two threads are dead-locked in the end, so the process has to end soon after.
[[nodiscard]] cli::own_action demo_action();

} // namespace tollgate::liveness_test

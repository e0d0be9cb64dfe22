// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "monitor_time.hpp"
#include "reporter.hpp"
#include "scanner.hpp"

#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace tollgate::liveness::detail {

/// What is behind a registry: the monitor, who looks, the reporter, who tells, and their threads.
///
/// Threads: `look` by the monitor's thread alone, or by hand; all others by any. Starting and
/// ending take turns. A fork waits for the mutex and not for the turn: under the mutex nothing is
/// allocated, and no thread is started, since an allocator that is forked, too, may wait for the
/// fork there.
class core {
public:
    using clock = std::chrono::steady_clock;

    core(const settings& how, record_store& store);
    ~core();
    core(const core&) = delete;
    core& operator=(const core&) = delete;

    /// Starts both threads unless they run, or none should. Throws std::system_error. One load if
    /// they do.
    void start() {
        if (!started_.load(std::memory_order_acquire)) {
            start_threads();
        }
    }
    /// Ends both threads, for good: scopes begin as before, and are not watched. One look comes
    /// more, and sinks are told for so long what was found; the rest is lost. Of one of the two
    /// threads itself, which is in a sink or in on_pulse and ends the process there, nothing is
    /// waited for, and no more told.
    void end() noexcept;
    static constexpr std::chrono::seconds longest_end{1};

    [[nodiscard]] bool is_driven_by_hand() const noexcept { return driven_ == driver::by_hand; }
    /// Returns how long to sleep until the next look.
    std::chrono::nanoseconds look(clock::time_point now);
    void set_period(std::chrono::nanoseconds period);

    [[nodiscard]] reporter& reports() noexcept { return reporter_; }
    [[nodiscard]] statistics so_far() const;

    core* next_for_fork = nullptr; ///< of all registries: see forked.cpp

    // For fork(): nothing changes in between, and nothing is held in the child.
    void lock_for_fork();
    void unlock_after_fork();
    /// In the child, which has none of the threads but the calling one, of this id: still locked.
    /// Gives no memory back.
    void start_anew(std::int64_t thread_id) noexcept;

private:
    /// From now on, until it is forgotten: who forks holds its locks meanwhile, and the child
    /// starts it anew. Throws std::system_error.
    void watch_for_fork();
    void forget_for_fork() noexcept;

    struct threads {
        sleep::parker monitor_wakes;
        sleep::parker reporter_wakes;
        std::atomic<bool> monitor_ends{false};
        std::atomic<bool> reporter_ends{false};
        std::thread monitor;
        std::thread reporter;
    };

    void start_threads();
    void monitor(threads& mine);
    void report(threads& mine);
    void find(clock::time_point now);
    void end_threads(threads& all) noexcept;

    record_store& store_;
    const driver driven_;
    const std::function<void(const pulse&)> on_pulse_;
    std::atomic<std::int64_t> period_ns_;
    reporter reporter_;

    // Of who looks.
    scanner scanner_;
    monitor_time time_;
    findings found_;

    std::atomic<bool> started_;
    std::mutex turn_; // before the mutex
    std::mutex mutex_;
    std::unique_ptr<threads> threads_; // with the mutex
    bool has_ended_ = false;           // with the mutex
};

} // namespace tollgate::liveness::detail

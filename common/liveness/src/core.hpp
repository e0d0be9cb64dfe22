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

/// The implementation of a registry: the monitor, the reporter and their threads. Any thread may
/// call the members; `scan` is for driver::by_hand, one thread at a time.
class core {
public:
    using clock = std::chrono::steady_clock;

    core(const settings& options, record_store& store);
    ~core();
    core(const core&) = delete;
    core& operator=(const core&) = delete;

    /// Starts both threads, unless they run or must not. Throws std::system_error. One load if they
    /// run.
    void start() {
        if (!started_.load(std::memory_order_acquire)) {
            start_threads();
        }
    }
    /// Ends both threads for good: scopes begin as before, and are not watched. The monitor scans
    /// once more, and sinks get events for one second; later events are lost.
    ///
    /// If one of these two threads calls this (a sink or on_heartbeat ends the process), that
    /// thread is not waited for, and no more is reported.
    void end() noexcept;

    /// For driver::by_hand. Returns the time to sleep until the next scan.
    std::chrono::nanoseconds scan(clock::time_point now);
    void set_period(std::chrono::nanoseconds period);

    [[nodiscard]] reporter& reports() noexcept { return reporter_; }
    [[nodiscard]] statistics so_far() const;

    // For fork(): the locks are taken before and released after it, in both processes.
    /// The list of all registries of the process: pthread_atfork passes no argument to its
    /// functions. Constant-initialized, so that no fork() finds it half initialized. Never
    /// destroyed, because a thread may fork while static objects end.
    static inline constinit std::mutex all_mutex;
    static inline constinit core* first = nullptr; ///< under that mutex
    core* next = nullptr;                          ///< under that mutex
    void lock_for_fork();
    void unlock_after_fork();
    /// In the child, still locked. The calling thread, with this id, is the only one there. Frees
    /// no memory.
    void start_anew(std::int64_t thread_id) noexcept;

private:
    struct worker {
        sleep::parker parker;
        std::atomic<bool> must_end{false};
        std::thread thread;
    };
    struct threads {
        worker monitor;
        worker reporter;
    };

    void start_threads();
    void monitor(threads& all);
    void report(worker& self);
    /// Returns whether there is something to report.
    bool scan_records(clock::time_point now);
    [[nodiscard]] std::chrono::nanoseconds period() const noexcept {
        return std::chrono::nanoseconds(period_ns_.load(std::memory_order_relaxed));
    }
    [[nodiscard]] std::chrono::nanoseconds plan() noexcept {
        return time_.plan(findings_.next_due, period());
    }
    void end_threads(threads& all) noexcept;

    record_store& store_;
    const driver driven_;
    const std::function<void(const heartbeat&)> on_heartbeat_;
    std::atomic<std::int64_t> period_ns_;
    reporter reporter_;

    // For the thread that scans.
    scanner scanner_;
    monitor_time time_;
    findings findings_;

    std::atomic<bool> started_;
    // Starting and ending are serialized by the first mutex. A fork waits for the second alone.
    // Under that nothing is allocated and no thread is started: an allocator may wait for the fork
    // there.
    std::mutex start_mutex_; // locked before the other
    std::mutex mutex_;
    std::unique_ptr<threads> threads_; // read with either mutex, changed with both
    bool has_ended_ = false;           // under start_mutex_
};

} // namespace tollgate::liveness::detail

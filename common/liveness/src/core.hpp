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
    /// more, and sinks are told for a second what was found; the rest is lost. Of one of the two
    /// threads itself, which is in a sink or in on_pulse and ends the process there, nothing is
    /// waited for, and no more told.
    void end() noexcept;

    /// By hand. Returns how long to sleep until the next look.
    std::chrono::nanoseconds look(clock::time_point now);
    void set_period(std::chrono::nanoseconds period);

    [[nodiscard]] reporter& reports() noexcept { return reporter_; }
    [[nodiscard]] statistics so_far() const;

    // For fork(): nothing changes in between, and nothing is held in the child.
    /// All registries of the process, since pthread_atfork hands nothing to its functions. There
    /// before the program begins, so that none of its threads can be in the middle of making them
    /// when another one forks, and never destroyed, because others may fork while static objects
    /// end.
    static inline constinit std::mutex all_mutex;
    static inline constinit core* first = nullptr; ///< with that mutex
    core* next = nullptr;                          ///< with that mutex
    void lock_for_fork();
    void unlock_after_fork();
    /// In the child, which has none of the threads but the calling one, of this id: still locked.
    /// Gives no memory back.
    void start_anew(std::int64_t thread_id) noexcept;

private:
    struct worker {
        sleep::parker wakes;
        std::atomic<bool> ends{false};
        std::thread runs;
    };
    struct threads {
        worker monitor;
        worker reporter;
    };

    void start_threads();
    void monitor(threads& all);
    void report(worker& self);
    /// Looks, and returns whether there is something to tell.
    bool find(clock::time_point now);
    [[nodiscard]] std::chrono::nanoseconds period() const noexcept {
        return std::chrono::nanoseconds(period_ns_.load(std::memory_order_relaxed));
    }
    [[nodiscard]] std::chrono::nanoseconds plan() noexcept {
        return time_.plan(found_.next_due, period());
    }
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
    std::unique_ptr<threads> threads_; // read with either, changed with both
    bool has_ended_ = false;           // with the turn
};

} // namespace tollgate::liveness::detail

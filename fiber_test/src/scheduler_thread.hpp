// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "schedulers.hpp"

#include <tollgate/measure/loop_report.hpp>

#include <condition_variable>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace tollgate::fiber_test {

/// A thread with a scheduler of its own that runs jobs, one at a time, and blocks in between. A
/// scheduler is installed once per thread and cannot be taken out again, and counting costs time.
/// So a loop is timed on one thread and counted on another.
///
/// - *Threads*: one caller at a time. The process has room for two schedulers of `work_stealing`.
/// - *Memory order*: the job sees everything written before `run`, and the caller sees everything
///   that the job wrote.
class scheduler_thread {
public:
    scheduler_thread(installer install, std::optional<int> cpu);
    ~scheduler_thread();
    scheduler_thread(const scheduler_thread&) = delete;
    scheduler_thread& operator=(const scheduler_thread&) = delete;

    /// Starts the thread unless it runs.
    void start();

    /// Runs `job` in the main fiber of the thread, and waits for it. The thread has the caller's
    /// scheduling policy, and the caller's CPUs unless it is pinned. An exception of the job is
    /// thrown here. If the thread could not be pinned or given its scheduler, each call throws.
    void run(const std::function<void()>& job);

    /// Runs a loop; the report has the CPU that the thread is pinned to.
    [[nodiscard]] measure::loop_report
    run_loop(const std::function<void(measure::loop_report&)>& loop);

    /// Read them on this thread only. They are zero if counting is off.
    [[nodiscard]] const pick_counts& counts() const { return counts_; }

private:
    /// A task that is not valid ends the thread.
    void hand_over(std::packaged_task<void()> task);
    void serve();

    installer install_;
    std::optional<int> cpu_;
    pick_counts counts_;
    std::exception_ptr unusable_; ///< used by the thread itself

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::packaged_task<void()>> next_;
    std::thread thread_;
};

/// The two threads of a scheduler, on the same CPU and never busy at the same time: loops are timed
/// on the first and counted on the second. Both start when either is first used, because
/// work_stealing holds each scheduler back until the expected number of schedulers is installed.
class scheduler_threads {
public:
    scheduler_threads(scheduler kind, std::optional<int> cpu)
        : scheduler_threads(installer_of(kind, counting::off), installer_of(kind, counting::on),
                            cpu) {}
    scheduler_threads(installer timed, installer counted, std::optional<int> cpu)
        : timed_(std::move(timed), cpu), counted_(std::move(counted), cpu) {}

    [[nodiscard]] scheduler_thread& timed() { return started(timed_); }
    [[nodiscard]] scheduler_thread& counted() { return started(counted_); }

private:
    scheduler_thread& started(scheduler_thread& thread) {
        timed_.start();
        counted_.start();
        return thread;
    }

    scheduler_thread timed_;
    scheduler_thread counted_;
};

} // namespace tollgate::fiber_test

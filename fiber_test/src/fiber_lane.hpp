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

/// A thread with a scheduler of its own that runs jobs, one at a time; between jobs it is blocked.
/// It ends with the lane. A scheduler is installed once per thread and cannot be taken out again,
/// and counting costs time: so a loop is timed on one lane and counted on another.
///
/// Threads: all calls from one thread at a time. The job sees everything written before `run` and
/// the caller sees everything the job wrote (one mutex). `work_stealing` keeps a table of the
/// process's schedulers that has room for two lanes.
class fiber_lane {
public:
    fiber_lane(installer install, std::optional<int> cpu);
    ~fiber_lane();
    fiber_lane(const fiber_lane&) = delete;
    fiber_lane& operator=(const fiber_lane&) = delete;

    /// Starts the thread unless it runs.
    void start();

    /// Runs `job` in the main fiber of the lane's thread; returns when it has. The thread is
    /// scheduled as the caller is. If the lane has no CPU of its own, the thread may use the
    /// caller's CPUs. An exception of the job is thrown here. A lane that could not be pinned or
    /// given its scheduler throws each time.
    void run(const std::function<void()>& job);

    /// The same of a loop, whose report says where it should have run.
    [[nodiscard]] measure::loop_report
    run_loop(const std::function<void(measure::loop_report&)>& loop);

    /// So far, by the lane's own thread only; where counting is off they stay zero.
    [[nodiscard]] const pick_counts& counts() const { return counts_; }

private:
    /// One that is not valid ends the thread.
    void hand_over(std::packaged_task<void()> task);
    void serve();

    installer install_;
    std::optional<int> cpu_;
    pick_counts counts_;
    std::exception_ptr unusable_; ///< of the lane's own thread

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::packaged_task<void()>> next_;
    std::thread thread_;
};

/// The two lanes of a scheduler, on the same CPU and never busy at the same time: loops are timed
/// on one and counted on the other. Both start when either is first used, because work_stealing
/// holds each scheduler back until as many have been installed as it was told to expect.
class fiber_lanes {
public:
    fiber_lanes(scheduler which, std::optional<int> cpu)
        : fiber_lanes(installer_of(which, counting::off), installer_of(which, counting::on), cpu) {}
    fiber_lanes(installer timed, installer counted, std::optional<int> cpu)
        : timed_(std::move(timed), cpu), counted_(std::move(counted), cpu) {}

    [[nodiscard]] fiber_lane& timed() { return started(timed_); }
    [[nodiscard]] fiber_lane& counted() { return started(counted_); }

private:
    fiber_lane& started(fiber_lane& one) {
        timed_.start();
        counted_.start();
        return one;
    }

    fiber_lane timed_;
    fiber_lane counted_;
};

} // namespace tollgate::fiber_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/work.hpp>
#include <tollgate/await/work_list.hpp>

#include <condition_variable>
#include <mutex>

namespace tollgate::await {

/// An executor whose threads call `run()`. With one thread, the coroutines of the loop never run at
/// the same time. The units run in the order in which they were posted.
///
///     tollgate::await::run_loop loop;
///     std::jthread thread([&] { loop.run(); });
///     // start coroutines that continue on this loop, and wait for their end
///     loop.finish();
///
/// - *Threads*: any thread may call any function. Several threads may call `run()`: then a
///   coroutine may continue on any of them.
/// - *Lifetime*: the loop must exist until its coroutines have ended. A thread whose post has
///   caused the end of `run()` does not access the loop any more.
/// - *Exceptions*: none.
/// - *Cost*: a mutex for each post and for each unit that runs. A system call only if a thread
///   sleeps.
class run_loop {
public:
    run_loop() = default;
    run_loop(const run_loop&) = delete;
    run_loop& operator=(const run_loop&) = delete;
    ~run_loop() = default;

    /// Appends a unit.
    void post(work& unit) noexcept;
    /// Takes back a unit that has not begun to run.
    [[nodiscard]] bool withdraw(work& unit) noexcept;

    /// Runs units. Sleeps while there is no unit. Returns when there is no unit after `finish()`.
    void run() noexcept;
    /// Runs the first unit. Returns false if there is no unit.
    bool try_run_one() noexcept;
    /// Ends all calls of `run()`, for ever. Units that were posted before still run.
    void finish() noexcept;

private:
    std::mutex mutex_;
    // The mutex guards the next members.
    std::condition_variable changed_;
    work_list posted_;
    bool is_finished_ = false;
};

} // namespace tollgate::await

// SPDX-License-Identifier: BSL-1.0
#include "scheduler_thread.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/measure/usage.hpp>
#include <tollgate/posix/start_thread.hpp>

#include <functional>
#include <utility>

namespace tollgate::fiber_test {

scheduler_thread::scheduler_thread(installer install, std::optional<int> cpu)
    : install_(std::move(install)), cpu_(cpu) {}

scheduler_thread::~scheduler_thread() {
    if (thread_.joinable()) {
        hand_over({});
        thread_.join();
    }
}

void scheduler_thread::start() {
    if (!thread_.joinable()) {
        thread_ = posix::start_thread([this] { serve(); });
    }
}

void scheduler_thread::run(const std::function<void()>& job) {
    start();
    std::packaged_task<void()> task([this, &job, callers = measure::scheduling_of_this_thread(),
                                     callers_cpus = cpu::allowed_cpus()] {
        if (unusable_) {
            std::rethrow_exception(unusable_);
        }
        const measure::scheduled_as caller(callers);
        std::optional<cpu::affinity_guard> affinity;
        if (!cpu_ && callers_cpus != cpu::allowed_cpus()) {
            affinity.emplace(callers_cpus);
        }
        // A fiber must not throw: there a refused reading would end the program.
        static_cast<void>(measure::usage_of_this_thread());
        job();
    });
    std::future<void> done = task.get_future();
    hand_over(std::move(task));
    done.get();
}

void scheduler_thread::hand_over(std::packaged_task<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        next_ = std::move(task);
    }
    changed_.notify_all();
}

measure::loop_report
scheduler_thread::run_loop(const std::function<void(measure::loop_report&)>& loop) {
    measure::loop_report report;
    if (cpu_) {
        report.cpus_intended.push_back(*cpu_);
    }
    run([&] { loop(report); });
    return report;
}

void scheduler_thread::serve() {
    try {
        if (cpu_) {
            cpu::pin_this_thread(*cpu_);
        }
        install_(counts_);
    } catch (...) {
        unusable_ = std::current_exception();
    }
    while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return next_.has_value(); });
        std::packaged_task<void()> task = *std::exchange(next_, std::nullopt);
        lock.unlock();
        if (!task.valid()) {
            return;
        }
        task();
    }
}

} // namespace tollgate::fiber_test

// SPDX-License-Identifier: BSL-1.0
#include "fiber_lane.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>

#include <functional>
#include <utility>

namespace tollgate::fiber_test {

fiber_lane::fiber_lane(installer install, std::optional<int> cpu)
    : install_(std::move(install)), cpu_(cpu) {}

fiber_lane::~fiber_lane() {
    if (thread_.joinable()) {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
}

void fiber_lane::start() {
    if (!thread_.joinable()) {
        thread_ = std::thread([this] { serve(); });
    }
}

void fiber_lane::run(const std::function<void()>& job) {
    start();
    std::unique_lock lock(mutex_);
    job_ = &job;
    callers_ = measure::scheduling_of_this_thread();
    callers_cpus_ = cpu::allowed_cpus();
    changed_.notify_all();
    changed_.wait(lock, [this] { return job_ == nullptr; });
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

measure::loop_report fiber_lane::run_loop(const std::function<void(measure::loop_report&)>& loop) {
    measure::loop_report report;
    if (cpu_) {
        report.cpus_intended.push_back(*cpu_);
    }
    run([&] { loop(report); });
    return report;
}

void fiber_lane::serve() {
    std::unique_lock lock(mutex_);
    try {
        if (cpu_) {
            cpu::pin_this_thread(*cpu_);
        }
        install_(counts_);
    } catch (...) {
        unusable_ = std::current_exception();
    }
    while (true) {
        changed_.wait(lock, [this] { return job_ != nullptr || ending_; });
        if (job_ == nullptr) {
            return;
        }
        take_job(lock);
    }
}

void fiber_lane::take_job(std::unique_lock<std::mutex>& lock) {
    std::exception_ptr failure = unusable_;
    if (!failure) {
        lock.unlock();
        try {
            const measure::scheduled_as caller(callers_);
            std::optional<cpu::affinity_guard> there;
            if (!cpu_ && callers_cpus_ != cpu::allowed_cpus()) {
                there.emplace(callers_cpus_);
            }
            (*job_)();
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
    }
    failure_ = failure;
    job_ = nullptr;
    changed_.notify_all();
}

} // namespace tollgate::fiber_test

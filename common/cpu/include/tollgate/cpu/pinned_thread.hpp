// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/posix/start_thread.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <pthread.h>
#include <sched.h>

namespace tollgate::cpu {

/// A thread that is pinned to a CPU and repeats a piece of work until the object is destroyed. Use
/// such a thread to keep a CPU busy while you measure.
///
///     const cpu::pinned_thread busy(cpu::allowed_cpus().back(), SCHED_OTHER, [](std::uint64_t)
///     {});
///
/// - *Threads*: any thread may call the members.
/// - *Memory order*: what you write before the constructor is visible to `work`. What the first
///   call of `work` writes is visible after the constructor. `iterations()` orders nothing.
/// - *Exceptions*: the constructor throws std::system_error if the system refuses the thread, its
///   CPU or its policy. The constructor also throws the exceptions of the first call of `work`. A
///   later call must not throw.
class pinned_thread {
public:
    /// Starts the thread with this scheduling policy and priority 0. Returns after the thread's
    /// first call of `work`. The argument of each call is the number of the call: 0, 1, 2 …
    template <class Work>
    pinned_thread(int cpu, int policy, Work work)
        : thread_(posix::start_thread(
              [this, cpu, policy, work = std::move(work)]() noexcept { run(cpu, policy, work); })) {
        begun_.wait(false);
        if (failure_) {
            thread_.join();
            std::rethrow_exception(failure_);
        }
    }
    ~pinned_thread() {
        ended_ = true;
        thread_.join();
    }
    pinned_thread(const pinned_thread&) = delete;
    pinned_thread& operator=(const pinned_thread&) = delete;

    /// Returns the number of calls so far. The number grows while the thread has the CPU.
    [[nodiscard]] std::uint64_t iterations() const {
        return iterations_.load(std::memory_order_relaxed);
    }
    /// Returns the policy of the thread, as the system reports it.
    [[nodiscard]] int policy() const { return policy_; }

private:
    void place(int cpu, int policy) {
        pin_this_thread(cpu);
        sched_param parameters{};
        if (const int error = ::pthread_setschedparam(::pthread_self(), policy, &parameters)) {
            throw std::system_error(error, std::generic_category(),
                                    "pthread_setschedparam " + std::to_string(policy));
        }
        ::pthread_getschedparam(::pthread_self(), &policy_, &parameters);
    }

    template <class Work>
    void run(int cpu, int policy, const Work& work) noexcept {
        try {
            place(cpu, policy);
            work(std::uint64_t{0});
            iterations_.store(1, std::memory_order_relaxed);
        } catch (...) {
            failure_ = std::current_exception();
        }
        begun_ = true;
        begun_.notify_one();
        if (failure_) {
            return;
        }
        for (std::uint64_t iteration = 1; !ended_.load(std::memory_order_relaxed); ++iteration) {
            work(iteration);
            iterations_.store(iteration + 1, std::memory_order_relaxed);
        }
    }

    std::exception_ptr failure_; ///< written before `begun_` becomes true, like `policy_`
    int policy_ = -1;
    std::atomic<bool> begun_{false};
    std::atomic<bool> ended_{false};
    std::atomic<std::uint64_t> iterations_{0};
    std::thread thread_;
};

} // namespace tollgate::cpu

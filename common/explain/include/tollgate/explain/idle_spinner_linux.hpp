// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <string>
#include <system_error>
#include <thread>

#include <sched.h>

namespace tollgate::explain {

/// A thread that spins on one CPU while this lives. With the policy SCHED_IDLE it keeps the CPU
/// from idling and gives way to every other thread at once. With the usual policy it is a thread
/// like others.
///
/// When the constructor returns the thread spins. Throws std::system_error if the system refuses
/// the thread, its CPU or its policy. Linux.
class idle_spinner {
public:
    explicit idle_spinner(int cpu, int policy = SCHED_IDLE)
        : thread_([this, cpu, policy] { spin(cpu, policy); }) {
        begun_.wait(false);
        if (failure_) {
            thread_.join();
            std::rethrow_exception(failure_);
        }
    }
    ~idle_spinner() {
        ended_ = true;
        thread_.join();
    }
    idle_spinner(const idle_spinner&) = delete;
    idle_spinner& operator=(const idle_spinner&) = delete;

    /// The turns of its loop so far. They grow while the thread has the CPU.
    [[nodiscard]] std::uint64_t turns() const { return turns_.load(std::memory_order_relaxed); }
    /// The policy that the kernel says it has.
    [[nodiscard]] int policy() const { return policy_; }

private:
    void place(int cpu, int policy) {
        cpu::pin_this_thread(cpu);
        const sched_param none{};
        if (::sched_setscheduler(0, policy, &none) != 0) {
            throw std::system_error(errno, std::generic_category(),
                                    "sched_setscheduler " + std::to_string(policy));
        }
        policy_ = ::sched_getscheduler(0);
    }

    void spin(int cpu, int policy) noexcept {
        try {
            place(cpu, policy);
        } catch (...) {
            failure_ = std::current_exception();
        }
        begun_ = true;
        begun_.notify_one();
        if (failure_) {
            return;
        }
        for (std::uint64_t turn = 1; !ended_.load(std::memory_order_relaxed); ++turn) {
            turns_.store(turn, std::memory_order_relaxed);
            sleep::relax();
        }
    }

    std::exception_ptr failure_; ///< written before `begun_`, as the policy is
    int policy_ = -1;
    std::atomic<bool> begun_{false};
    std::atomic<bool> ended_{false};
    std::atomic<std::uint64_t> turns_{0};
    std::thread thread_;
};

} // namespace tollgate::explain

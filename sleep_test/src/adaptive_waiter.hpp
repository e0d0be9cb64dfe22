// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/current_cpu.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::sleep_test {

/// A waiter that spins as sleep::adaptive_spin says, and then sleeps in a parker. It calls
/// adaptive_spin as the queues do (queue::detail::wait).
class adaptive_waiter {
public:
    using clock = std::chrono::steady_clock;

    void wait() {
        const int spins = spin_.spins();
        for (int spins_made = 1; spins_made <= spins; ++spins_made) {
            sleep::relax();
            if (parker_.take_permit()) {
                spin_.learn_spins(spins_made);
                return;
            }
        }
        const bool wants_time = spin_.wants_time();
        const clock::time_point start = wants_time ? clock::now() : clock::time_point{};
        parker_.sleep();
        learn(wants_time, start, spins);
    }

    void wake() {
        const auto waking = parker_.leave_permit();
        if (waking.is_due()) {
            cpu_.store(sleep::current_cpu(), std::memory_order_relaxed);
            woken_at_.store(clock::now().time_since_epoch(), std::memory_order_relaxed);
            waking.finish();
        }
    }

private:
    /// The times are those of an earlier wake-up call if the waiter found the permit without a
    /// sleep. Relaxed, because the parker orders them if the waiter slept until `finish`.
    void learn(bool wants_time, clock::time_point start, int spins) {
        const clock::time_point woken_at(woken_at_.load(std::memory_order_relaxed));
        const int cpu = cpu_.load(std::memory_order_relaxed);
        if (cpu >= 0 && cpu == sleep::current_cpu()) {
            spin_.learn_alone();
        } else if (!wants_time) {
            spin_.learn_company();
        } else if (woken_at >= start) {
            spin_.learn<clock>(woken_at - start, clock::now() - woken_at, spins);
        } else {
            spin_.learn_spins(2 * spins);
        }
    }

    sleep::parker parker_;
    std::atomic<int> cpu_{-1};
    std::atomic<clock::duration> woken_at_{clock::duration::zero()};
    alignas(64) sleep::adaptive_spin spin_; // stored to by the waiter alone
};

} // namespace tollgate::sleep_test

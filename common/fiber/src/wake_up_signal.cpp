// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/detail/wake_up_signal.hpp>

#include <tollgate/sleep/current_cpu.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/relax.hpp>

namespace tollgate::fiber::detail {
namespace {

/// The most that an adaptive spin lasts.
constexpr std::chrono::microseconds longest_spin{150};

} // namespace

void wake_up_signal::notify() noexcept {
    const auto waking = parker_.leave_permit();
    if (waking.is_due()) {
        notified_.cpu.store(sleep::current_cpu(), std::memory_order_relaxed);
        notified_.time.store(clock::now().time_since_epoch(), std::memory_order_relaxed);
        waking.finish();
    }
}

bool wake_up_signal::wait_until(clock::time_point deadline) noexcept {
    const clock::time_point began = clock::now();
    const bool spins = deadline > began + longest_spin;
    if (spins && spin()) {
        return false;
    }
    if (parker_.sleep_until(deadline) == sleep::outcome::woken) {
        learn(began);
    } else if (spins && spin_.wants_time()) {
        spin_.learn_timeout(clock::now() - began);
    }
    return true;
}

bool wake_up_signal::spin() noexcept {
    const int spins = spin_.spins();
    for (int spins_made = 0; spins_made < spins; ++spins_made) {
        if (consume()) {
            spin_.learn_spins(spins_made);
            return true;
        }
        sleep::relax();
    }
    return false;
}

/// The stamp may belong to an earlier notification, if the thread noticed the last one before it
/// was stamped. Then one lesson is wrong.
void wake_up_signal::learn(clock::time_point began) noexcept {
    const int notifier_cpu = notified_.cpu.load(std::memory_order_relaxed);
    const clock::time_point time(notified_.time.load(std::memory_order_relaxed));
    if (notifier_cpu >= 0 && notifier_cpu == sleep::current_cpu()) {
        spin_.learn_alone();
    } else if (!spin_.wants_time()) {
        spin_.learn_company();
    } else if (time >= began) {
        spin_.learn<clock>(time - began, clock::now() - time);
    }
}

} // namespace tollgate::fiber::detail

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/detail/bell.hpp>

#include <tollgate/sleep/current_cpu.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/relax.hpp>

namespace tollgate::fiber::detail {
namespace {

/// As long as an adaptive spin lasts at the most.
constexpr std::chrono::microseconds longest_look{100};

} // namespace

void bell::ring() noexcept {
    const auto waking = parker_.leave_permit();
    if (waking.is_due()) {
        rung_.cpu.store(sleep::current_cpu(), std::memory_order_relaxed);
        rung_.at.store(clock::now().time_since_epoch(), std::memory_order_relaxed);
        waking.finish();
    }
}

bool bell::wait_until(clock::time_point deadline) noexcept {
    const clock::time_point began = clock::now();
    if (deadline > began + longest_look && look_around()) {
        return false;
    }
    if (parker_.sleep_until(deadline) == sleep::outcome::woken) {
        learn(began);
    }
    return true;
}

bool bell::look_around() noexcept {
    for (int looks = spin_.looks(); looks > 0; --looks) {
        if (answer()) {
            return true;
        }
        sleep::relax();
    }
    return false;
}

/// A stamp may be that of an earlier ring, if the last one was noticed before it was stamped, and
/// teach something wrong once.
void bell::learn(clock::time_point began) noexcept {
    const int by = rung_.cpu.load(std::memory_order_relaxed);
    const clock::time_point at(rung_.at.load(std::memory_order_relaxed));
    if (by >= 0 && by == sleep::current_cpu()) {
        spin_.learn_alone();
    } else if (!spin_.wants_time()) {
        spin_.learn_company();
    } else if (at >= began) {
        spin_.learn<clock>(at - began, clock::now() - at);
    }
}

} // namespace tollgate::fiber::detail

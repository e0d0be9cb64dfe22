// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "waiters.hpp"

#include <tollgate/measure/event_signal.hpp>

#include <chrono>

namespace tollgate::sleep_test {

/// Every third wait ends without a wake-up, after the time `after`.
class early_waiter {
public:
    explicit early_waiter(std::chrono::microseconds after) : after_(after) {}

    void wait() {
        if (++waits_ % 3 == 0) {
            measure::spin_until(std::chrono::steady_clock::now() + after_);
        } else {
            waiter_.wait();
        }
    }
    void wake() { waiter_.wake(); }

private:
    std::chrono::microseconds after_;
    int waits_ = 0;
    fixed_spin_waiter waiter_{std::chrono::microseconds(0)};
};

/// Every third wake-up is lost.
class losing_waiter {
public:
    void wait() { waiter_.wait(); }
    void wake() {
        if (++wakes_ % 3 != 0) {
            waiter_.wake();
        }
    }

private:
    int wakes_ = 0;
    fixed_spin_waiter waiter_{std::chrono::microseconds(0)};
};

} // namespace tollgate::sleep_test

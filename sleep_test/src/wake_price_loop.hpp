// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cpu_pieces.hpp"
#include "spin_or_sleep_loop.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <chrono>
#include <memory>

namespace tollgate::sleep_test {

/// A waiter whose waits and wake-up calls are metered.
template <class Waiter>
class metered_waiter {
public:
    void wait() {
        waits_.add([this] { waiter_.wait(); });
    }
    void wake() {
        wakes_.add([this] { waiter_.wake(); });
    }

    /// The CPU time of a wait and of its wake-up call.
    [[nodiscard]] double cpu_ns() const { return waits_.mean_ns() + wakes_.mean_ns(); }

private:
    Waiter waiter_;
    cpu_pieces<> waits_;
    alignas(64) cpu_pieces<> wakes_; ///< of another thread
};

/// The price of a wake-up between two CPUs: spin_or_sleep_loop, whose CPU time is that of one wait
/// and of its wake-up call. The spins of the waker until the moment of the call do not count.
template <class Waiter>
struct wake_price_loop {
    std::chrono::microseconds gap;
    cpu::assignment where;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const auto waiter = std::make_shared<metered_waiter<Waiter>>();
        const spin_or_sleep_loop<metered_waiter<Waiter>> loop{
            waiter, std::make_shared<gap_sequence>(gap, gap, gap_order::alternating, 1), where};
        measure::loop_report report = loop(probe);
        set_cpu_time(report, waiter->cpu_ns());
        return report;
    }
};

} // namespace tollgate::sleep_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "timer_draft.hpp"

#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/timer.hpp>
#include <tollgate/timer/timers.hpp>
#include <tollgate/timer/wheel.hpp>

#include <chrono>
#include <cstddef>
#include <memory>

namespace tollgate::timeout_test {

/// This library's timers, in a wheel or in a sorted list.
template <class Queue>
class own_timers {
public:
    /// Deadlines must ascend, or each arm would search.
    static constexpr bool in_order = std::is_same_v<Queue, timer::fifo>;
    static constexpr moment resolution = Queue::resolution;
    static constexpr std::size_t bytes_of_a_set =
        sizeof(timer::timers<std::chrono::steady_clock, Queue>);

    explicit own_timers(std::size_t timers) : all_(std::make_unique<timer::timer[]>(timers)) {}

    void arm(std::size_t index, moment deadline) { set_.arm_at(all_[index], at(deadline)); }
    void rearm(std::size_t index, moment deadline) { arm(index, deadline); }
    void cancel(std::size_t index) { set_.cancel(all_[index]); }

    template <class Handler>
    void pass(moment now, Handler handler) {
        set_.pass_at(at(now), [&](timer::timer& due) {
            handler(static_cast<std::size_t>(&due - all_.get()));
        });
    }

private:
    using clock = std::chrono::steady_clock; ///< never read

    static clock::time_point at(moment when) { return clock::time_point(when); }

    std::unique_ptr<timer::timer[]> all_;
    timer::timers<clock, Queue> set_; ///< destroyed before the timers, which it cancels
};

} // namespace tollgate::timeout_test

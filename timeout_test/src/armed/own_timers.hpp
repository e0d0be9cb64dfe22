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

/// This library's timers, in a wheel or in a list that is sorted.
template <class Queue>
class own_timers {
public:
    /// Deadlines must come in their order, or each is searched for.
    static constexpr bool in_order = std::is_same_v<Queue, timer::fifo>;
    static constexpr moment resolution = Queue::resolution;
    static constexpr std::size_t bytes_of_a_set =
        sizeof(timer::timers<std::chrono::steady_clock, Queue>);

    explicit own_timers(std::size_t timers) : all_(std::make_unique<timer::timer[]>(timers)) {}

    void arm(std::size_t which, moment deadline) { set_.arm_at(all_[which], at(deadline)); }
    void rearm(std::size_t which, moment deadline) { arm(which, deadline); }
    void cancel(std::size_t which) { set_.cancel(all_[which]); }

    template <class With>
    void pass(moment now, With with) {
        set_.pass_at(at(now),
                     [&](timer::timer& due) { with(static_cast<std::size_t>(&due - all_.get())); });
    }

private:
    using clock = std::chrono::steady_clock; ///< never asked

    static clock::time_point at(moment when) { return clock::time_point(when); }

    std::unique_ptr<timer::timer[]> all_;
    timer::timers<clock, Queue> set_; ///< gone before the timers are: it calls them off
};

} // namespace tollgate::timeout_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scenario.hpp"

#include <tollgate/timer/wheel.hpp>

#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/context.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <chrono>
#include <functional>
#include <utility>

namespace tollgate::fiber {

/// While this object lives, it acts in each sleep of a thread that `napping` schedules.
struct nap {
    explicit nap(std::function<void()> happens_after, std::function<void()> happens_before = {})
        : after(std::move(happens_after)), before(std::move(happens_before)) {
        current = this;
    }
    nap(const nap&) = delete;
    nap& operator=(const nap&) = delete;
    ~nap() { current = nullptr; }

    std::function<void()> after;  ///< a sleep, whose length only the scripted clock tells
    std::function<void()> before; ///< a sleep, which only this function ends

    static inline constinit thread_local nap* current = nullptr;
};

/// The scheduler for a thread whose sleeps take no real time.
class napping final : public boost::fibers::algo::algorithm {
    using context = boost::fibers::context;
    using steady = std::chrono::steady_clock;

public:
    napping() : inner_(new scripted_round_robin) {}

    void awakened(context* fiber) noexcept override { inner_->awakened(fiber); }
    context* pick_next() noexcept override { return inner_->pick_next(); }
    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return inner_->has_ready_fibers();
    }
    void suspend_until(const steady::time_point&) noexcept override {
        const auto sleeps = inner_->so_far().sleeps;
        auto until = steady::time_point{};
        if (nap::current != nullptr && nap::current->before) {
            nap::current->before();
            until = steady::time_point::max();
        }
        inner_->suspend_until(until);
        if (inner_->so_far().sleeps != sleeps && nap::current != nullptr && nap::current->after) {
            nap::current->after();
        }
    }
    void notify() noexcept override { inner_->notify(); }

private:
    boost::intrusive_ptr<scripted_round_robin> inner_;
};

using time_point = scripted_clock::time_point;

/// When the timing wheel has passed the deadline.
inline time_point passed_by_the_wheel(time_point deadline) {
    const std::chrono::nanoseconds end =
        deadline.time_since_epoch() + timer::wheel::resolution - std::chrono::nanoseconds(1);
    return time_point(end - end % timer::wheel::resolution);
}

} // namespace tollgate::fiber

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>

#include <boost/fiber/context.hpp>

#include <cstdint>

namespace tollgate::fiber::detail {

/// The joint wait of a fiber: only the fiber waits, and its thread runs other fibers.
template <class Clock>
class fiber_wait : public queue::detail::joint_wait, private remote_call {
    using joint_wait = queue::detail::joint_wait;
    using scheduler = basic_round_robin<Clock>;
    using time_point = typename Clock::time_point;

public:
    static constexpr bool spins = false;
    using token = const cancel::token&;

    /// A deadline of the wait.
    struct timer : expiry {
        timer() noexcept : expiry(&expire) {}

        fiber_wait* wait = nullptr;
        std::uint32_t event = 0;
    };

    explicit fiber_wait(scheduler& own_scheduler) noexcept
        : joint_wait(&wake_fiber),
          remote_call(&continue_fiber),
          scheduler_(own_scheduler),
          context_(own_scheduler.queue().running()) {}

    [[nodiscard]] scheduler& own_scheduler() noexcept { return scheduler_; }

    void arm(timer& target, time_point deadline, std::uint32_t event) noexcept {
        prepare(target, event);
        scheduler_.timers().arm_at(target, deadline);
    }
    void disarm(timer& target) noexcept { scheduler_.timers().cancel(target); }
    /// Something else than the scheduler's timers calls `target.on_due`.
    void prepare(timer& target, std::uint32_t event) noexcept {
        target.wait = this;
        target.event = event;
    }

    /// Suspends the fiber until an event has claimed the wait. Call this function after
    /// `begin_waiting()` has returned true.
    void sleep() noexcept { scheduler_.queue().suspend(); }

private:
    static void expire(expiry& due) noexcept {
        auto& own = static_cast<timer&>(due);
        if (own.wait->claim(own.event)) {
            continue_fiber(*own.wait);
        }
    }
    static void wake_fiber(joint_wait& wait) noexcept {
        auto& self = static_cast<fiber_wait&>(wait);
        if (scheduler::of_this_thread() == &self.scheduler_) {
            continue_fiber(self);
        } else {
            self.scheduler_.mail()->post(self);
        }
    }
    static void continue_fiber(remote_call& call) noexcept {
        auto& self = static_cast<fiber_wait&>(call);
        self.scheduler_.queue().make_ready(self.context_);
    }

    scheduler& scheduler_;
    boost::fibers::context& context_;
};

} // namespace tollgate::fiber::detail

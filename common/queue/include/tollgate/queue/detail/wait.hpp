// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/wait_queue.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <chrono>

namespace tollgate::queue::detail {

/// One side of a queue: the side of the pushes, or the side of the pops. Contains the waiting
/// threads of this side, and the number of spins before a thread sleeps. The number of spins has
/// its own cache line, because the other side reads the wait queue in each operation.
template <class Parker, sleep::time_source Time>
struct alignas(64) side {
    using node = typename wait_queue<Parker, Time>::node;

    wait_queue<Parker, Time> waiters;
    alignas(64) sleep::adaptive_spin spin;

    /// Learns from a wait that slept from `start` on, after `spins_made` spins, until this node was
    /// notified.
    void learn(const node& notified, std::chrono::steady_clock::time_point start,
               int spins_made) noexcept {
        notified.notified_at.template teach<Time>(spin, notified.wants_time, start, spins_made);
    }
};

/// One wait of a thread, on its side of a queue. The thread spins, and then sleeps. An item is an
/// element for a pop, or room for a push. `Operation` is the operation that the thread attempts. It
/// has these functions:
///
/// - `status attempt()` does the operation, or returns `full` or `empty` if the thread has to wait.
/// - `bool may_succeed()` returns whether an attempt may succeed now. This function reads as little
///   memory as possible.
/// - `void settle_order()` executes a full fence, if the memory order of the wait queue is not
///   enough. It is called between wait_queue::enter() and the attempt that follows.
/// - `void notify_next()` wakes the next waiter of the same side if there is an item for that
///   waiter.
template <class Parker, sleep::time_source Time, class Operation>
class wait {
    using clock = std::chrono::steady_clock;
    using waiter = typename wait_queue<Parker, Time>::waiter;

public:
    wait(side<Parker, Time>& own_side, Operation operation, const cancel::token& cancellation,
         precedence first) noexcept
        : side_(own_side), operation_(operation), cancellation_(cancellation), first_(first) {}

    /// Waits until the operation ends. Returns `done`, `closed`, `cancelled` or `timeout`.
    template <class DeadlineSource>
    status until(DeadlineSource source) noexcept {
        int spins = side_.spin.spins();
        const int spins_at_first = (std::min)(spins, spins_per_clock_reading);
        if (const status result = spin(spins_at_first); is_final(result)) {
            return result;
        }
        const clock::time_point deadline = source();
        for (spins -= spins_at_first; spins > 0; spins -= spins_per_clock_reading) {
            if (deadline != (clock::time_point::max)() && Time::now() >= deadline) {
                break;
            }
            const status result = spin((std::min)(spins, spins_per_clock_reading));
            if (is_final(result)) {
                return result;
            }
        }
        return sleep_until(deadline, source);
    }

private:
    /// While a thread spins, it reads the clock once in this number of spins. A clock reading costs
    /// about as much as one or two spins.
    static constexpr int spins_per_clock_reading = 64;

    static bool is_final(status result) noexcept {
        return result != status::full && result != status::empty;
    }

    /// Attempts the operation. If the token is cancelled and has precedence, returns `cancelled`
    /// without an attempt.
    status attempt() noexcept {
        return first_ == precedence::cancellation && cancellation_.is_cancelled()
                   ? status::cancelled
                   : operation_.attempt();
    }

    status spin(int spins) noexcept {
        for (; spins > 0; --spins) {
            sleep::relax();
            ++spins_made_;
            if (operation_.may_succeed()) {
                if (const status result = attempt(); is_final(result)) {
                    if (result == status::done) {
                        side_.spin.learn_spins(spins_made_);
                    }
                    return result;
                }
            } else if (cancellation_.is_cancelled()) {
                // Make a last attempt: may_succeed() may return false although the queue is
                // closed, or although there is an item while other threads take items.
                return final_attempt(sleep::outcome::woken);
            }
        }
        return status::empty;
    }

    template <class DeadlineSource>
    status sleep_until(clock::time_point deadline, const DeadlineSource& source) noexcept {
        if (const status result = attempt(); is_final(result)) {
            return result; // the queue may be closed, which may_succeed() does not always show
        }
        waiter self;
        cancel::detail::parker_waker<Parker> waker(self.parker);
        cancel::cancellation_guard guard(cancellation_, waker);
        self.wants_time = side_.spin.wants_time();
        const clock::time_point start = self.wants_time ? Time::now() : clock::time_point{};
        bool was_ever_notified = false;
        while (true) {
            side_.waiters.enter(self);
            operation_.settle_order();
            status result = attempt();
            sleep::outcome outcome = sleep::outcome::woken;
            const bool sleeps = !is_final(result) && !cancellation_.is_cancelled();
            if (sleeps) {
                outcome = sleep_in(self.parker, deadline, source);
            }
            const bool is_notified = side_.waiters.leave(self);
            was_ever_notified = was_ever_notified || is_notified;
            if (!is_final(result)) {
                result = final_attempt(outcome);
            }
            if (sleeps && is_notified) {
                side_.learn(self, start, spins_made_);
            } else if (result == status::timeout && self.wants_time) {
                side_.spin.learn_timeout(Time::now() - start, spins_made_);
            } else if (!sleeps && result == status::done) {
                side_.spin.learn_spins(2 * spins_made_);
            }
            if (is_final(result)) {
                if (is_notified) {
                    side_.waiters.acknowledge(self);
                }
                if (was_ever_notified) {
                    operation_.notify_next();
                }
                return result;
            }
        }
    }

    /// Sleeps until the thread is woken or the deadline has passed. The thread keeps its place in
    /// the wait queue.
    template <class DeadlineSource>
    static sleep::outcome sleep_in(Parker& parker, clock::time_point deadline,
                                   const DeadlineSource& source) noexcept {
        sleep::outcome outcome = parker.sleep_until(deadline);
        if constexpr (requires { source.is_over(); }) {
            while (outcome == sleep::outcome::timeout && !source.is_over()) {
                outcome = parker.sleep_until(source());
            }
        }
        return outcome;
    }

    /// Attempts the operation after a sleep with this outcome. Returns a final status if the
    /// attempt succeeded or the wait is over. Otherwise returns `full` or `empty`.
    status final_attempt(sleep::outcome outcome) noexcept {
        const status result = attempt();
        if (is_final(result)) {
            return result;
        }
        if (cancellation_.is_cancelled()) {
            return status::cancelled;
        }
        return outcome == sleep::outcome::timeout ? status::timeout : result;
    }

    side<Parker, Time>& side_;
    Operation operation_;
    const cancel::token& cancellation_;
    precedence first_;
    int spins_made_ = 0;
};

} // namespace tollgate::queue::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/detail/channel_node.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/detail/wait_timeout.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/fiber/context.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

namespace tollgate::fiber::detail {

/// The record of one wait of a fiber. The record lies on the stack of this fiber, and may be in a
/// wait queue. A wait may have a timeout and a token. To claim a waiter means to end its wait. Only
/// the first claim succeeds, so the wait ends once. common/fiber/README.md explains the design in
/// "Waits".
///
/// - *Threads*: only the thread of its fiber may claim a waiter of `sharing::one_thread`. Any
///   thread may claim a waiter of `sharing::threads`. Any thread may cancel the token of a wait.
/// - *Lifetime*: a waiter exists until its fiber is woken. Its claimer may use the waiter until
///   then.
template <class Clock, sharing Sharing>
class waiter : public channel_node, private expiry, private remote_call {
    using scheduler = basic_round_robin<Clock>;
    using status = queue::status;

public:
    /// A waiter for the running fiber. A push or a pop passes the place of its element.
    waiter(scheduler& own_scheduler, void* element_place) noexcept
        : channel_node(element_place),
          expiry(&expire),
          remote_call(&called),
          scheduler_(own_scheduler),
          context_(own_scheduler.queue().running()) {}

    /// Tries to end the wait with this status. Returns whether this caller was the first. If so,
    /// the caller must wake the fiber, unless the caller is this fiber itself.
    bool claim(status ending) noexcept { return outcome_.settle(ending); }

    /// Makes the waiting fiber ready. The claimer calls this function once. The waiter may be
    /// destroyed before the function returns.
    void wake() noexcept {
        if constexpr (Sharing == sharing::threads) {
            if (scheduler::of_this_thread() != &scheduler_) {
                scheduler_.mail()->post(*this);
                return;
            }
        }
        scheduler_.queue().make_ready(context_);
    }

    /// Suspends the fiber until the wait ends, and returns how it ended. The fiber calls this
    /// function once. A token of the type dummy_token costs nothing.
    template <class Token>
    [[gnu::always_inline]] status wait(const wait_timeout<Clock>& timeout,
                                       const Token& cancellation) noexcept {
        if (!cancellation.can_be_cancelled()) {
            wait_with(timeout);
            return outcome_.value();
        }
        canceller handler(*this);
        {
            cancel::cancellation_guard guard(cancellation, handler);
            if (guard.is_cancelled() && claim(status::cancelled)) {
                return status::cancelled;
            }
            wait_with(timeout);
        }
        // The posted call refers to this waiter. The wait may have ended for another reason before
        // the call has run, so the call must run before this waiter is destroyed.
        if (handler.has_posted()) {
            scheduler_.run_posted();
        }
        return outcome_.value();
    }

private:
    class canceller final : public cancel::cancellation_handler {
    public:
        explicit canceller(waiter& target) noexcept : target_(target) {}
        ~canceller() = default;

        void cancel() noexcept override {
            if (Sharing == sharing::threads || scheduler::of_this_thread() == &target_.scheduler_) {
                if (target_.claim(status::cancelled)) {
                    target_.wake();
                }
            } else {
                has_posted_ = true;
                target_.scheduler_.mail()->post(target_);
            }
        }

        [[nodiscard]] bool has_posted() const noexcept { return has_posted_; }

    private:
        waiter& target_;
        bool has_posted_ = false;
    };

    [[gnu::always_inline]] void wait_with(const wait_timeout<Clock>& timeout) noexcept {
        timeout.arm(scheduler_, *this);
        scheduler_.queue().suspend();
        timeout.disarm(scheduler_, *this);
    }

    static void expire(expiry& due) noexcept {
        auto& self = static_cast<waiter&>(due);
        if (self.claim(status::timeout)) {
            self.scheduler_.queue().make_ready(self.context_);
        }
    }

    /// The function of a posted call, which runs on the fiber's thread. With `sharing::threads`,
    /// the thread that posted the call has already claimed the waiter, so the call only makes the
    /// fiber ready. With `sharing::one_thread`, the call first claims the waiter, to cancel the
    /// wait.
    static void called(remote_call& call) noexcept {
        auto& self = static_cast<waiter&>(call);
        if (Sharing == sharing::threads || self.claim(status::cancelled)) {
            self.scheduler_.queue().make_ready(self.context_);
        }
    }

    scheduler& scheduler_;
    boost::fibers::context& context_;
    outcome<Sharing> outcome_;
};

} // namespace tollgate::fiber::detail

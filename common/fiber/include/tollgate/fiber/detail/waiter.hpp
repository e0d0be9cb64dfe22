// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/detail/wait_timeout.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/fiber/context.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

namespace tollgate::fiber::detail {

using waiter_hook =
    boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

/// A fiber that waits, on its own stack, during one wait: in a wait queue, with a timeout, with a
/// token. The wait ends once, by the first that claims it. common/fiber/README.md has the design:
/// "Waits".
///
/// - *Threads*: a waiter of `sharing::one_thread` is claimed by its own thread, a waiter of
///   `sharing::threads` by any. Its token may be cancelled by any thread.
/// - *Lifetime*: it exists until it was woken. Its claimer may use it until then.
template <class Clock, sharing Sharing>
class waiter : public waiter_hook, private expiry, private remote_call {
    using scheduler = basic_round_robin<Clock>;
    using status = queue::status;

public:
    using wait_queue = boost::intrusive::list<waiter, boost::intrusive::base_hook<waiter_hook>,
                                              boost::intrusive::constant_time_size<false>>;

    /// For the running fiber.
    waiter(scheduler& own_scheduler, void* element_place) noexcept
        : expiry(&expire),
          remote_call(&called),
          place(element_place),
          scheduler_(own_scheduler),
          context_(own_scheduler.queue().running()) {}

    void* const place; ///< the target of a pop, or the source of a push

    void leave_queue() noexcept {
        if (waiter_hook::is_linked()) {
            waiter_hook::unlink();
        }
    }

    /// Whether the caller ends the wait, with this status. Then the caller must wake the fiber,
    /// unless it is the fiber itself.
    bool claim(status ending) noexcept { return outcome_.settle(ending); }

    /// By the claimer. The waiter may be destroyed afterwards.
    void wake() noexcept {
        if constexpr (Sharing == sharing::threads) {
            if (scheduler::of_this_thread() != &scheduler_) {
                scheduler_.mail()->post(*this);
                return;
            }
        }
        scheduler_.queue().make_ready(context_);
    }

    /// Once, by the fiber. A dummy token costs nothing if its type is dummy_token.
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

    /// If any thread may claim, the wait is claimed already.
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

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/limit.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/fiber/context.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

namespace tollgate::fiber::detail {

using waiter_hook =
    boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

/// A fiber that waits, for the time of one wait, on its own stack: in a line for something, with a
/// limit, for a token.
///
/// How it ends. A wait ends once, by what claims it first: who has something for it (`done`,
/// from the line), who closes what it waits for, its timer, its token. Who claimed it wakes it, and
/// has written before what it is to find at `place`; all others go on to the next in line, or give
/// up. No clock is asked afterwards: a fiber that was given something and runs long after its
/// deadline was given it.
///
/// Threads. A waiter of `sharing::one_thread` is claimed by its own thread alone, without atomics:
/// a cancellation that comes from another thread is posted as a call, and claims when it is run.
/// One of `sharing::threads` is claimed by a compare-and-swap, and woken by a call if its claimer
/// runs on another thread. The claim orders nothing; what orders is the call's way (release by who
/// puts it, acquire by who runs it), and that of the fiber's own thread.
///
/// Lifetime. Until it is woken it stays, hence what claimed it may touch it until then; and only
/// the claimer's call makes use of `remote_call`, or that of the token. Lines are left by it before
/// it goes: who claims from a line does it under that line's lock, under which the fiber leaves it.
/// The guard of the token's handler waits until the handler has run; a call that the handler has
/// posted is run before the fiber goes on.
template <class Clock, sharing How>
class waiter : public waiter_hook, private expiry, private remote_call {
    using scheduler = basic_round_robin<Clock>;
    using status = queue::status;

public:
    using line = boost::intrusive::list<waiter, boost::intrusive::base_hook<waiter_hook>,
                                        boost::intrusive::constant_time_size<false>>;

    /// For the fiber that runs.
    waiter(scheduler& on, void* what) noexcept
        : expiry(&expire),
          remote_call(&called),
          place(what),
          scheduler_(on),
          context_(on.queue().running()) {}

    void* const place; ///< for what a pop is given, or of what a push gives

    void leave_line() noexcept {
        if (waiter_hook::is_linked()) {
            waiter_hook::unlink();
        }
    }

    /// Whether the wait ends thus. Then it has to be woken, or is the caller's own.
    bool claim(status how) noexcept { return outcome_.settle(how); }

    /// By who claimed it. It may be gone afterwards.
    void wake() noexcept {
        if constexpr (How == sharing::threads) {
            if (scheduler::of_this_thread() != &scheduler_) {
                scheduler_.mail()->post(*this);
                return;
            }
        }
        scheduler_.queue().make_ready(context_);
    }

    /// Once, by the fiber. Nothing is left of a token whose type says that it is a dummy.
    template <class Token>
    [[gnu::always_inline]] status wait(const limit<Clock>& within,
                                       const Token& cancellation) noexcept {
        if (!cancellation.can_be_cancelled()) {
            wait_within(within);
            return outcome_.is();
        }
        canceller handler(*this);
        {
            cancel::cancellation_guard guard(cancellation, handler);
            if (guard.is_cancelled() && claim(status::cancelled)) {
                return status::cancelled;
            }
            wait_within(within);
        }
        if (handler.has_posted()) {
            scheduler_.run_posted();
        }
        return outcome_.is();
    }

private:
    class canceller final : public cancel::cancellation_handler {
    public:
        explicit canceller(waiter& whom) noexcept : whom_(whom) {}
        ~canceller() = default;

        void cancel() noexcept override {
            if (How == sharing::threads || scheduler::of_this_thread() == &whom_.scheduler_) {
                if (whom_.claim(status::cancelled)) {
                    whom_.wake();
                }
            } else {
                has_posted_ = true;
                whom_.scheduler_.mail()->post(whom_);
            }
        }

        [[nodiscard]] bool has_posted() const noexcept { return has_posted_; }

    private:
        waiter& whom_;
        bool has_posted_ = false;
    };

    [[gnu::always_inline]] void wait_within(const limit<Clock>& within) noexcept {
        within.arm(scheduler_, *this);
        scheduler_.queue().suspend();
        within.disarm(scheduler_, *this);
    }

    static void expire(expiry& due) noexcept {
        auto& self = static_cast<waiter&>(due);
        if (self.claim(status::timeout)) {
            self.scheduler_.queue().make_ready(self.context_);
        }
    }

    /// Claimed already, if any thread may claim.
    static void called(remote_call& call) noexcept {
        auto& self = static_cast<waiter&>(call);
        if (How == sharing::threads || self.claim(status::cancelled)) {
            self.scheduler_.queue().make_ready(self.context_);
        }
    }

    scheduler& scheduler_;
    boost::fibers::context& context_;
    outcome<How> outcome_;
};

} // namespace tollgate::fiber::detail

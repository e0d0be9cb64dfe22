// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/fence/light_fence.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <atomic>

namespace tollgate::cancel {

class cancellation_guard;
class cancellation_source;

/// Why a wait without a predicate ended. Where the token is cancelled, the result is `cancelled`,
/// whatever else happened.
enum class wait_status {
    notified,  ///< a condition variable woke, spuriously perhaps; for poll() a descriptor is ready
    timeout,   ///< the deadline has passed
    cancelled, ///< the token is cancelled
};

/// The parameter by which a function can be cancelled, taken last and by const reference: a
/// `dummy_token`, a `standalone_token` or a `sourced_token`.
///
///     const auto work = [](const tollgate::cancel::token& cancellation) {
///         for (int step = 0; step < 1000 && cancellation; ++step) { /* do the step */ }
///     };
///     work(tollgate::cancel::dummy_token());
///
/// - *Threads*: any number may ask one token and register with it. Each thread unregisters what it
///   registered; "Design" below has two exceptions. A thread that registers often needs a token of
///   its own: a copy of a `sourced_token`, or a token of `cancellation_source::following`.
/// - *Memory order*: a thread that sees the cancellation sees what was written before `cancel()`.
///   The token stays cancelled for that thread.
/// - *Lifetime*: guards, `on_cancel` objects and waits end before their token does. The library
///   aborts with a sentence where it notices a handler that is left.
/// - *Cost*: asking is one acquire load. The thread of the second registration becomes the owner:
///   from then on it registers with stores and loads. Then `cancel()` makes one membarrier(2), up
///   to 1 µs. Other threads take a mutex to register, and again to unregister.
class token {
public:
    token& operator=(const token&) = delete;

    /// One acquire load.
    [[nodiscard]] bool is_cancelled() const noexcept {
        return !is_known_dummy() && state_->is_cancelled();
    }

    /// Whether to go on: the opposite of `is_cancelled()`.
    explicit operator bool() const noexcept { return !is_cancelled(); }

    /// False for a dummy and for a token that was moved from.
    [[nodiscard]] bool can_be_cancelled() const noexcept { return !slot_.is_inert; }

protected:
    /// A token that can never be cancelled.
    constexpr token() noexcept : state_(&detail::never_cancelled) { slot_.is_inert = true; }
    /// A token of this state, which must outlive it.
    explicit token(detail::state* shared) noexcept : state_(shared) {}
    /// Refers to the same state, with no handler.
    token(const token& other) noexcept : state_(other.state_) {
        slot_.is_inert = other.slot_.is_inert;
    }
    ~token() = default;

    /// The handlers that are registered with this token.
    [[nodiscard]] detail::slot& own_slot() const noexcept { return slot_; }
    /// The state behind this token.
    [[nodiscard]] detail::state* shared_state() const noexcept { return state_; }
    /// From now on this token can never be cancelled.
    void give_state_up() noexcept {
        slot_.is_inert = true;
        state_ = &detail::never_cancelled;
    }

private:
    friend class cancellation_guard;
    friend class cancellation_source;

    /// True if the compiler knows it: then nothing is loaded.
    [[nodiscard, gnu::always_inline]] bool is_known_dummy() const noexcept {
        const bool is_dummy = !can_be_cancelled();
        return __builtin_constant_p(is_dummy) && is_dummy;
    }

    // Inlined into guards: compilers think these two functions too long for it.

    /// False if it is cancelled already.
    [[gnu::always_inline]] bool add(cancellation_handler& handler) const noexcept {
        if (is_known_dummy()) {
            return true;
        }
        sleep::race_detector::releases(&handler); // as the push does
        const bool is_registered = detail::slot::is_registered(handler);
        if (slot_.is_light_for_this_thread()) [[likely]] {
            slot_.push(handler, is_registered, std::memory_order_release);
            fence::light_fence();
            return !state_->is_cancelled() || state_->settle_pushed(slot_, handler);
        }
        return !can_be_cancelled() || state_->add(slot_, handler);
    }

    [[gnu::always_inline]] release_result remove(cancellation_handler& handler,
                                                 detail::state::if_running action) const noexcept {
        if (is_known_dummy()) {
            return release_result::removed;
        }
        if (slot_.is_light_for_this_thread()) [[likely]] { // with && gcc takes it for unlikely
            if (slot_.is_on_top(handler)) [[likely]] {
                slot_.pop(handler, std::memory_order_release);
                fence::light_fence();
                if (!state_->is_cancelled()) [[likely]] {
                    detail::slot::mark_unregistered(handler);
                    return release_result::removed;
                }
                return state_->settle_popped(slot_, handler, action);
            }
        }
        return can_be_cancelled() ? state_->remove(slot_, handler, action)
                                  : release_result::removed;
    }

    mutable detail::slot slot_; // first: its address is the token's
    detail::state* state_;
};

// Design:
//
// Unregistering. Each thread unregisters what it has registered, with two exceptions:
// - A running handler may destroy guards on all tokens of its own source that are left to it,
//   whichever thread made them. It must not destroy guards on tokens of sources that follow its
//   source: another thread may cancel those sources.
// - A guard may go to another thread, as with a task that goes on elsewhere and takes its token
//   along. No other thread may register with the token or unregister at that time, and the two
//   threads synchronize.
//
// Any other use writes memory after its end.
//
// Owner. The thread of the second registration is the owner until the token is reset. The first
// registration, its undoing and the second registration take a mutex each. Then the owner only
// stores and loads. While another thread has a handler registered, the owner takes the mutex too.
//
// Fence. From the second registration on, `cancel()` makes one membarrier(2), which interrupts the
// CPUs that run threads of this process. If the kernel refuses membarrier when the process starts,
// an owner takes one exchange to register and one to unregister. So does every owner on other
// systems than Linux. Then `cancel()` makes no system call.
//
// Order. Guards normally end in reverse order. Any other order is legal and takes a mutex. With n
// handlers registered it costs no more than with two, except that the guards above are moved to a
// list, each once.

/// A token that is never cancelled, for callers that do not want to stop anything.
///
///     const auto work = [](const tollgate::cancel::token& cancellation) {
///         return !cancellation.is_cancelled();
///     };
///     work(tollgate::cancel::dummy_token());
///
/// - *Lifetime*: all dummies are equal. A dummy is copied and assigned at any time, whatever is
///   registered with it.
/// - *Cost*: nothing where the compiler sees that the token is a dummy. Elsewhere asking is a load,
///   and registering is a comparison. That holds in every shared object to which it is passed.
class dummy_token final : public token {
public:
    /// All dummies are equal.
    constexpr dummy_token() noexcept = default;
    /// Copies nothing.
    // NOLINTNEXTLINE(bugprone-copy-constructor-init): there is nothing to copy
    constexpr dummy_token(const dummy_token& /*other*/) noexcept : token() {}
    /// Assigns nothing.
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment, cert-oop54-cpp): nothing is assigned
    constexpr dummy_token& operator=(const dummy_token& /*other*/) noexcept { return *this; }
    constexpr ~dummy_token() = default;

    /// False.
    [[nodiscard]] static constexpr bool is_cancelled() noexcept { return false; }
    /// True.
    explicit constexpr operator bool() const noexcept { return true; }
    /// False.
    [[nodiscard]] static constexpr bool can_be_cancelled() noexcept { return false; }
};

} // namespace tollgate::cancel

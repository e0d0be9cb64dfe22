// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/cancellation_reason.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/fence/light_fence.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <atomic>
#include <chrono>
#include <string_view>

namespace tollgate::cancel {

class cancellation_guard;
class cancellation_source;

/// The reason why a wait without a predicate ended. If the token is cancelled, the result is always
/// `cancelled`, even if the wait was also notified or the deadline has passed.
enum class wait_status {
    notified,  ///< the condition variable woke, perhaps spuriously; poll(): a descriptor is ready
    timeout,   ///< the deadline has passed
    cancelled, ///< the token is cancelled
};

/// The name of the enumerator.
[[nodiscard]] constexpr std::string_view to_string(wait_status value) noexcept {
    switch (value) {
    case wait_status::notified:
        return "notified";
    case wait_status::timeout:
        return "timeout";
    case wait_status::cancelled:
        break;
    }
    return "cancelled";
}

/// The parameter of a function that can be cancelled. Take a token as the last parameter, by const
/// reference. A token is a `dummy_token`, a `standalone_token` or a `sourced_token`.
///
///     const auto work = [](const tollgate::cancel::token& cancellation) {
///         for (int step = 0; step < 1000 && cancellation; ++step) { /* do the step */ }
///     };
///     work(tollgate::cancel::dummy_token());
///
/// - *Threads*: any number of threads may check one token and register handlers with it. The thread
///   that registered a handler must unregister it; "Design" below lists two exceptions. A thread
///   that registers often needs its own token: a copy of a `sourced_token`, or a token of
///   `cancellation_source::following`.
/// - *Memory order*: a thread that sees the cancellation also sees all writes before `cancel()`.
///   For this thread, the token stays cancelled.
/// - *Lifetime*: guards, `on_cancel` objects and waits must end before their token is destroyed. If
///   the library notices that a handler is still registered, it prints a line and aborts.
/// - *Cost*: a check is one acquire load. The thread that makes the second registration with a
///   token becomes the owner of the token. From then on, the owner registers with stores and loads,
///   and `cancel()` calls membarrier(2) once, which takes some µs. Other threads take a mutex to
///   register, and again to unregister.
class token {
public:
    token& operator=(const token&) = delete;

    /// Returns whether the token is cancelled. Cost: one acquire load.
    [[nodiscard]] bool is_cancelled() const noexcept {
        return !is_known_dummy() && state_->is_cancelled();
    }

    /// Returns whether to continue the work: the opposite of `is_cancelled()`.
    explicit operator bool() const noexcept { return !is_cancelled(); }

    /// Returns why the token is cancelled, or `reason_kind::not_cancelled`.
    [[nodiscard]] cancellation_reason reason() const noexcept { return state_->reason(); }
    /// Returns the deadline of the token's source or of a source that it follows, whichever is
    /// first. Returns `max()` if there is none. Never changes.
    [[nodiscard]] std::chrono::steady_clock::time_point deadline() const noexcept {
        return state_->deadline();
    }

    /// Returns false for a `dummy_token` and for a token that was moved from.
    [[nodiscard]] bool can_be_cancelled() const noexcept { return !slot_.is_inert; }

protected:
    /// Makes a token that can never be cancelled.
    constexpr token() noexcept : state_(&detail::never_cancelled) { slot_.is_inert = true; }
    /// Makes a token of this state. The state must outlive the token.
    explicit token(detail::state* shared) noexcept : state_(shared) {}
    /// Makes a token of the same state, without a registered handler.
    token(const token& other) noexcept : state_(other.state_) {
        slot_.is_inert = other.slot_.is_inert;
    }
    ~token() = default;

    /// Returns the slot: the handlers that are registered with this token.
    [[nodiscard]] detail::slot& own_slot() const noexcept { return slot_; }
    /// Returns the state of this token.
    [[nodiscard]] detail::state* shared_state() const noexcept { return state_; }
    /// Gives the state up. From now on, this token can never be cancelled.
    void give_state_up() noexcept {
        slot_.is_inert = true;
        state_ = &detail::never_cancelled;
    }

private:
    friend class cancellation_guard;
    friend class cancellation_source;

    /// Returns true if the compiler knows that this token is a dummy. Then nothing is loaded.
    [[nodiscard, gnu::always_inline]] bool is_known_dummy() const noexcept {
        const bool is_dummy = !can_be_cancelled();
        return __builtin_constant_p(is_dummy) && is_dummy;
    }

    // The next two functions must be inlined into guards. Without the attribute, compilers do not
    // inline these functions, because the functions are too long.

    /// Registers the handler. Returns false if the token is cancelled already.
    [[gnu::always_inline]] bool add(cancellation_handler& handler) const noexcept {
        if (is_known_dummy()) {
            return true;
        }
        sleep::race_detector::releases(&handler); // the push is a release
        const bool is_registered = detail::slot::is_registered(handler);
        if (slot_.is_light_for_this_thread()) [[likely]] {
            slot_.push(handler, is_registered, std::memory_order_release);
            fence::light_fence();
            return !state_->is_cancelled() || state_->settle_pushed(slot_, handler);
        }
        return !can_be_cancelled() || state_->add(slot_, handler);
    }

    /// Unregisters the handler.
    [[gnu::always_inline]] release_result remove(cancellation_handler& handler,
                                                 detail::state::if_running action) const noexcept {
        if (is_known_dummy()) {
            return release_result::removed;
        }
        if (slot_.is_light_for_this_thread()) [[likely]] { // with &&, gcc treats it as unlikely
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

    mutable detail::slot slot_; // the first member: its address is the address of the token
    detail::state* state_;
};

// Design:
//
// Unregistering. The thread that registered a handler must unregister it, with two exceptions:
// - A running handler may destroy guards on all tokens of its own source, also guards that other
//   threads made and leave to this handler. The handler must not destroy guards on tokens of
//   sources that follow its source, because another thread may cancel those sources.
// - A guard may move to another thread, for example with a task that continues on another thread
//   and takes its token along. While the guard is on the new thread, no other thread may register
//   or unregister with the token. The old and the new thread must synchronize.
//
// Any other unregistration is an error: the library may then write to objects that no longer exist.
//
// Owner. The thread that makes the second registration is the owner until the token is reset. The
// first registration, its unregistration and the second registration take a mutex each. After that,
// the owner only stores and loads. While a handler of another thread is registered, the owner takes
// the mutex too.
//
// Fence. From the second registration on, `cancel()` calls membarrier(2) once. This call interrupts
// the CPUs that run threads of this process. If the kernel refuses membarrier when the process
// starts, the owner executes one atomic exchange to register and one to unregister. In this case,
// `cancel()` makes no system call. The same is true on all systems other than Linux.
//
// Order. Guards normally end in the reverse order of their construction. Any other order is
// allowed, but an unregistration in another order takes a mutex. If the handler is in the
// token's stack, all handlers of the stack move to a list. Each handler moves at most once. Apart
// from these moves, the cost of an unregistration does not depend on the number of registered
// handlers.

/// A token that is never cancelled, for callers that never stop the work.
///
///     const auto work = [](const tollgate::cancel::token& cancellation) {
///         return !cancellation.is_cancelled();
///     };
///     work(tollgate::cancel::dummy_token());
///
/// - *Lifetime*: all dummy tokens are equal. You may copy and assign a dummy token at any time,
///   even while handlers are registered with it.
/// - *Cost*: nothing where the compiler knows that the token is a dummy. Elsewhere a check is one
///   load, and a registration is one comparison. This is also true in every shared library to
///   which you pass the token.
class dummy_token final : public token {
public:
    /// Makes a token that is equal to all other dummy tokens.
    constexpr dummy_token() noexcept = default;
    /// Copies nothing.
    // NOLINTNEXTLINE(bugprone-copy-constructor-init): there is nothing to copy
    constexpr dummy_token(const dummy_token& /*other*/) noexcept : token() {}
    /// Assigns nothing.
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment, cert-oop54-cpp): nothing is assigned
    constexpr dummy_token& operator=(const dummy_token& /*other*/) noexcept { return *this; }
    constexpr ~dummy_token() = default;

    /// Returns false.
    [[nodiscard]] static constexpr bool is_cancelled() noexcept { return false; }
    /// Returns true.
    explicit constexpr operator bool() const noexcept { return true; }
    /// Returns false.
    [[nodiscard]] static constexpr bool can_be_cancelled() noexcept { return false; }
};

} // namespace tollgate::cancel

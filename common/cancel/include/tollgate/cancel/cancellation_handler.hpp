// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/listed.hpp>
#include <tollgate/sleep/parker.hpp>

#include <cassert>
#include <cstdint>
#include <memory>

namespace tollgate::cancel {

class cancellation_handler;

namespace detail {
class wake_descriptor;

/// The wake-up at the end of a handler. It is done when the handler counts as having run. Otherwise
/// the woken thread, which unregisters the handler, could run on the same CPU before the handler
/// has returned.
struct deferred_wake {
    [[nodiscard]] bool is_due() const noexcept { return parked.is_due() || descriptor != nullptr; }
    void perform() const noexcept;

    sleep::parker::unfinished_wake parked;
    std::shared_ptr<const wake_descriptor> descriptor;
};

/// Where a handler is registered.
class registration {
    friend class tollgate::cancel::cancellation_handler;
    friend struct slot;
    friend class state;

    enum class progress : std::uint8_t {
        none,    ///< in its slot's stack, or not registered
        earlier, ///< in a list of the state, to run before the stack
        later,   ///< in a list of the state, to run after the stack
        listed,  ///< in the canceller's list
        running,
        ran,
    };

    /// The handler below in its slot's stack; the handler itself while it is not registered.
    cancellation_handler* below_ = nullptr;

    // Guarded by the state's mutex.
    progress progress_ = progress::none;
    listed<cancellation_handler> listed_;
};
} // namespace detail

/// The result of `cancellation_guard::release()` and `try_release()`.
enum class release_result {
    removed, ///< the handler did not run and never will
    running, ///< the handler runs now, on another thread; the guard still guards it
    ran,     ///< the handler has run and has returned
};

/// The base class of what is done when a token is cancelled: wake a sleeper, shut a socket, set a
/// flag. A `cancellation_guard` registers it with one token at a time, and as often as you like.
///
///     struct flag final : tollgate::cancel::cancellation_handler {
///         void cancel() noexcept override { is_set = true; }
///         std::atomic<bool> is_set{false};
///     };
///
/// - *Threads*: `cancel()` runs on the cancelling thread, with no lock of this library held. It may
///   cancel other sources, and destroy its own guard and itself. It must not suspend a fiber.
/// - *Lifetime*: the handler outlives its guard, unless it destroys both itself.
/// - *Exceptions*: `cancel()` should be noexcept. If it throws, all other handlers run, and then
///   the first exception leaves the canceller's call.
class cancellation_handler : public detail::registration {
public:
    /// Called once per registration at the most, in the order of registration within one token.
    virtual void cancel() = 0;

    /// Called when the guard ends, exactly if `cancel()` was called since the registration, on the
    /// thread that releases the guard: takes back what `cancel()` did. A handler that destroys its
    /// own guard has its `reset()` run in the middle of its `cancel()`.
    virtual void reset() noexcept {}

    /// The canceller calls this: `cancel()`, and the wake-up that is left to do when the handler
    /// counts as having run and may be gone. Only handlers of this library override it: the thread
    /// that they wake would otherwise have to wait for the handler's end.
    virtual detail::deferred_wake cancel_and_defer_wake() {
        cancel();
        return {};
    }

    cancellation_handler(const cancellation_handler&) = delete;
    cancellation_handler& operator=(const cancellation_handler&) = delete;

protected:
    // A friend could destroy it by its base: compilers warn of that, in its users' classes, too.
    cancellation_handler() noexcept { below_ = this; }
    ~cancellation_handler() { assert(below_ == this && "destroyed while it is registered"); }
};

// Design:
//
// Order. Handlers of one token run in the order in which they were registered, by whichever
// threads: an outer handler before those nested in it. So a thread that an inner handler wakes
// finds that the outer ones have run. Two handlers that two threads register at the same moment
// have no order.
//
// Fibers. The library knows the runner of a handler by its thread. A handler that suspends its
// fiber might go on on another thread.
//
// pthread_exit(3). If a handler ends its thread, the other handlers run before the thread ends.

} // namespace tollgate::cancel

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

/// The wake-up of a thread whose wait a handler ends. The cancelling thread performs the wake-up
/// when the handler counts as having run. Reason: the woken thread unregisters the handler. If the
/// handler itself performed the wake-up, the woken thread would have to wait until the handler has
/// returned.
struct deferred_wake {
    [[nodiscard]] bool is_due() const noexcept { return parked.is_due() || descriptor != nullptr; }
    void perform() const noexcept;

    sleep::parker::unfinished_wake parked;
    std::shared_ptr<const wake_descriptor> descriptor;
};

/// The data of a handler's registration. A token contains a slot, which has a stack of handlers
/// (slot.hpp). A state is the data of one cancellation, and contains lists of handlers (state.hpp).
class registration {
    friend class tollgate::cancel::cancellation_handler;
    friend struct slot;
    friend class state;

    enum class progress : std::uint8_t {
        none,    ///< in the stack of a slot, or not registered
        earlier, ///< in the state's list of handlers that run before the stack
        later,   ///< in the state's list of handlers that run after the stack
        listed,  ///< in the canceller's list, not run yet
        running,
        ran,
    };

    /// Points to the handler below this handler in the stack. Points to this handler itself while
    /// the handler is not registered.
    cancellation_handler* below_ = nullptr;

    // Guarded by the state's mutex.
    progress progress_ = progress::none;
    listed<cancellation_handler> listed_;
};
} // namespace detail

/// The result of `cancellation_guard::release()` and `try_release()`.
enum class release_result {
    removed, ///< the handler did not run and never will
    running, ///< the handler runs now, on another thread; the handler is still registered
    ran,     ///< the handler has run and has returned, or runs now on this thread
};

/// The base class of handlers. A handler is an object whose `cancel()` runs when a token is
/// cancelled, for example to wake a thread, to shut a socket or to set a flag. A
/// `cancellation_guard` registers a handler with a token. You may register a handler any number of
/// times, but with only one token at a time.
///
///     struct flag final : tollgate::cancel::cancellation_handler {
///         void cancel() noexcept override { is_set = true; }
///         std::atomic<bool> is_set{false};
///     };
///
/// - *Threads*: `cancel()` runs on the cancelling thread, while no lock of this library is held.
///   `cancel()` may cancel other sources, and may destroy the handler's guard and the handler.
///   `cancel()` must not suspend a fiber.
/// - *Lifetime*: the handler must outlive its guard, unless `cancel()` destroys both.
/// - *Exceptions*: `cancel()` should be noexcept. If `cancel()` throws, all other handlers still
///   run. Then the first exception leaves the call that cancels the token.
class cancellation_handler : public detail::registration {
public:
    /// Runs at most once for each registration. The handlers of one token run in the order of their
    /// registration.
    virtual void cancel() = 0;

    /// Takes back what `cancel()` did. If `cancel()` has run since the registration, `reset()` runs
    /// when the guard is released or destroyed, on the thread that releases or destroys the guard.
    /// If `cancel()` has not run, `reset()` does not run. If `cancel()` destroys the handler's
    /// guard, `reset()` runs inside `cancel()`.
    virtual void reset() noexcept {}

    /// The function that a cancellation calls. Only handlers of this library override this
    /// function. Runs `cancel()`, and returns a wake-up, which may be empty. The cancelling thread
    /// performs the wake-up when the handler counts as having run: see `deferred_wake`. At this
    /// time, the handler may already be destroyed.
    virtual detail::deferred_wake cancel_and_defer_wake() {
        cancel();
        return {};
    }

    cancellation_handler(const cancellation_handler&) = delete;
    cancellation_handler& operator=(const cancellation_handler&) = delete;

protected:
    // This class has no friends. A friend could destroy a handler through a pointer to this class.
    // Compilers would warn about this possibility, also in the classes of users.
    cancellation_handler() noexcept { below_ = this; }
    ~cancellation_handler() { assert(below_ == this && "destroyed while it is registered"); }
};

// Design:
//
// Order. The handlers of one token run in the order of their registration, also if several threads
// registered them. The handler of an outer guard runs before the handlers of the guards that are
// nested in it. So when an inner handler wakes a thread, all outer handlers have run. Two handlers
// that two threads register at the same moment have no defined order.
//
// Fibers. The library identifies a running handler by its thread. A handler must not suspend its
// fiber, because the fiber could continue on another thread.
//
// pthread_exit(3). If a handler ends its thread, the other handlers run before the thread ends.

} // namespace tollgate::cancel

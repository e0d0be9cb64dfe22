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

/// The wake-up at the end of a handler. It is done when the handler counts as having run. Else the
/// woken thread, which unregisters the handler, could run on the same CPU before it has returned.
struct last_act {
    [[nodiscard]] bool is_due() const noexcept {
        return of_parker.is_due() || of_descriptor != nullptr;
    }
    void perform() const noexcept;

    sleep::parker::unfinished_wake of_parker;
    std::shared_ptr<const wake_descriptor> of_descriptor;
};

/// Where a handler is registered.
class registration {
    friend class tollgate::cancel::cancellation_handler;
    friend struct slot;
    friend class state;

    enum class progress : std::uint8_t {
        none,    ///< in its slot's stack, or in none
        earlier, ///< in a list of the state, to run before what is in the stack
        later,   ///< in a list of the state, to run after that
        listed,  ///< in the canceller's list
        running,
        ran,
    };

    /// In its slot's stack; itself while it is not registered.
    cancellation_handler* below_ = nullptr;

    // Guarded by the state's mutex.
    progress progress_ = progress::none;
    listed<cancellation_handler> listed_;
};
} // namespace detail

/// What `cancellation_guard::try_release()` found.
enum class release_result {
    removed, ///< the handler did not run and never will
    running, ///< it runs now, on another thread; the guard still guards it
    ran,     ///< it has run, and does no more
};

/// What is to be done when a token is cancelled: wake a sleeper, shut a socket, set a flag of its
/// own. It is registered for a while by a `cancellation_guard`, with one token at a time, and as
/// often as you like one after the other.
///
/// Handlers of one token run in the order in which they were registered, by whichever threads: an
/// outer one before those nested in it, so that a thread that an inner one wakes finds the outer
/// ones run. (Two that two threads register at the same moment have no order.)
///
/// `cancel()` runs on the cancelling thread, once per registration at the most, with no lock of
/// this library held: it may cancel other sources, and destroy its own guard and itself. It must
/// not suspend a fiber, because whoever runs it is known by its thread. It should be noexcept. If
/// it throws, all other handlers are run nevertheless, and then the first exception leaves the
/// canceller's call. If it ends its thread, by pthread_exit(3), they are run before that ends.
///
/// `reset()` runs when the guard goes, exactly if `cancel()` was called since it was registered, on
/// the thread that releases the guard: a place to take back what `cancel()` did. A handler that
/// destroys its own guard has its `reset()` run in the middle of its `cancel()`.
class cancellation_handler : public detail::registration {
public:
    virtual void cancel() = 0;
    virtual void reset() noexcept {}

    /// What the canceller calls: `cancel()`, and what is left to do when the handler counts as
    /// having run and may be gone. For the library's own handlers, which wake somebody who would
    /// otherwise run into the handler's guard.
    virtual detail::last_act cancel_but_for_the_last_act() {
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

} // namespace tollgate::cancel

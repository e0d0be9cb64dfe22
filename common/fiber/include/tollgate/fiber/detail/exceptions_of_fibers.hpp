// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/context.hpp>
#include <boost/version.hpp>

#include <cstdint>
#include <unordered_map>

namespace tollgate::fiber::detail {

/// The C++ runtime's record of a thread's exceptions, laid out as in the Itanium ABI
/// (`__cxa_eh_globals`).
struct exception_state {
    void* caught = nullptr;    ///< those whose handlers have not ended, the innermost first
    unsigned int uncaught = 0; ///< how many are thrown and not caught
#ifdef __ARM_EABI_UNWINDER__
    void* propagating = nullptr;
#endif

    static exception_state& of_this_thread() noexcept;
};

/// From 1.88 on Boost.Context keeps them itself, on the stack that a switch leaves. A new fiber
/// begins there with those of the fiber that ran before.
inline constexpr bool boost_keeps_exceptions =
#if BOOST_VERSION >= 108800 && defined(__GLIBCXX__) && !defined(BOOST_USE_UCONTEXT)
    true;
#else
    false;
#endif

/// Gives each fiber of a thread the exceptions that it has thrown and caught itself.
///
/// The runtime keeps them for the thread. A handler that ends takes the thread's innermost one off,
/// and destroys it. So of two fibers that give way in handlers each would destroy what the other
/// one still uses, and `throw;`, `std::current_exception()` and `std::uncaught_exceptions()` would
/// speak of another fiber's. Here a fiber that leaves in a handler, or while an exception flies,
/// leaves its state in a table, and the next one goes on with its own: none, unless it left some.
///
/// Both states change places where the next fiber is picked, before the switch. From then on until
/// the switch is over only Boost's code runs, which neither throws nor catches. That holds for each
/// way in which Boost switches, see run_queue.
///
/// Where Boost keeps them itself, it does so at the switch, after the pick, and the table stays
/// empty. A fiber that leaves with exceptions is followed by the dispatcher. The dispatcher has
/// none, and so the fibers that it picks begin without.
///
/// Threads: that of the scheduler. Cost: three loads and a branch while no fiber has left any. A
/// switch in a handler allocates; and each switch is a lookup as long as the table has entries.
/// Without memory for one the program ends.
class exceptions_of_fibers {
    using context = boost::fibers::context;

public:
    /// Of the thread whose fibers are scheduled from now on. Forgets what was kept.
    void begin() noexcept {
        thread_ = &exception_state::of_this_thread();
        kept_.clear();
    }

    /// Whether a switch has anything to do.
    [[nodiscard, gnu::always_inline]] bool are_there() const noexcept {
        return (reinterpret_cast<std::uintptr_t>(thread_->caught) | thread_->uncaught |
                kept_.size()) != 0;
    }

    /// On the way from one to another, of which either may be the dispatcher.
    void hand_over(const context* from, const context* to) noexcept {
        if (are_there()) [[unlikely]] {
            exchange(from, to);
        }
    }

    [[nodiscard]] bool are_kept() const noexcept { return !kept_.empty(); }

private:
    void exchange(const context* from, const context* to) noexcept;

    exception_state* thread_ = nullptr;
    std::unordered_map<const context*, exception_state> kept_;
};

} // namespace tollgate::fiber::detail

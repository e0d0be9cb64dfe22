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
    void* caught = nullptr;    ///< exceptions in handlers that have not ended, innermost first
    unsigned int uncaught = 0; ///< number of exceptions that are thrown and not caught
#ifdef __ARM_EABI_UNWINDER__
    void* propagating = nullptr;
#endif

    static exception_state& of_this_thread() noexcept;
};

/// True if Boost.Context itself saves the exceptions of a fiber, on the stack that a switch leaves.
/// Boost.Context does so from version 1.88 on. But even then, a new fiber begins with the
/// exceptions of the fiber that ran before.
inline constexpr bool boost_keeps_exceptions =
#if BOOST_VERSION >= 108800 && defined(__GLIBCXX__) && !defined(BOOST_USE_UCONTEXT)
    true;
#else
    false;
#endif

/// Gives each fiber of a thread the exceptions that it has thrown and caught itself.
///
/// - *Threads*: only the scheduler's thread.
/// - *Exceptions*: none. If the system refuses the memory for a table entry, the program ends.
/// - *Cost*: three loads and a branch while no fiber is suspended with exceptions. A switch inside
///   a handler (a `catch` block) allocates memory. While the table has entries, each switch also
///   costs a lookup.
class fiber_exceptions {
    using context = boost::fibers::context;

public:
    /// Selects the calling thread as the thread whose fibers are scheduled, and clears the table.
    void begin() noexcept {
        thread_ = &exception_state::of_this_thread();
        kept_.clear();
    }

    /// Whether a switch has to exchange exceptions.
    [[nodiscard, gnu::always_inline]] bool any() const noexcept {
        return (reinterpret_cast<std::uintptr_t>(thread_->caught) | thread_->uncaught |
                kept_.size()) != 0;
    }

    /// Saves the exceptions of the fiber `from`, and restores the exceptions of the fiber `to`, at
    /// a switch. One of the two fibers may be the dispatcher. A null `from` is the dispatcher.
    void hand_over(const context* from, const context* to) noexcept {
        if (any()) [[unlikely]] {
            exchange(from, to);
        }
    }

    [[nodiscard]] bool any_kept() const noexcept { return !kept_.empty(); }

private:
    void exchange(const context* from, const context* to) noexcept;

    exception_state* thread_ = nullptr;
    std::unordered_map<const context*, exception_state> kept_;
};

// Design: common/fiber/README.md, "Exceptions".

} // namespace tollgate::fiber::detail

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
    void* caught = nullptr;    ///< exceptions whose handlers have not ended, the innermost first
    unsigned int uncaught = 0; ///< how many are thrown and not caught
#ifdef __ARM_EABI_UNWINDER__
    void* propagating = nullptr;
#endif

    static exception_state& of_this_thread() noexcept;
};

/// From 1.88 on Boost.Context saves the exceptions itself, on the stack that a switch leaves. A new
/// fiber begins there with the exceptions of the fiber that ran before.
inline constexpr bool boost_keeps_exceptions =
#if BOOST_VERSION >= 108800 && defined(__GLIBCXX__) && !defined(BOOST_USE_UCONTEXT)
    true;
#else
    false;
#endif

/// Gives each fiber of a thread the exceptions that it has thrown and caught itself.
///
/// - *Threads*: the scheduler's.
/// - *Exceptions*: none. If the memory for a table entry is refused, the program ends.
/// - *Cost*: three loads and a branch while no fiber has switched with exceptions. A switch in a
///   handler allocates. Each switch is a lookup while the table has entries.
class fiber_exceptions {
    using context = boost::fibers::context;

public:
    /// Begins for the calling thread, whose fibers are scheduled from now on. Clears the table.
    void begin() noexcept {
        thread_ = &exception_state::of_this_thread();
        kept_.clear();
    }

    /// Whether a switch has anything to do.
    [[nodiscard, gnu::always_inline]] bool any() const noexcept {
        return (reinterpret_cast<std::uintptr_t>(thread_->caught) | thread_->uncaught |
                kept_.size()) != 0;
    }

    /// At a switch from one fiber to another. Either may be the dispatcher.
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

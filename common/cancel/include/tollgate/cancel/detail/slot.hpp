// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/listed.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::cancel::detail {

/// Prints a line about a mistake of the calling program to stderr, and aborts, also in Release
/// builds. Without the abort, the program would write to memory after the end of its lifetime.
[[noreturn]] void misuse(const char* sentence) noexcept;

/// Returns the address of errno, which is different in each thread. `this_thread()` uses this
/// address on systems without a known register that differs between threads.
[[nodiscard]] std::uintptr_t this_thread_by_address() noexcept;

/// Returns a number of the calling thread. No other living thread has the same number. The number
/// is never 0, and is a multiple of 4. A new thread may get the number of a thread that has ended.
///
/// Each call reads the number again, because a fiber may continue on another thread after any call.
/// The number does not depend on an object that is constructed or destroyed. So it is also correct
/// in destructors of static objects, and after fork().
///
/// Cost: one instruction on Linux on x86-64 and AArch64, and a call elsewhere. On x86-64 the
/// instruction loads the number into a register, because a comparison with the number in memory
/// added 1.9 ns to a registration.
[[nodiscard, gnu::always_inline]] inline std::uintptr_t this_thread() noexcept {
#if defined(__linux__) && defined(__x86_64__) && defined(__LP64__)
    std::uintptr_t own = 0;
    asm volatile("mov %%fs:0, %0" : "=r"(own));
    return own;
#elif defined(__linux__) && defined(__aarch64__)
    std::uintptr_t own = 0;
    asm volatile("mrs %0, tpidr_el0" : "=r"(own));
    return own;
#else
    return this_thread_by_address();
#endif
}

/// The handlers that are registered with one token. The handlers form a stack, because guards nest.
///
/// The stack belongs to the owner of the slot: the thread that makes the second registration. Until
/// the token's state is cancelled, only the owner writes to `top`, without a lock. The thread that
/// cancels the state, the *canceller*, collects the handlers. After that, no thread follows `top`
/// any more.
///
/// Some handlers of the token are not in the stack, but in lists of the state. Examples are the
/// first handler, the handlers that other threads registered, and all handlers of a stack from
/// which a handler below the top was unregistered.
struct slot {
    // Two flags in the low bits of `owner`. If one flag is set, the owner must do more than push or
    // pop.
    /// The owner's stores and loads are sequentially consistent. Without this flag, the slot is
    /// light: the canceller's heavy fence orders the owner's stores and loads.
    static constexpr std::uintptr_t is_symmetric = 1;
    /// Handlers of other threads are registered with the token.
    static constexpr std::uintptr_t has_later = 2;

    /// Returns whether the calling thread may push and pop, and the slot is light.
    [[nodiscard, gnu::always_inline]] bool is_light_for_this_thread() const noexcept {
        return owner.load(std::memory_order_relaxed) == this_thread();
    }
    /// Returns whether the calling thread may push.
    [[nodiscard]] bool may_push() const noexcept {
        return (owner.load(std::memory_order_relaxed) & ~is_symmetric) == this_thread();
    }
    /// Returns whether the calling thread may pop.
    [[nodiscard]] bool may_pop() const noexcept {
        return (owner.load(std::memory_order_relaxed) & ~(is_symmetric | has_later)) ==
               this_thread();
    }
    [[nodiscard]] bool is_on_top(const cancellation_handler& handler) const noexcept {
        return top.load(std::memory_order_relaxed) == &handler;
    }

    /// Sets or clears the flag `has_later`. Call this function under the state's mutex. While the
    /// flag is set, the owner registers its handlers in a list of the state, not in the stack.
    void set_has_later(bool has) noexcept {
        const std::uintptr_t before = owner.load(std::memory_order_relaxed);
        owner.store(has ? before | has_later : before & ~has_later, std::memory_order_relaxed);
    }

    [[nodiscard]] static bool is_registered(const cancellation_handler& handler) noexcept {
        return handler.below_ != &handler;
    }

    /// Pushes the handler. The caller calls `is_registered` before the atomic load of `owner`, and
    /// passes the result as `registered`. Before this load, compilers know the result for a new
    /// handler. After the load, compilers do not know the result.
    void push(cancellation_handler& handler, bool registered, std::memory_order order) noexcept {
        mark_registered(handler, registered, top.load(std::memory_order_relaxed));
        top.store(&handler, order);
    }

    /// Pops the handler, which must be on top.
    void pop(const cancellation_handler& handler, std::memory_order order) noexcept {
        top.store(handler.below_, order);
    }

    static void mark_registered(cancellation_handler& handler, bool registered,
                                cancellation_handler* below) noexcept {
        if (registered) [[unlikely]] {
            misuse("a handler is registered twice");
        }
        handler.below_ = below;
    }
    static void mark_unregistered(cancellation_handler& handler) noexcept {
        handler.below_ = &handler;
    }

    /// The owner's number, and the flags above. The owner's number is set once. The flags change
    /// under the state's mutex. 0: there is no owner yet, and the slot is not in the state's list
    /// of slots.
    std::atomic<std::uintptr_t> owner{0};
    std::atomic<cancellation_handler*> top{nullptr};
    bool is_inert = false; ///< the token can never be cancelled, and the slot has no handlers

    // Guarded by the state's mutex.
    std::uint32_t later = 0;   ///< the number of the token's handlers in the state's `later_`
    std::uint32_t earlier = 0; ///< the number of the token's handlers in the state's `earlier_`
    bool is_known = false;     ///< the token had its first registration
    listed<slot> in_state;     ///< the links of this slot in the state's list of slots
};

} // namespace tollgate::cancel::detail

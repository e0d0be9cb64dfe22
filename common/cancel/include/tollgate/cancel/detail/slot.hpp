// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/listed.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::cancel::detail {

/// Prints on stderr what the calling program did wrong, in Release too, and aborts. Otherwise
/// memory would be written after its end.
[[noreturn]] void misuse(const char* sentence) noexcept;

/// The address of errno, where no register is known that tells threads apart.
[[nodiscard]] std::uintptr_t this_thread_by_address() noexcept;

/// A number for the calling thread that no other living thread has: never 0, and a multiple of 4. A
/// thread may get the number of one that has ended.
///
/// Each call reads the number anew, because a fiber may go on on another thread after any call. The
/// number needs nothing that is constructed or destroyed: it is right in destructors of static
/// objects too, and after fork().
///
/// Cost: one instruction on Linux on x86-64 and AArch64, else a call. On x86-64 it loads into a
/// register: comparing with memory added 1.9 ns to a registration.
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

/// The handlers that are registered with one token: a stack, because guards nest.
///
/// The stack belongs to the slot's owner, the thread of the second registration. Until the state is
/// cancelled, only the owner writes to `top`, without a lock. From the moment the canceller has
/// collected the handlers, no thread follows `top` any more.
///
/// Lists of the state have the first handler and the handlers of other threads. They also have
/// handlers of the owner from a stack in which a lower handler left first.
struct slot {
    // Marks beside the owner in `owner`. With either, the owner has more to do than to push.
    /// The slot's stores are ordered by themselves. A slot without it is light: the canceller's
    /// heavy fence orders them.
    static constexpr std::uintptr_t is_symmetric = 1;
    /// Other threads have handlers registered with the token.
    static constexpr std::uintptr_t has_later = 2;

    /// The calling thread may push and pop, and the slot is light.
    [[nodiscard, gnu::always_inline]] bool is_light_for_this_thread() const noexcept {
        return owner.load(std::memory_order_relaxed) == this_thread();
    }
    /// The calling thread may push.
    [[nodiscard]] bool may_push() const noexcept {
        return (owner.load(std::memory_order_relaxed) & ~is_symmetric) == this_thread();
    }
    /// The calling thread may pop.
    [[nodiscard]] bool may_pop() const noexcept {
        return (owner.load(std::memory_order_relaxed) & ~(is_symmetric | has_later)) ==
               this_thread();
    }
    [[nodiscard]] bool is_on_top(const cancellation_handler& handler) const noexcept {
        return top.load(std::memory_order_relaxed) == &handler;
    }

    /// Under the mutex: with it, the owner too registers in a list of the state.
    void set_has_later(bool has) noexcept {
        const std::uintptr_t before = owner.load(std::memory_order_relaxed);
        owner.store(has ? before | has_later : before & ~has_later, std::memory_order_relaxed);
    }

    [[nodiscard]] static bool is_registered(const cancellation_handler& handler) noexcept {
        return handler.below_ != &handler;
    }

    /// `registered` is the result of `is_registered` from before the owner was read. Compilers know
    /// it of a new handler, but no longer after an atomic load.
    void push(cancellation_handler& handler, bool registered, std::memory_order order) noexcept {
        mark_registered(handler, registered, top.load(std::memory_order_relaxed));
        top.store(&handler, order);
    }

    /// The handler is on top.
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

    /// The owner's number, which the owner sets once, and marks, which change under the mutex. 0
    /// before there is an owner: then the slot is not in the state's list.
    std::atomic<std::uintptr_t> owner{0};
    std::atomic<cancellation_handler*> top{nullptr};
    bool is_inert = false; ///< the token can never be cancelled, and nothing is attached

    // Guarded by the state's mutex.
    std::uint32_t later = 0;   ///< the number of its handlers in the state's list `later_`
    std::uint32_t earlier = 0; ///< the number of its handlers in the state's list `earlier_`
    bool is_known = false;     ///< it had its first registration
    listed<slot> in_state;     ///< its place in the state's list of slots
};

} // namespace tollgate::cancel::detail

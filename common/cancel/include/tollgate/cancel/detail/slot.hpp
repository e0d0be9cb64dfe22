// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/listed.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::cancel::detail {

/// Says on stderr what the calling program did wrong, in Release too, and aborts: what would follow
/// is memory written after its end.
[[noreturn]] void misuse(const char* sentence) noexcept;

/// The address of errno, where no register is known that tells threads apart.
[[nodiscard]] std::uintptr_t this_thread_by_address() noexcept;

/// A number for the calling thread that no other living thread has: never 0, and a multiple of 4. A
/// thread may get the number of one that has ended.
///
/// It is read anew by each call of these functions, because a fiber may go on on another thread
/// after any call that it makes. It needs nothing that is constructed or destroyed, so it is right
/// in destructors of static objects too, and after fork().
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

/// What a token keeps of the handlers registered with it: a stack, because guards nest.
///
/// The stack belongs to the slot's owner, the thread of the second registration; the first one is
/// in a list of the state. Until the state is cancelled only the owner writes to `top`, without a
/// lock, and from the moment the canceller has collected the handlers no thread follows `top` any
/// more. Handlers of other threads are in lists of the state, and so are those of the owner that
/// were below one that went first.
struct slot {
    // Marks that may stand beside the owner in `owner`: with either, it has more to do than to
    // push.
    /// Its stores are ordered by themselves. Else it is light: the canceller's heavy fence does it.
    static constexpr std::uintptr_t is_symmetric = 1;
    static constexpr std::uintptr_t has_later = 2;

    /// The calling thread may push, and the stack is light.
    [[nodiscard, gnu::always_inline]] bool is_light_and_of_this_thread() const noexcept {
        return owner.load(std::memory_order_relaxed) == this_thread();
    }
    /// The calling thread may push.
    [[nodiscard]] bool is_open_to_this_thread() const noexcept {
        return (owner.load(std::memory_order_relaxed) & ~is_symmetric) == this_thread();
    }
    /// The calling thread may pop.
    [[nodiscard]] bool is_of_this_thread() const noexcept {
        return (owner.load(std::memory_order_relaxed) & ~(is_symmetric | has_later)) ==
               this_thread();
    }
    [[nodiscard]] bool is_on_top(const cancellation_handler& one) const noexcept {
        return top.load(std::memory_order_relaxed) == &one;
    }

    /// Under the mutex: whether the owner registers in a list as others do.
    void set_has_later(bool has) noexcept {
        const std::uintptr_t before = owner.load(std::memory_order_relaxed);
        owner.store(has ? before | has_later : before & ~has_later, std::memory_order_relaxed);
    }

    [[nodiscard]] static bool is_registered(const cancellation_handler& one) noexcept {
        return one.below_ != &one;
    }

    /// With what `is_registered` said before the owner was read. Compilers know that of a handler
    /// that has just been made, but not after they have read something atomic.
    void push(cancellation_handler& one, bool registered, std::memory_order order) noexcept {
        mark_registered(one, registered, top.load(std::memory_order_relaxed));
        top.store(&one, order);
    }

    /// Of what is on top.
    void pop(const cancellation_handler& one, std::memory_order order) noexcept {
        top.store(one.below_, order);
    }

    static void mark_registered(cancellation_handler& one, bool registered,
                                cancellation_handler* below) noexcept {
        if (registered) [[unlikely]] {
            misuse("a handler is registered twice");
        }
        one.below_ = below;
    }
    static void mark_unregistered(cancellation_handler& one) noexcept { one.below_ = &one; }

    /// A thread, by which it is set once, and marks, which change under the mutex; 0 before there
    /// is an owner: then the slot is not in the state's list.
    std::atomic<std::uintptr_t> owner{0};
    std::atomic<cancellation_handler*> top{nullptr};
    bool never = false; ///< the token can never be cancelled, and nothing is attached

    // Guarded by the state's mutex.
    std::uint32_t later = 0;   ///< how many of its handlers are in the state's list of these
    std::uint32_t earlier = 0; ///< and of those
    bool is_known = false;     ///< it had its first registration
    listed<slot> in_state;
};

} // namespace tollgate::cancel::detail

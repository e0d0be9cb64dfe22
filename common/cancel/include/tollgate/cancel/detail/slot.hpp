// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/misuse.hpp>
#include <tollgate/cancel/detail/this_thread.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::cancel::detail {

/// What a token keeps of the handlers registered with it: a stack, because guards nest.
///
/// The stack belongs to the slot's owner, the thread of the first registration (of a sourced token:
/// of the second one, see `state`). Until the state is cancelled only the owner writes to `top`,
/// without a lock, and from the moment the canceller has collected the handlers no thread follows
/// `top` any more; `state` says why that suffices. Handlers of other threads are in lists of the
/// state, and so are those of the owner that were below one that went first.
struct slot {
    /// How the owner's stores become visible to a canceller.
    enum class mode : std::uint8_t {
        detached,  ///< not in the state's list yet, or never
        symmetric, ///< by their own order
        light,     ///< by the canceller's heavy fence
    };

    // Marks that may stand beside the owner in `owner`: with either, it has more to do than to
    // push.
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

    [[nodiscard]] bool holds_any() const noexcept {
        return top.load(std::memory_order_relaxed) != nullptr || later + earlier != 0;
    }

    /// Attached, or with handlers in the state's lists: the state has to hear of its end. The
    /// counts are those of the token's own thread by then.
    [[nodiscard]] bool is_used() const noexcept {
        return how != mode::detached || later + earlier != 0;
    }

    // Under the mutex.
    void mark(std::uintptr_t with) noexcept {
        owner.store(owner.load(std::memory_order_relaxed) | with, std::memory_order_relaxed);
    }
    void unmark(std::uintptr_t with) noexcept {
        owner.store(owner.load(std::memory_order_relaxed) & ~with, std::memory_order_relaxed);
    }

    [[nodiscard]] static bool is_registered(const cancellation_handler& one) noexcept {
        return one.below_ != &one;
    }

    void push(cancellation_handler& one, std::memory_order order) noexcept {
        push(one, is_registered(one), order);
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

    /// In a list, not in a stack.
    static void mark_registered(cancellation_handler& one) noexcept {
        mark_registered(one, is_registered(one), nullptr);
    }
    static void mark_unregistered(cancellation_handler& one) noexcept { one.below_ = &one; }

    /// A thread, by which it is set once, and one of the marks above, which change under the
    /// mutex; 0 before there is an owner.
    std::atomic<std::uintptr_t> owner{0};
    std::atomic<cancellation_handler*> top{nullptr};

    // The owner's, and under the mutex before there is one.
    std::uint8_t registrations = 0; ///< counted until it becomes light
    bool never = false;             ///< the token can never be cancelled, and nothing is attached

    // Guarded by the state's mutex.
    std::uint32_t later = 0;   ///< how many of its handlers are in the state's list of these
    std::uint32_t earlier = 0; ///< and of those
    mode how = mode::detached; ///< not in one word with the owner's: compilers read such at once
    slot* next = nullptr;
    slot** link = nullptr;

private:
    static void mark_registered(cancellation_handler& one, bool registered,
                                cancellation_handler* below) noexcept {
        if (registered) [[unlikely]] {
            misuse("a handler is registered twice");
        }
        one.below_ = below;
    }
};

} // namespace tollgate::cancel::detail

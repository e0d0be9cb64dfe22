// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/misuse.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::cancel::detail {

/// What a token keeps of the handlers registered with it: a stack, because guards nest.
///
/// Until the state is cancelled only the token's owner writes here, without a lock, and from the
/// moment the canceller has collected the handlers nobody follows `top` any more; `state` says why
/// that suffices.
struct slot {
    /// How the owner's stores become visible to a canceller.
    enum class mode : std::uint8_t {
        detached,  ///< not in the state's list yet, or never
        symmetric, ///< by their own order
        light,     ///< by the canceller's heavy fence
    };

    [[nodiscard]] bool is_on_top(const cancellation_handler& one) const noexcept {
        return top.load(std::memory_order_relaxed) == &one;
    }

    void push(cancellation_handler& one, std::memory_order order) noexcept {
        if (one.below_ != &one) [[unlikely]] {
            misuse("a handler is registered twice");
        }
        one.below_ = top.load(std::memory_order_relaxed);
        top.store(&one, order);
    }

    /// Of what is on top.
    void pop(const cancellation_handler& one, std::memory_order order) noexcept {
        top.store(one.below_, order);
    }

    static void mark_unregistered(cancellation_handler& one) noexcept { one.below_ = &one; }

    std::atomic<cancellation_handler*> top{nullptr};
    mode how = mode::detached;
    std::uint8_t registrations = 0; ///< counted until it becomes light
    bool never = false;             ///< the token can never be cancelled, and nothing is attached

    // In the state's list, guarded by its mutex.
    slot* next = nullptr;
    slot** link = nullptr;
};

} // namespace tollgate::cancel::detail

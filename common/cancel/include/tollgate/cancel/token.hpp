// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/never_cancelled.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/release_result.hpp>
#include <tollgate/fence/light_fence.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <atomic>
#include <utility>

namespace tollgate::cancel {

class cancellation_guard;

/// What a function that can be stopped takes, as its last parameter and by const reference. It is a
/// `dummy_token`, a `standalone_token` or a `sourced_token`; the function need not know which.
///
///     void work(const token& cancellation) {
///         while (cancellation) {
///             do_a_little();
///         }
///     }
///
/// Threads: anybody may ask. Whatever registers (guards, `on_cancel`, the waits) belongs to one
/// thread at a time, the token's owner, with whom the next one has to synchronize: give each thread
/// a `sourced_token` of its own. One exception: a handler may destroy guards on all tokens of its
/// own source. (Not of sources that follow it: another thread may be cancelling them.)
///
/// Memory order: who sees the cancellation sees what was written before `cancel()`, and goes on
/// seeing it.
///
/// Cost: asking is one acquire load. Registering and unregistering again is, for a light token, a
/// few stores and loads that order nothing but the compiler, and one exchange each for a symmetric
/// one; see `policy`. The order of undoing is the reverse one; any other order is legal, takes a
/// mutex and looks through the guards above.
class token {
public:
    token(const token&) = delete;
    token& operator=(const token&) = delete;

    [[nodiscard]] bool is_cancelled() const noexcept {
        // Known while compiling, for a dummy in sight: then nothing is loaded.
        if (__builtin_constant_p(can_be_cancelled()) && !can_be_cancelled()) {
            return false;
        }
        return state_->is_cancelled();
    }

    /// Whether to go on.
    explicit operator bool() const noexcept { return !is_cancelled(); }

    /// False for a token with nothing behind it that could be cancelled: a dummy, one moved from.
    [[nodiscard]] bool can_be_cancelled() const noexcept {
        return state_ != &detail::never_cancelled;
    }

protected:
    constexpr token() noexcept = default;
    explicit token(detail::state* of) noexcept : state_(of) {}
    ~token() = default;

    [[nodiscard]] detail::slot& own_slot() const noexcept { return slot_; }
    [[nodiscard]] detail::state* shared_state() const noexcept { return state_; }
    /// From now on nobody can cancel it.
    detail::state* give_state() noexcept { return std::exchange(state_, &detail::never_cancelled); }

private:
    friend class cancellation_guard;

    // Inlined into guards, which compilers think too long for it.

    /// False if it is cancelled already.
    [[gnu::always_inline]] bool add(cancellation_handler& one) const noexcept {
        sleep::race_detector::releases(&one); // as the push does
        if (slot_.how == detail::slot::mode::light) [[likely]] {
            slot_.push(one, std::memory_order_release);
            fence::light_fence();
            return !state_->is_cancelled() || state_->settle_pushed(slot_, one);
        }
        return !can_be_cancelled() || state_->add(slot_, one);
    }

    [[gnu::always_inline]] release_result remove(cancellation_handler& one,
                                                 detail::state::patience how) const noexcept {
        if (slot_.how == detail::slot::mode::light && slot_.is_on_top(one)) [[likely]] {
            slot_.pop(one, std::memory_order_release);
            fence::light_fence();
            if (!state_->is_cancelled()) [[likely]] {
                detail::slot::mark_unregistered(one);
                return release_result::removed;
            }
        }
        return can_be_cancelled() ? state_->remove(slot_, one, how) : release_result::removed;
    }

    detail::state* state_ = &detail::never_cancelled;
    mutable detail::slot slot_;
};

} // namespace tollgate::cancel

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/fence/light_fence.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <atomic>

namespace tollgate::cancel {

class cancellation_guard;
class cancellation_source;

/// Why a wait without a predicate ended. `cancelled` comes first: where the token is cancelled,
/// nothing else is reported.
enum class wait_status {
    notified, ///< for a condition variable spurious wake-ups too; for poll() a descriptor is ready
    timeout,
    cancelled,
};

/// What a function that can be stopped takes, as its last parameter and by const reference. It is a
/// `dummy_token`, a `standalone_token` or a `sourced_token`; the function need not know which.
///
///     void work(const token& cancellation) {
///         while (cancellation) {
///             do_a_little();
///         }
///     }
///
/// Threads: any number may ask and register (guards, `on_cancel`, the waits) with the same token.
/// The thread of the second registration is the token's owner, until the token is reset, and
/// registers at the least cost; the others take a mutex. So a thread that registers often has a
/// token of its own: a copy of a `sourced_token`, or that of a source that follows this token
/// (`cancellation_source::following`).
///
/// Each thread unregisters itself what it has registered, with two exceptions:
/// - A handler that runs may destroy guards on all tokens of its own source that are left to it,
///   whichever thread made them. (Not of sources that follow it: another thread may cancel them.)
/// - A guard goes to another thread when no other thread registers with the token or unregisters at
///   that time, as with a task that goes on elsewhere and takes its token along; the two threads
///   synchronize. Otherwise memory is written after its end. Where the library sees that a handler
///   was lost, it aborts with a sentence.
///
/// Memory order: who sees the cancellation sees what was written before `cancel()`, and goes on
/// seeing it.
///
/// Cost: asking is one acquire load. A token's first registration and its undoing take a mutex
/// each, and so does the second registration. After that the owner only stores and loads; from the
/// second one on `cancel()` makes one membarrier(2), which takes up to a microsecond and interrupts
/// the CPUs that run threads of this process. A process that the kernel refuses membarrier when it
/// starts, and each on other systems than Linux, pays with one exchange to register and one to
/// unregister instead; `cancel()` makes no system call then.
///
/// The order of undoing is the reverse one; any other order is legal and takes a mutex: with n
/// handlers registered it costs no more than with two, except that the guards above are moved to a
/// list, each once. Other threads than the owner take the mutex once to register and once to
/// unregister, and so does the owner as long as one of those is registered.
class token {
public:
    token& operator=(const token&) = delete;

    [[nodiscard]] bool is_cancelled() const noexcept {
        return !is_seen_to_be_a_dummy() && state_->is_cancelled();
    }

    /// Whether to go on.
    explicit operator bool() const noexcept { return !is_cancelled(); }

    /// False for a token with nothing behind it that could be cancelled: a dummy, one moved from.
    [[nodiscard]] bool can_be_cancelled() const noexcept { return !slot_.never; }

protected:
    /// One that can never be cancelled.
    constexpr token() noexcept : state_(&detail::never_cancelled) { slot_.never = true; }
    explicit token(detail::state* of) noexcept : state_(of) {}
    /// Refers to the same state, with no handler.
    token(const token& other) noexcept : state_(other.state_) { slot_.never = other.slot_.never; }
    ~token() = default;

    [[nodiscard]] detail::slot& own_slot() const noexcept { return slot_; }
    [[nodiscard]] detail::state* shared_state() const noexcept { return state_; }
    /// From now on it can never be cancelled.
    void give_state_up() noexcept {
        slot_.never = true;
        state_ = &detail::never_cancelled;
    }

private:
    friend class cancellation_guard;
    friend class cancellation_source;

    /// Known while compiling, for a dummy in sight: then nothing is loaded.
    [[nodiscard, gnu::always_inline]] bool is_seen_to_be_a_dummy() const noexcept {
        const bool is_never = !can_be_cancelled();
        return __builtin_constant_p(is_never) && is_never;
    }

    // Inlined into guards, which compilers think too long for it.

    /// False if it is cancelled already.
    [[gnu::always_inline]] bool add(cancellation_handler& one) const noexcept {
        if (is_seen_to_be_a_dummy()) {
            return true;
        }
        sleep::race_detector::releases(&one); // as the push does
        const bool is_registered = detail::slot::is_registered(one);
        if (slot_.is_light_and_of_this_thread()) [[likely]] {
            slot_.push(one, is_registered, std::memory_order_release);
            fence::light_fence();
            return !state_->is_cancelled() || state_->settle_pushed(slot_, one);
        }
        return !can_be_cancelled() || state_->add(slot_, one);
    }

    [[gnu::always_inline]] release_result remove(cancellation_handler& one,
                                                 detail::state::patience how) const noexcept {
        if (is_seen_to_be_a_dummy()) {
            return release_result::removed;
        }
        if (slot_.is_light_and_of_this_thread()) [[likely]] { // with && gcc takes it for unlikely
            if (slot_.is_on_top(one)) [[likely]] {
                slot_.pop(one, std::memory_order_release);
                fence::light_fence();
                if (!state_->is_cancelled()) [[likely]] {
                    detail::slot::mark_unregistered(one);
                    return release_result::removed;
                }
                return state_->settle_popped(slot_, one, how);
            }
        }
        return can_be_cancelled() ? state_->remove(slot_, one, how) : release_result::removed;
    }

    mutable detail::slot slot_; // first: its address is the token's
    detail::state* state_;
};

/// Never cancelled, for callers who do not want to stop anything. Where the compiler sees that it
/// is one, asking and registering fold away; where it does not, asking is the load that it always
/// is, and registering a comparison. It is a dummy in every shared object that it is passed to.
///
/// All of them are alike: one is copied and assigned at any time, whatever is registered with it.
class dummy_token final : public token {
public:
    constexpr dummy_token() noexcept = default;
    // NOLINTNEXTLINE(bugprone-copy-constructor-init): there is nothing to copy
    constexpr dummy_token(const dummy_token& /*other*/) noexcept : token() {}
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment, cert-oop54-cpp): nothing is assigned
    constexpr dummy_token& operator=(const dummy_token& /*other*/) noexcept { return *this; }
    constexpr ~dummy_token() = default;

    [[nodiscard]] static constexpr bool is_cancelled() noexcept { return false; }
    explicit constexpr operator bool() const noexcept { return true; }
    [[nodiscard]] static constexpr bool can_be_cancelled() noexcept { return false; }
};

} // namespace tollgate::cancel

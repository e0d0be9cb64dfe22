// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/listed.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>

namespace tollgate::cancel::detail {

class source_state;
class state;

/// One follows another. It leaves once, with the end of either, and only one of the two finds the
/// bond as `follows`. Each waits for some instructions of the other, in which no foreign code runs.
struct following {
    enum class bond : std::uint8_t { follows, leaves, left };

    /// For the end of the follower: afterwards no other thread touches this.
    void leave() noexcept;
    [[nodiscard]] bool begin_to_leave() noexcept;

    state* leader = nullptr;             ///< null if it is never cancelled
    source_state* held_leader = nullptr; ///< the same, but for a standalone token's
    source_state* follower = nullptr;
    std::atomic<bond> to_leader{bond::left};
    listed<following> in_leader; ///< guarded by the leader's mutex
};

/// One call of `cancel()`, on its stack. What it shares with other threads is guarded by the mutex
/// of the state whose handler runs.
struct delivery {
    const std::uintptr_t canceller = this_thread();
    bool needs_heavy_fence = false;
    cancellation_handler* running = nullptr; ///< null too once it was unregistered by itself
    sleep::parker* waiter = nullptr;         ///< of the thread that unregisters `running`
    sleep::parker* leaver = nullptr;         ///< of the thread that waits for the end of all
};

/// What can be cancelled once: a flag, and the slots of the tokens that have handlers to run then.
///
/// As long as the phase is `idle`, a slot's owner works on its stack alone and without a lock. What
/// is not in an owner's stack is in lists that the mutex guards: `earlier_` has what runs before
/// it, a slot's first handler and what was in the stack when one below its top left; `later_` has
/// what other threads have registered. Why it is right: README.md of this library.
class state {
public:
    /// In a standalone token, or held alive by the references of sources and tokens.
    explicit constexpr state(bool is_shared = false) noexcept : is_shared_(is_shared) {}
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state() = default;

    /// Acquires what was written before the cancellation.
    [[nodiscard]] bool is_cancelled() const noexcept {
        return phase_.load(std::memory_order_acquire) != idle;
    }

    /// Registers. False if it is cancelled, and the handler is not run.
    bool add(slot& to, cancellation_handler& one) noexcept;

    /// From now on the follower is cancelled with it. False if it is cancelled already.
    bool lead(following& by) noexcept;

    /// What became of a handler that was pushed and then saw the cancellation.
    bool settle_pushed(slot& to, cancellation_handler& one) noexcept;

    /// Unregisters. Runs `reset()` if the handler has run.
    enum class patience { waits, never_waits };
    release_result remove(slot& from, cancellation_handler& one, patience how) noexcept;

    /// The rest of it for a handler that was popped and then saw the cancellation.
    release_result settle_popped(slot& from, cancellation_handler& one, patience how) noexcept {
        return remove_locked(from, one, how, true);
    }

    /// The token goes. What is read here is that of its own thread by then.
    void detach(slot& own) noexcept {
        if (own.owner.load(std::memory_order_relaxed) != 0 || own.later + own.earlier != 0) {
            detach_used(own);
        }
    }

    /// All of a cancellation, with what follows. True if this call was the first; throws what the
    /// first handler to throw has thrown.
    bool cancel();

    /// Waits for a cancellation that is under way: afterwards nobody touches the state.
    void await_end() noexcept;

    /// Back to `idle`, for the owner of everything that is attached.
    void reset(slot& own) noexcept;

    /// For the destructor of what holds both.
    void end(const slot& own) noexcept {
        if (is_cancelled()) {
            await_end();
        }
        if (was_followed_) [[unlikely]] {
            let_followers_go();
        }
        if (holds_any(own)) {
            misuse("a token is destroyed while a handler is registered with it");
        }
    }

private:
    friend class source_state;
    friend struct following;

    enum phase : std::uint32_t { idle, cancelling, delivering, cancelled };

    [[nodiscard]] bool is_idle() const noexcept {
        return phase_.load(std::memory_order_relaxed) == idle;
    }
    [[nodiscard]] bool collected_already() const noexcept {
        return phase_.load(std::memory_order_relaxed) >= delivering;
    }
    [[nodiscard]] bool holds_any(const slot& own) const noexcept {
        return unsettled_ != 0 || own.top.load(std::memory_order_relaxed) != nullptr ||
               earlier_ != nullptr || later_ != nullptr;
    }
    void detach_used(slot& own) noexcept;
    void let_followers_go() noexcept;
    // Steps of a cancellation.
    bool mark(delivery& by, source_state*& followers) noexcept;
    bool mark_locked(delivery& by) noexcept; ///< the caller holds the mutex
    void mark_followers(delivery& by, source_state**& end) noexcept;
    void collect() noexcept;
    /// With the mutex locked before and after.
    void deliver(delivery& by, std::unique_lock<sleep::brief_lock>& lock);
    /// Goes on at `at`, with the handlers that are left there.
    void deliver_all(delivery& by, state*& at, source_state*& followers);
    void finish(delivery& by, std::unique_lock<sleep::brief_lock>& lock) noexcept;
    // Out of line, each of them, so that none saves registers for another one.
    [[gnu::noinline]] bool add_symmetric(slot& to, cancellation_handler& one) noexcept;
    [[gnu::noinline]] bool add_locked(slot& to, cancellation_handler& one) noexcept;
    [[gnu::noinline]] void claim(slot& own) noexcept;
    [[gnu::noinline]] release_result remove_locked(slot& from, cancellation_handler& one,
                                                   patience how, bool popped) noexcept;
    /// With the mutex locked, which it unlocks.
    [[gnu::noinline]] release_result remove_collected(slot& from, cancellation_handler& one,
                                                      patience how) noexcept;

    // The lists, under the mutex.
    static void insert(cancellation_handler*& at, cancellation_handler& one) noexcept {
        enter_list<&registration::listed_>(at, one);
    }
    static void strike(cancellation_handler& one) noexcept {
        leave_list<&registration::listed_>(one);
    }
    static void list_earlier(slot& of, cancellation_handler*& at,
                             cancellation_handler& one) noexcept {
        insert(at, one);
        one.progress_ = registration::progress::earlier;
        ++of.earlier;
    }
    void list_stack(slot& of) noexcept;
    /// Out of its stack or list.
    void unlink(slot& from, cancellation_handler& one) noexcept;

    std::atomic<phase> phase_{idle};
    const bool is_shared_;
    bool was_followed_ = false; ///< set under the mutex, read when a standalone token ends
    sleep::brief_lock mutex_;
    // All below is guarded by the mutex.
    std::uint32_t light_slots_ = 0;
    std::uint32_t unsettled_ = 0; ///< collected, and not unregistered since
    slot* slots_ = nullptr;
    cancellation_handler* earlier_ = nullptr;
    cancellation_handler* later_ = nullptr;
    cancellation_handler* listed_ = nullptr;
    following* followers_ = nullptr;
    delivery* delivery_ = nullptr;
};

/// The state of tokens that can never be cancelled, so that asking need not test for null first. It
/// says nothing by its address: a program with shared objects may have several, one in each.
inline constinit state never_cancelled;

} // namespace tollgate::cancel::detail

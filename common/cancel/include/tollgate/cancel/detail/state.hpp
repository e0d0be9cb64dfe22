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

/// The bond of a follower to one leader. The follower leaves once, with the end of either, and only
/// one of the two finds the bond as `follows`. Each waits for some instructions of the other, in
/// which no foreign code runs.
struct following {
    enum class bond : std::uint8_t { follows, leaves, left };

    /// At the end of the follower: afterwards no other thread touches this.
    void leave() noexcept;
    [[nodiscard]] bool begin_to_leave() noexcept;

    state* leader = nullptr;             ///< null if the leader can never be cancelled
    source_state* held_leader = nullptr; ///< the leader, or null if it is a standalone token
    source_state* follower = nullptr;
    std::atomic<bond> to_leader{bond::left};
    listed<following> in_leader; ///< guarded by the leader's mutex
};

/// One call of `cancel()`, on its stack. The mutex of the state whose handler runs guards the
/// members that other threads use.
struct delivery {
    const std::uintptr_t canceller = this_thread();
    bool needs_heavy_fence = false;
    cancellation_handler* running = nullptr; ///< null too if it has unregistered itself
    sleep::parker* waiter = nullptr;         ///< the thread that unregisters `running`
    sleep::parker* leaver = nullptr;         ///< the thread that waits for the end of the call
};

/// The part of a token that can be cancelled once: a flag, and the slots of the tokens with
/// handlers to run. The argument is in README.md of this library.
///
/// As long as the phase is `idle`, a slot's owner works on its stack alone and without a lock. All
/// other handlers are in lists that the mutex guards:
/// - `earlier_` runs before the stacks. It has a slot's first handler, and the handlers that were
///   in a stack when a handler below its top left.
/// - `later_` runs after the stacks. It has the handlers that other threads have registered.
class state {
public:
    /// Shared: kept alive by the references of sources and tokens. Else in a standalone token.
    explicit constexpr state(bool is_shared = false) noexcept : is_shared_(is_shared) {}
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state() = default;

    /// Acquires what was written before the cancellation.
    [[nodiscard]] bool is_cancelled() const noexcept {
        return phase_.load(std::memory_order_acquire) != idle;
    }

    /// Registers. False if the state is cancelled: then the handler is not run.
    bool add(slot& to, cancellation_handler& handler) noexcept;

    /// From now on the follower is cancelled with this state. False if it is cancelled already.
    bool lead(following& follower) noexcept;

    /// Decides about a handler whose owner pushed it and then saw the cancellation. Returns whether
    /// it is registered.
    bool settle_pushed(slot& to, cancellation_handler& handler) noexcept;

    /// Whether to wait for a handler that runs on another thread.
    enum class if_running { wait, return_at_once };

    /// Unregisters. Runs `reset()` if the handler has run.
    release_result remove(slot& from, cancellation_handler& handler, if_running action) noexcept;

    /// Ends `remove()` for a handler whose owner popped it and then saw the cancellation.
    release_result settle_popped(slot& from, cancellation_handler& handler,
                                 if_running action) noexcept {
        return remove_locked(from, handler, action, true);
    }

    /// The token ends. By now its own thread alone writes what is read here.
    void detach(slot& own) noexcept {
        if (own.owner.load(std::memory_order_relaxed) != 0 || own.later + own.earlier != 0) {
            detach_used(own);
        }
    }

    /// A whole cancellation, with all followers. True if this call was the first. Throws the first
    /// exception that left a handler.
    bool cancel();

    /// Waits for a cancellation that is under way: afterwards no canceller touches the state.
    void await_end() noexcept;

    /// Back to `idle`. The caller owns everything that is attached.
    void reset(slot& own) noexcept;

    /// For the destructor of the token that holds this state and the slot.
    void end(const slot& own) noexcept {
        if (is_cancelled()) {
            await_end();
        }
        if (was_followed_) [[unlikely]] {
            release_followers();
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
    [[nodiscard]] bool has_collected() const noexcept {
        return phase_.load(std::memory_order_relaxed) >= delivering;
    }
    [[nodiscard]] bool holds_any(const slot& own) const noexcept {
        return unsettled_ != 0 || own.top.load(std::memory_order_relaxed) != nullptr ||
               earlier_ != nullptr || later_ != nullptr;
    }
    void detach_used(slot& own) noexcept;
    void release_followers() noexcept;
    // Steps of a cancellation.
    bool mark(delivery& by, source_state*& followers) noexcept;
    bool mark_locked(delivery& by) noexcept; ///< the caller holds the mutex
    void mark_followers(delivery& by, source_state**& end) noexcept;
    void collect() noexcept;
    /// With the mutex locked before and after.
    void deliver(delivery& by, std::unique_lock<sleep::brief_lock>& lock);
    /// Goes on at the state `at`, with the handlers that are left in it.
    void deliver_all(delivery& by, state*& at, source_state*& followers);
    void finish(delivery& by, std::unique_lock<sleep::brief_lock>& lock) noexcept;
    // Each out of line, so that no function saves registers for another one.
    [[gnu::noinline]] bool add_symmetric(slot& to, cancellation_handler& handler) noexcept;
    [[gnu::noinline]] bool add_locked(slot& to, cancellation_handler& handler) noexcept;
    [[gnu::noinline]] void claim(slot& own) noexcept;
    [[gnu::noinline]] release_result remove_locked(slot& from, cancellation_handler& handler,
                                                   if_running action, bool popped) noexcept;
    /// With the mutex locked, which it unlocks.
    [[gnu::noinline]] release_result remove_collected(slot& from, cancellation_handler& handler,
                                                      if_running action) noexcept;

    // The lists, under the mutex.
    static void insert(cancellation_handler*& at, cancellation_handler& handler) noexcept {
        enter_list<&registration::listed_>(at, handler);
    }
    static void strike(cancellation_handler& handler) noexcept {
        leave_list<&registration::listed_>(handler);
    }
    static void list_earlier(slot& from, cancellation_handler*& at,
                             cancellation_handler& handler) noexcept {
        insert(at, handler);
        handler.progress_ = registration::progress::earlier;
        ++from.earlier;
    }
    /// Moves the whole stack to `earlier_`.
    void list_stack(slot& from) noexcept;
    /// Takes the handler out of its stack or list.
    void unlink(slot& from, cancellation_handler& handler) noexcept;

    std::atomic<phase> phase_{idle};
    const bool is_shared_;
    bool was_followed_ = false; ///< set under the mutex, read when a standalone token ends
    sleep::brief_lock mutex_;
    // The mutex guards all members below.
    std::uint32_t light_slots_ = 0;
    std::uint32_t unsettled_ = 0; ///< handlers that were collected, and not unregistered since
    slot* slots_ = nullptr;
    cancellation_handler* earlier_ = nullptr;
    cancellation_handler* later_ = nullptr;
    cancellation_handler* listed_ = nullptr;
    following* followers_ = nullptr;
    delivery* delivery_ = nullptr;
};

/// The state of tokens that can never be cancelled, so that asking need not test for null first.
/// Its address identifies nothing: a program may have several, one in each shared object.
inline constinit state never_cancelled;

} // namespace tollgate::cancel::detail

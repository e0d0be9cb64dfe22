// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/cancellation_reason.hpp>
#include <tollgate/cancel/detail/listed.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>

namespace tollgate::cancel::detail {

class deadline_watch;
class source_state;
class state;

/// The bond between a follower and one of its leaders. The follower leaves the leader once, at the
/// end of the follower or of the leader. If the follower and the leader end at the same time on two
/// threads, only one thread finds the value `follows` in the bond. The other thread waits for some
/// instructions of the first thread. No user code runs in these instructions.
struct following {
    /// The state of the bond.
    enum class bond : std::uint8_t { follows, leaves, left };

    /// Ends the bond, at the end of the follower. After this call, no other thread accesses this
    /// object.
    void leave() noexcept;
    /// Tries to change the state of the bond from `follows` to `leaves`. Returns whether this call
    /// has changed the state.
    [[nodiscard]] bool begin_to_leave() noexcept;

    state* leader = nullptr;             ///< null if the leader can never be cancelled
    source_state* held_leader = nullptr; ///< the leader; null if the leader is a standalone token
    source_state* follower = nullptr;
    std::atomic<bond> to_leader{bond::left}; ///< the state of this bond
    /// Links this bond into the leader's list of bonds. Guarded by the leader's mutex.
    listed<following> in_leader;
};

/// The data of one call of `cancel()`, on the stack of this call. The members that other threads
/// use are guarded by the mutex of the state whose handler runs.
struct delivery {
    cancellation_reason reason = reason_kind::cancelled;
    const std::uintptr_t canceller = this_thread();
    bool needs_heavy_fence = false;
    /// The handler that runs. Null if this handler has unregistered itself.
    cancellation_handler* running = nullptr;
    sleep::parker* waiter = nullptr; ///< the parker of a thread that waits for the end of `running`
    sleep::parker* leaver = nullptr; ///< the parker of a thread that waits for the end of the call
};

/// The data of one cancellation: a phase, and the slots of the tokens with handlers to run. A
/// standalone token contains its state. A source and its tokens share one state. README.md of this
/// library explains why the protocol is correct.
///
/// As long as the phase is `idle`, the owner of a slot changes the slot's stack alone and without a
/// lock. All other handlers are in two lists that the mutex guards:
/// - `earlier_`: its handlers run before the handlers in the stacks. They are the first handler of
///   each slot, and the handlers of a stack from which a handler below the top was unregistered.
/// - `later_`: its handlers run after the handlers in the stacks. They are the handlers of threads
///   that are not the owner, and the handlers that the owner has registered after them.
class state {
public:
    using time_point = std::chrono::steady_clock::time_point;

    /// A shared state is kept alive by the references of sources and tokens. Any other state is a
    /// member of a standalone token.
    explicit constexpr state(bool is_shared = false) noexcept : is_shared_(is_shared) {}
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state() = default;

    /// Returns whether the state is cancelled. If the state is cancelled, the caller sees all
    /// writes before the cancellation.
    [[nodiscard]] bool is_cancelled() const noexcept {
        return phase_.load(std::memory_order_acquire) != idle;
    }

    /// Returns the reason of the cancellation, or `not_cancelled`.
    [[nodiscard]] cancellation_reason reason() const noexcept {
        return is_cancelled() ? reason_ : cancellation_reason();
    }

    /// Returns the deadline of a source, or `max()`.
    [[nodiscard]] time_point deadline() const noexcept;

    /// Registers the handler. If the state is cancelled, returns false, and the handler does not
    /// run.
    bool add(slot& to, cancellation_handler& handler) noexcept;

    /// Adds a follower to this state. The parameter is the bond between the follower and this
    /// state. From now on, the follower is cancelled when this state is cancelled. Returns false if
    /// this state is cancelled already.
    bool lead(following& follower) noexcept;

    /// Ends `add()` for a handler whose owner pushed it and then saw the cancellation. Returns
    /// whether the handler is registered.
    bool settle_pushed(slot& to, cancellation_handler& handler) noexcept;

    /// The action if the handler runs on another thread.
    enum class if_running { wait, return_at_once };

    /// Unregisters the handler. Runs the handler's `reset()` if the handler has run.
    release_result remove(slot& from, cancellation_handler& handler, if_running action) noexcept;

    /// Ends `remove()` for a handler whose owner popped it and then saw the cancellation.
    release_result settle_popped(slot& from, cancellation_handler& handler,
                                 if_running action) noexcept {
        return remove_locked(from, handler, action, true);
    }

    /// Removes the slot of a token that ends. At this time, only the token's own thread writes the
    /// members that this function reads.
    void detach(slot& own) noexcept {
        if (own.owner.load(std::memory_order_relaxed) != 0 || own.later + own.earlier != 0) {
            detach_used(own);
        }
    }

    /// Cancels this state and all its followers, and runs their handlers. Returns true if this call
    /// was the first. Throws the first exception that left a handler.
    bool cancel(cancellation_reason reason);

    /// Waits for the end of a running cancellation. After this call, no canceller accesses the
    /// state.
    void await_end() noexcept;

    /// Sets the phase back to `idle`. At this time, only the caller may use the state and its
    /// slots.
    void reset(slot& own) noexcept;

    /// Ends the state and the slot. The destructor of the standalone token that contains them calls
    /// this function.
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
    friend class deadline_watch;
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
    /// Marks this state and all below it. The caller holds the marking mutex.
    bool mark_tree(delivery& by, source_state*& followers) noexcept;
    bool mark_locked(delivery& by) noexcept; ///< the caller holds the mutex
    void mark_followers(delivery& by, source_state**& end) noexcept;
    /// Ends the cancellation of states that are marked: collects and runs their handlers.
    void cancel_marked(delivery& by, source_state*& followers);
    void collect() noexcept;
    /// Runs the handlers of this state. The mutex is locked before and after the call.
    void deliver(delivery& by, std::unique_lock<sleep::brief_lock>& lock);
    /// Runs the remaining handlers of the state `at`, and then the handlers of the remaining
    /// followers.
    void deliver_all(delivery& by, state*& at, source_state*& followers);
    void finish(delivery& by, std::unique_lock<sleep::brief_lock>& lock) noexcept;
    // Each of these functions is out of line. If one were inlined, its caller would save more
    // registers.
    bool add_symmetric(slot& to, cancellation_handler& handler) noexcept;
    bool add_locked(slot& to, cancellation_handler& handler) noexcept;
    void claim(slot& own) noexcept;
    release_result remove_locked(slot& from, cancellation_handler& handler, if_running action,
                                 bool popped) noexcept;
    /// The mutex is locked before the call. The function unlocks the mutex.
    release_result remove_collected(slot& from, cancellation_handler& handler,
                                    if_running action) noexcept;

    // The functions for the lists, to be called under the mutex.
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
    /// Removes the handler from its stack or list.
    void unlink(slot& from, cancellation_handler& handler) noexcept;

    std::atomic<phase> phase_{idle};
    const bool is_shared_;
    bool was_followed_ = false; ///< set under the mutex, read when a standalone token ends
    sleep::brief_lock mutex_;
    // The mutex guards all members below.
    std::uint32_t light_slots_ = 0;
    std::uint32_t unsettled_ = 0; ///< number of collected handlers that are still registered
    slot* slots_ = nullptr;
    cancellation_handler* earlier_ = nullptr;
    cancellation_handler* later_ = nullptr;
    /// The canceller's list: the collected handlers that have not run yet. The first runs next.
    cancellation_handler* listed_ = nullptr;
    following* followers_ = nullptr; ///< the bonds of the followers of this state
    delivery* delivery_ = nullptr;
    /// Written before the phase leaves `idle`. In a union, because a new state then writes only one
    /// byte.
    union {
        bool is_new_ = true;
        cancellation_reason reason_;
    };
};

/// The state of tokens that can never be cancelled. Because of this state, a check needs no test
/// for a null pointer. Do not compare the address of this state: a program can have one such state
/// in each shared library.
inline constinit state never_cancelled;

} // namespace tollgate::cancel::detail

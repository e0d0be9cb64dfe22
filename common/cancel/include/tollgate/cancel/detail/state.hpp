// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/listed.hpp>
#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::cancel::detail {

struct delivery;

/// What can be cancelled once: a flag, and the slots of the tokens that have handlers to run then.
///
/// The phase goes from `idle` to `cancelling`, `delivering`, `cancelled`, and never back, but by
/// `reset()` when nobody uses it. As long as it is `idle`, a slot's owner works on its stack alone
/// and without a lock. The canceller, in this order:
///
/// 1. leaves `idle`, under the mutex;
/// 2. lets every thread execute a full fence, if any slot is light;
/// 3. collects, under the mutex: walks down all stacks, makes one list of what it finds and goes on
///    to `delivering`. From then on the list is what counts, and it belongs to the mutex;
/// 4. runs what is in the list, without the mutex.
///
/// Lists that the mutex guards have what is not in an owner's stack: `earlier_` what runs before
/// it, a slot's first handler and what was in the stack when one below the top left; `later_` what
/// other threads have registered.
///
/// Why it is right: README.md of this library. The model check/state.pml goes through the
/// interleavings, with store buffers.
class state {
public:
    /// In a standalone token, or by the references of sources and tokens.
    enum class held : std::uint8_t { in_place, by_references };

    explicit constexpr state(held where = held::in_place) noexcept : held_(where) {}
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state() = default;

    [[nodiscard]] bool is_held_by_references() const noexcept {
        return held_ == held::by_references;
    }

    /// Acquires what was written before the cancellation.
    [[nodiscard]] bool is_cancelled() const noexcept {
        return phase_.load(std::memory_order_acquire) != idle;
    }

    /// Registers. False if it is cancelled, and the handler is not run.
    bool add(slot& to, cancellation_handler& one) noexcept;

    /// Registers one by which a source follows, which any thread may unregister. False if it is
    /// cancelled.
    bool add_follower(slot& to, cancellation_handler& one) noexcept;
    void remove_follower(slot& from, cancellation_handler& one) noexcept;
    void remove_follower_locked(slot& from, cancellation_handler& one) noexcept;

    /// What became of a handler that was pushed and then saw the cancellation.
    bool settle_pushed(slot& to, cancellation_handler& one) noexcept;

    /// Unregisters. Runs `reset()` if the handler has run.
    enum class patience { waits, never_waits };
    release_result remove(slot& from, cancellation_handler& one, patience how) noexcept;

    /// The rest of it for a handler that was popped and then saw the cancellation.
    release_result settle_popped(slot& from, cancellation_handler& one, patience how) noexcept {
        return remove_locked(from, one, how, true);
    }

    /// The token goes.
    void detach(slot& own) noexcept {
        if (own.is_used()) {
            detach_used(own);
        }
    }

    /// All of a cancellation for a state that nothing follows. True if this call was the first;
    /// throws what the first handler to throw has thrown.
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

protected:
    // Steps of a cancellation.
    bool mark(delivery& by) noexcept;
    bool mark_locked(delivery& by) noexcept; ///< for whoever holds the mutex
    void collect() noexcept;
    void deliver(delivery& by) noexcept;

    [[nodiscard]] sleep::brief_lock& mutex() noexcept { return mutex_; }
    [[nodiscard]] bool is_idle() const noexcept {
        return phase_.load(std::memory_order_relaxed) == idle;
    }
    /// Where a cancellation is seen, for a race detector.
    [[nodiscard]] const void* where_it_is_seen() const noexcept { return &phase_; }

private:
    enum phase : std::uint32_t { idle, cancelling, delivering, cancelled };

    [[nodiscard]] bool collected_already() const noexcept {
        return phase_.load(std::memory_order_relaxed) >= delivering;
    }
    [[nodiscard]] bool holds_any(const slot& own) const noexcept {
        return unsettled_ != 0 || own.top.load(std::memory_order_relaxed) != nullptr ||
               earlier_ != nullptr || later_ != nullptr;
    }
    void detach_used(slot& own) noexcept;
    void let_followers_go() noexcept;
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
        enter_list<&cancellation_handler::listed_>(at, one);
    }
    static void strike(cancellation_handler& one) noexcept {
        leave_list<&cancellation_handler::listed_>(one);
    }
    void list_later(slot& to, cancellation_handler& one) noexcept;
    void list_before_the_stack(slot& to, cancellation_handler& one) noexcept;
    static void list_earlier(slot& of, cancellation_handler*& at,
                             cancellation_handler& one) noexcept {
        insert(at, one);
        one.progress_ = cancellation_handler::progress::earlier;
        ++of.earlier;
    }
    void list_stack(slot& of) noexcept;
    /// Out of its stack or list.
    void unlink(slot& from, cancellation_handler& one) noexcept;

    void collect_one(cancellation_handler& one) noexcept;
    void collect_list(cancellation_handler*& from) noexcept;
    /// Returns who waits for it, to be woken without the mutex.
    static sleep::parker* note_as_run(delivery& by) noexcept;

    std::atomic<phase> phase_{idle};
    held held_;
    bool was_followed_ = false; ///< is set under the mutex, and read when the token ends
    sleep::brief_lock mutex_;
    // All below is guarded by the mutex.
    std::uint32_t followers_ = 0; ///< by handlers of their own, until each has left
    std::uint32_t light_slots_ = 0;
    std::uint32_t unsettled_ = 0; ///< collected, and not unregistered since
    slot* slots_ = nullptr;
    cancellation_handler* earlier_ = nullptr;
    cancellation_handler* later_ = nullptr;
    cancellation_handler* listed_ = nullptr;
    delivery* delivery_ = nullptr;
};

/// The state of tokens that can never be cancelled, so that asking need not test for null first:
/// the test would make it a tenth dearer. Nothing is ever registered with it, and it never changes.
///
/// It says nothing by its address: a program with shared objects may have several, one in each. A
/// token's slot says whether the token can be cancelled.
inline constinit state never_cancelled;

} // namespace tollgate::cancel::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/slot.hpp>
#include <tollgate/cancel/policy.hpp>
#include <tollgate/cancel/release_result.hpp>
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
/// Why it is right. An owner that pushes or pops has stored `top` before it looks at the phase.
/// - It sees `idle`. Then its store is visible to the canceller that collects: for a symmetric slot
///   because both stores and both loads are sequentially consistent and the loads cannot both come
///   before the stores; for a light one because its look at the phase came before the point where
///   it was fenced (it would have seen the canceller's store otherwise), so its store to `top` did
///   too. A handler pushed will be found, and one popped will not; so its owner may destroy it.
/// - It sees anything else. Then it takes the mutex, and the outcome is decided there: collected or
///   not, run or not, running now. What it stored to `top` meanwhile does no harm. Before the
///   collecting it is a valid stack with or without the handler, and the owner corrects it under
///   the mutex; after that nobody follows `top`, and each owner leaves it null for its next push.
///
/// A handler below another one in a stack is alive while the stack is walked: only its owner
/// unregisters it before the collecting, and takes the mutex for it (or was seen to have popped
/// it).
///
/// A handler that is registered or unregistered in any other way than by a slot's owner on top of
/// its stack is in a list that the mutex guards, from which it leaves by its own links:
/// - `later_` has what other threads register, which run after what is in the stack. As long as a
///   slot has one there, its owner registers there too: so what it registers afterwards runs
///   afterwards. What it pushes at the same moment has no order with the other thread's.
/// - `earlier_` has what was in a stack when its owner unregistered one that was not on top: all go
///   there, and run before what is pushed afterwards. A handler goes there once at the most, so
///   unregistering in any order looks at each handler once. The first handler that is registered
///   with a token of a source is there, too (but for an asymmetric one): most tokens of one request
///   have no second one, and their slots are never attached. The second registration attaches the
///   slot and makes its thread the owner.
/// The canceller finds both lists as they are, because they change under the mutex and while the
/// phase is `idle`, or by unregistering before the collecting.
///
/// A guard may go to another thread with its token and all that is registered with it: then the
/// owner does nothing meanwhile, and the other thread takes its handler from the stack under the
/// mutex.
///
/// A slot becomes light under the mutex and while the phase is `idle`, so a canceller either knows
/// of it in step 1 or comes before it; it never changes back.
///
/// After the collecting, handlers may be unregistered by any thread, the one that runs them among
/// others: the list has its own links.
///
/// The model check/state.pml goes through the interleavings, with store buffers.
class state {
public:
    /// In a standalone token, or by the references of sources and tokens.
    enum class held : std::uint8_t { in_place, by_references };

    explicit constexpr state(policy how, held where = held::in_place) noexcept
        : policy_(how), held_(where) {}
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

    /// For the constructor of what holds both: later slots attach themselves.
    void attach_first(slot& own) noexcept {
        own.how = slot::mode::symmetric;
        own.link = &slots_;
        slots_ = &own;
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
    [[nodiscard]] bool registers_first(slot& own) const noexcept;
    [[gnu::noinline]] void claim_unowned(slot& own) noexcept;
    void make_light(slot& own) noexcept;
    void make_light_in_time(slot& own) noexcept;
    [[gnu::noinline]] release_result remove_locked(slot& from, cancellation_handler& one,
                                                   patience how, bool popped) noexcept;
    /// With the mutex locked, which it unlocks.
    [[gnu::noinline]] release_result remove_collected(slot& from, cancellation_handler& one,
                                                      patience how) noexcept;

    // The lists, under the mutex.
    static void insert(cancellation_handler*& at, cancellation_handler& one) noexcept {
        one.next_listed_ = at;
        one.listed_by_ = &at;
        if (one.next_listed_ != nullptr) {
            one.next_listed_->listed_by_ = &one.next_listed_;
        }
        at = &one;
    }

    static void strike(cancellation_handler& one) noexcept {
        *one.listed_by_ = one.next_listed_;
        if (one.next_listed_ != nullptr) {
            one.next_listed_->listed_by_ = one.listed_by_;
        }
    }
    void list_later(slot& to, cancellation_handler& one) noexcept;
    static void list_earlier(slot& of, cancellation_handler*& at,
                             cancellation_handler& one) noexcept {
        insert(at, one);
        one.progress_ = cancellation_handler::progress::earlier;
        ++of.earlier;
    }
    void list_stack(slot& of) noexcept;
    static void unlist(slot& from, cancellation_handler& one) noexcept {
        strike(one);
        if (one.progress_ == cancellation_handler::progress::earlier) {
            --from.earlier;
        } else if (--from.later == 0) {
            from.unmark(slot::has_later);
        }
        one.progress_ = cancellation_handler::progress::none;
    }
    /// True: it was on top of its stack. Otherwise all of the stack is in a list now.
    bool pop_or_list(slot& from, cancellation_handler& one) noexcept;
    void unlink(slot& from, cancellation_handler& one) noexcept {
        if (one.progress_ != cancellation_handler::progress::none || !pop_or_list(from, one)) {
            unlist(from, one);
        }
    }

    void collect_one(cancellation_handler& one) noexcept;
    void collect_list(cancellation_handler*& from) noexcept;
    /// Returns who waits for it, to be woken without the mutex.
    static sleep::parker* note_as_run(delivery& by) noexcept;

    std::atomic<phase> phase_{idle};
    policy policy_;
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

} // namespace tollgate::cancel::detail

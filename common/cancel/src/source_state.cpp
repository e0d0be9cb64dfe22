// SPDX-License-Identifier: BSL-1.0
// The tree of followers, and a cancellation of all that follows.
#include "deadline_watch.hpp"

#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/sleep/pause.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <pthread.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

constinit std::mutex marking;

namespace {

/// Runs before the program's static objects are made: their own handlers of fork() then run while
/// the mutex is free, and may cancel. If pthread_atfork() has no memory, a child is not protected.
[[gnu::constructor(101)]] void hold_over_forks() noexcept {
    ::pthread_atfork(
        [] {
            marking.lock();
            deadline_watch::hold();
        },
        [] {
            deadline_watch::go_on();
            marking.unlock();
        },
        [] {
            deadline_watch::begin_anew_in_child();
            marking.unlock();
        });
}

} // namespace

source_state* source_state::make_following(std::span<state* const> leaders) {
    auto followed = std::make_unique<following[]>(leaders.size());
    auto* const follower = new source_state;
    follower->followed_ = followed.release();
    follower->leaders_ = static_cast<std::uint32_t>(leaders.size());
    follower->follow(leaders);
    return follower;
}

source_state* source_state::make_until(time_point deadline, time_point now, state* leader) {
    const std::span<state* const> leaders(&leader, leader != nullptr ? 1 : 0);
    const bool is_earliest =
        deadline < (leader != nullptr ? leader->deadline() : (time_point::max)());
    if (is_earliest && deadline > now) {
        return timed_state::make(deadline_watch::running(), deadline, leader);
    }
    source_state* const new_state = leader != nullptr ? make_following(leaders) : make();
    new_state->until_ = (std::min)(new_state->until_, deadline);
    if (new_state->until_ <= now) {
        new_state->state::cancel(reason_kind::deadline);
    }
    return new_state;
}

state::time_point state::deadline() const noexcept {
    return is_shared_ ? static_cast<const source_state*>(this)->until_ : (time_point::max)();
}

void source_state::follow(std::span<state* const> leaders) {
    const state* cancelled_leader = nullptr;
    for (std::uint32_t index = 0; index < leaders_; ++index) {
        if (state* const leader = leaders[index]) {
            following& bond = followed_[index];
            bond.leader = leader;
            bond.follower = this;
            if (leader->is_shared_) {
                bond.held_leader = static_cast<source_state*>(leader);
                bond.held_leader->acquire();
            }
            until_ = (std::min)(until_, leader->deadline());
            if (!leader->lead(bond) && cancelled_leader == nullptr) {
                cancelled_leader = leader;
            }
        }
    }
    if (cancelled_leader != nullptr) {
        // No handler is registered that could throw or release the state.
        state::cancel(cancelled_leader->reason());
    }
}

bool state::lead(following& follower) noexcept {
    const std::lock_guard lock(mutex_);
    if (!is_idle()) {
        race_detector::library_acquires(&phase_);
        return false;
    }
    follower.to_leader.store(following::bond::follows, std::memory_order_relaxed);
    enter_list<&following::in_leader>(followers_, follower);
    was_followed_ = true;
    return true;
}

bool following::begin_to_leave() noexcept {
    bond expected = bond::follows;
    return to_leader.compare_exchange_strong(expected, bond::leaves, std::memory_order_relaxed);
}

void following::leave() noexcept {
    if (begin_to_leave()) {
        const std::lock_guard lock(leader->mutex_);
        leave_list<&following::in_leader>(*this);
        return;
    }
    sleep::pause for_another_thread; // in which the leader ends
    while (to_leader.load(std::memory_order_acquire) != bond::left) {
        for_another_thread();
    }
}

/// Waits for a follower that another thread is taking out at this moment.
void state::release_followers() noexcept {
    for (sleep::pause for_another_thread;; for_another_thread()) {
        const std::lock_guard lock(mutex_);
        for (following* next = followers_; next != nullptr;) {
            following& bond = *std::exchange(next, next->in_leader.next);
            if (bond.begin_to_leave()) {
                leave_list<&following::in_leader>(bond);
                bond.to_leader.store(following::bond::left, std::memory_order_release);
            }
        }
        if (followers_ == nullptr) {
            return;
        }
    }
}

bool source_state::cancel(cancellation_reason reason) {
    constexpr auto release = [](source_state* held) { held->release_in_library(); };
    acquire(); // a handler may destroy the source
    const std::unique_ptr<source_state, decltype(release)> own(this);
    return state::cancel(reason);
}

bool state::cancel(cancellation_reason reason) {
    delivery own;
    if (reason != reason_kind::not_cancelled) {
        own.reason = reason;
    }
    source_state* followers = nullptr;
    if (!mark(own, followers)) {
        return false;
    }
    cancel_marked(own, followers);
    return true;
}

void state::cancel_marked(delivery& by, source_state*& followers) {
    if (by.needs_heavy_fence) {
        fence::heavy_fence();
    }
    collect();
    for (source_state* each = followers; each != nullptr; each = each->next_) {
        each->collect();
    }
    state* at = this;
    /// In a destructor, not in a `catch`: while an exception is handled, no `catch` may keep the
    /// thread from ending.
    struct rest_of_delivery {
        state& root;
        delivery& by;
        state*& at;
        source_state*& followers;
        ~rest_of_delivery() {
            while (at != nullptr) { // a handler has thrown, or has ended this thread
                try {
                    root.deliver_all(by, at, followers);
                } catch (...) { // the first exception is on its way
                }
            }
        }
    };
    const rest_of_delivery rest{*this, by, at, followers};
    deliver_all(by, at, followers);
}

void state::deliver_all(delivery& by, state*& at, source_state*& followers) {
    while (at != nullptr) {
        std::unique_lock lock(at->mutex_);
        at->deliver(by, lock);
        if (at != this) {
            at->finish(by, lock);
            static_cast<source_state*>(at)->release_in_library();
        }
        at = followers == nullptr ? nullptr : std::exchange(followers, followers->next_);
    }
    std::unique_lock lock(mutex_);
    finish(by, lock);
}

bool state::mark(delivery& by, source_state*& followers) noexcept {
    {
        const std::lock_guard lock(mutex_);
        if (followers_ == nullptr) {
            return mark_locked(by);
        }
    }
    const std::lock_guard tree_by_tree(marking);
    return mark_tree(by, followers);
}

bool state::mark_tree(delivery& by, source_state*& followers) noexcept {
    {
        const std::lock_guard lock(mutex_);
        if (!mark_locked(by)) {
            return false;
        }
    }
    source_state** end = &followers;
    mark_followers(by, end);
    for (source_state* each = followers; each != nullptr; each = each->next_) {
        each->mark_followers(by, end);
    }
    return true;
}

void state::mark_followers(delivery& by, source_state**& end) noexcept {
    const std::lock_guard lock(mutex_);
    for (following* each = followers_; each != nullptr; each = each->in_leader.next) {
        source_state* const follower = each->follower;
        if (follower->mark_as_follower(by)) {
            follower->next_ = nullptr;
            *end = follower;
            end = &follower->next_;
        }
    }
}

/// The leader's mutex keeps the follower from being freed meanwhile. The follower may have lost its
/// last reference nevertheless.
bool source_state::mark_as_follower(delivery& by) noexcept {
    const std::lock_guard lock(mutex_);
    return is_idle() && acquire_unless_unreferenced() && mark_locked(by);
}

bool source_state::acquire_unless_unreferenced() noexcept {
    std::uint32_t references = references_.load(std::memory_order_relaxed);
    while (references != 0 && !references_.compare_exchange_weak(references, references + 1,
                                                                 std::memory_order_relaxed)) {
    }
    return references != 0;
}

void source_state::release_in_library() noexcept {
    race_detector::library_releases(&references_);
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        race_detector::library_acquires(&references_);
        end();
    }
}

void source_state::end_of_follower() noexcept {
    next_ = nullptr;
    for (source_state* unreferenced = this; unreferenced != nullptr;) {
        source_state* const ending = std::exchange(unreferenced, unreferenced->next_);
        race_detector::library_acquires(&ending->references_);
        ending->leave_leaders(unreferenced);
        if (deadline_watch* const watch = ending->watch_) {
            auto* const timed = static_cast<timed_state*>(ending);
            watch->drop(*timed);
            delete timed;
        } else {
            delete[] ending->followed_;
            delete ending;
        }
    }
}

void source_state::leave_leaders(source_state*& unreferenced) noexcept {
    for (following& bond : std::span(followed_, leaders_)) {
        bond.leave();
        source_state* const leader = bond.held_leader;
        if (leader != nullptr && leader->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            leader->next_ = unreferenced;
            unreferenced = leader;
        }
    }
}

} // namespace tollgate::cancel::detail

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/source_state.hpp>

#include "delivery.hpp"

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/sleep/pause.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <pthread.h>

#include <memory>
#include <mutex>
#include <utility>

namespace tollgate::cancel::detail {
namespace {

namespace race_detector = sleep::race_detector;

/// Held while all that follows a source is marked, which runs no foreign code, and over a fork, so
/// that no child finds it taken, or a tree that is half marked.
constinit std::mutex marking;

/// Before the program's static objects are made: handlers of fork() that are theirs run while it is
/// free, and may cancel. Without memory for it a child takes its chance.
[[gnu::constructor(101)]] void hold_over_forks() noexcept {
    ::pthread_atfork([] { marking.lock(); }, [] { marking.unlock(); }, [] { marking.unlock(); });
}

} // namespace

source_state* source_state::make_following(std::span<const leader> leaders) {
    struct deleter {
        void operator()(source_state* one) const noexcept { delete one; }
    };
    std::unique_ptr<source_state, deleter> made(new source_state);
    auto followed = std::make_unique<following[]>(leaders.size());
    std::unique_ptr<standalone_leader> standalone;
    for (const leader& each : leaders) {
        if (each.in != nullptr) {
            standalone = std::make_unique<standalone_leader>(*made, each, std::move(standalone));
        }
    }
    // From here on nothing throws.
    made->leaders_ = static_cast<std::uint32_t>(leaders.size());
    made->followed_ = followed.release();
    made->standalone_leaders_ = standalone.release();
    made->follow(leaders);
    return made.release();
}

void source_state::follow(std::span<const leader> leaders) {
    bool led = true;
    for (std::uint32_t index = 0; index < leaders_; ++index) {
        if (leaders[index].of != nullptr && leaders[index].in == nullptr) {
            following& by = followed_[index];
            by.leader = static_cast<source_state*>(leaders[index].of);
            by.follower = this;
            by.leader->acquire();
            led = by.leader->lead(by) && led;
        }
    }
    for (standalone_leader* each = standalone_leaders_; each != nullptr; each = each->next()) {
        led = each->follow() && led;
    }
    if (!led) {
        cancel();
    }
}

bool source_state::lead(following& by) noexcept {
    const std::lock_guard lock(mutex());
    if (!is_idle()) {
        race_detector::library_acquires(where_it_is_seen());
        return false;
    }
    enter_list<&following::in_leader>(followers_, by);
    return true;
}

bool source_state::cancel() {
    delivery own;
    acquire(); // a handler may destroy the source
    if (!mark_all(own)) {
        release_in_library();
        return false;
    }
    if (own.needs_heavy_fence) {
        fence::heavy_fence();
    }
    for (source_state* one = this; one != nullptr; one = one->next_) {
        one->collect();
    }
    for (source_state* one = this; one != nullptr;) {
        source_state* const next = one->next_;
        one->deliver(own);
        one->release_in_library();
        one = next;
    }
    own.rethrow();
    return true;
}

bool source_state::mark_all(delivery& by) noexcept {
    std::unique_lock lock(mutex());
    if (followers_ == nullptr) {
        return mark_locked(by);
    }
    lock.unlock();
    const std::lock_guard one_at_a_time(marking);
    if (!mark(by)) {
        return false;
    }
    source_state** end = &next_;
    for (source_state* one = this; one != nullptr; one = one->next_) {
        one->mark_followers(by, end);
    }
    return true;
}

void source_state::mark_followers(delivery& by, source_state**& end) noexcept {
    const std::lock_guard lock(mutex());
    for (following* each = followers_; each != nullptr; each = each->in_leader.next) {
        source_state* const follower = each->follower;
        if (follower->mark_follower(by)) {
            follower->next_ = nullptr;
            *end = follower;
            end = &follower->next_;
        }
    }
}

/// The leader's mutex keeps it from being freed meanwhile, not from having lost its last reference.
bool source_state::mark_follower(delivery& by) noexcept {
    const std::lock_guard lock(mutex());
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
        source_state* const one = std::exchange(unreferenced, unreferenced->next_);
        race_detector::library_acquires(&one->references_);
        one->leave_leaders(unreferenced);
        const std::unique_ptr<following[]> followed(one->followed_);
        const std::unique_ptr<standalone_leader> standalone(one->standalone_leaders_);
        delete one;
    }
}

void source_state::leave_leaders(source_state*& unreferenced) noexcept {
    for (standalone_leader* each = standalone_leaders_; each != nullptr; each = each->next()) {
        each->end();
    }
    for (std::uint32_t index = 0; index < leaders_; ++index) {
        const following& by = followed_[index];
        source_state* const leader = by.leader;
        if (leader == nullptr) {
            continue;
        }
        {
            const std::lock_guard lock(leader->mutex());
            if (by.in_leader.link != nullptr) { // otherwise the leader was cancelled before
                leave_list<&following::in_leader>(by);
            }
        }
        if (leader->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            leader->next_ = unreferenced;
            unreferenced = leader;
        }
    }
}

bool standalone_leader::follow() noexcept {
    bond_.store(bond::follows, std::memory_order_relaxed); // another thread may cancel it at once
    if (leader_.of->add_follower(*leader_.in, *this)) {
        return true;
    }
    bond_.store(bond::left, std::memory_order_relaxed);
    return false;
}

bool standalone_leader::begin_to_leave() noexcept {
    bond expected = bond::follows;
    return bond_.compare_exchange_strong(expected, bond::leaves, std::memory_order_relaxed);
}

void standalone_leader::leave() noexcept {
    if (begin_to_leave()) {
        leader_.of->remove_follower(*leader_.in, *this);
        bond_.store(bond::left, std::memory_order_release);
    }
}

void standalone_leader::end() noexcept {
    leave();
    sleep::pause for_another_one;
    while (bond_.load(std::memory_order_acquire) != bond::left) {
        for_another_one();
    }
}

/// If the follower has no reference left, this may be gone afterwards.
void standalone_leader::stop_following() noexcept {
    if (begin_to_leave()) {
        leader_.of->remove_follower_locked(*leader_.in, *this);
        bond_.store(bond::left, std::memory_order_release);
    }
}

/// If it has no reference left, its end leaves. Otherwise the one taken here may become the last,
/// and then this is gone when it is released.
void standalone_leader::cancel() {
    if (!follower_.acquire_unless_unreferenced()) {
        return;
    }
    struct releasing {
        source_state& held;
        ~releasing() { held.release_in_library(); }
    } const reference{follower_};
    leave();
    follower_.cancel();
}

} // namespace tollgate::cancel::detail

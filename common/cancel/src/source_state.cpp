// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/source_state.hpp>

#include "delivery.hpp"
#include "linked.hpp"

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <mutex>
#include <utility>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

source_state* source_state::make(policy how, std::span<source_state* const> leaders) {
    struct deleter {
        void operator()(source_state* one) const noexcept { delete one; }
    };
    std::unique_ptr<source_state, deleter> made(new source_state(how));
    if (!leaders.empty()) {
        made->follow(leaders);
    }
    return made.release();
}

void source_state::follow(std::span<source_state* const> leaders) {
    followed_ = std::make_unique<following[]>(leaders.size());
    leaders_ = static_cast<std::uint32_t>(leaders.size());
    bool led = true;
    for (std::uint32_t index = 0; index < leaders_; ++index) {
        following& by = followed_[index];
        by.leader = leaders[index];
        by.follower = this;
        by.leader->acquire();
        led = by.leader->lead(by) && led;
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
    link_first(followers_, by);
    return true;
}

bool source_state::cancel() {
    delivery own;
    acquire(); // a handler may destroy the source
    if (!mark(own)) {
        release();
        return false;
    }
    next_ = nullptr;
    source_state** end = &next_;
    for (source_state* one = this; one != nullptr; one = one->next_) {
        one->mark_followers(own, end);
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
        one->release();
        one = next;
    }
    own.rethrow();
    return true;
}

void source_state::mark_followers(delivery& by, source_state**& end) noexcept {
    const std::lock_guard lock(mutex());
    for (following* each = followers_; each != nullptr; each = each->next) {
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

void source_state::destroy() noexcept {
    next_ = nullptr;
    for (source_state* unreferenced = this; unreferenced != nullptr;) {
        source_state* const one = std::exchange(unreferenced, unreferenced->next_);
        race_detector::library_acquires(&one->references_);
        one->leave_leaders(unreferenced);
        delete one;
    }
}

void source_state::leave_leaders(source_state*& unreferenced) noexcept {
    for (std::uint32_t index = 0; index < leaders_; ++index) {
        const following& by = followed_[index];
        source_state* const leader = by.leader;
        {
            const std::lock_guard lock(leader->mutex());
            if (by.link != nullptr) { // otherwise the leader was cancelled before
                leave_list(by);
            }
        }
        if (leader->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            leader->next_ = unreferenced;
            unreferenced = leader;
        }
    }
}

} // namespace tollgate::cancel::detail

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/leader.hpp>
#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/sleep/pause.hpp>

#include <utility>

namespace tollgate::cancel::detail {

standalone_leader::standalone_leader(source_state& follower, const leader& which,
                                     std::unique_ptr<standalone_leader> others) noexcept
    : follower_(follower), leader_(which), next_(std::move(others)) {}

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

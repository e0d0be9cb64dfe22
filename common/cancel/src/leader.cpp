// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/leader.hpp>
#include <tollgate/cancel/detail/source_state.hpp>

#include <utility>

namespace tollgate::cancel::detail {

standalone_leader::standalone_leader(source_state& follower, const leader& which,
                                     std::unique_ptr<standalone_leader> others) noexcept
    : follower_(follower), leader_(which), next_(std::move(others)) {}

bool standalone_leader::follow() noexcept {
    follows_ = true; // until another thread cancels it, which may be at once
    if (leader_.of->add_for_any_thread(*leader_.in, *this)) {
        return true;
    }
    follows_ = false;
    return false;
}

void standalone_leader::leave() noexcept {
    if (std::exchange(follows_, false)) {
        leader_.of->remove(*leader_.in, *this, state::patience::waits);
    }
}

/// If it has no reference left, its end waits for this. Otherwise the one taken here may become the
/// last, and then this is gone when it is released.
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

// SPDX-License-Identifier: BSL-1.0
// The handlers of a state that are guarded by its mutex, in lists with the newest first.
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/detail/this_thread.hpp>
#include <tollgate/sleep/pause.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <mutex>

namespace tollgate::cancel::detail {

void state::list_later(slot& to, cancellation_handler& one) noexcept {
    slot::mark_registered(one);
    insert(later_, one);
    one.progress_ = cancellation_handler::progress::later;
    ++to.later;
    to.mark(slot::has_later);
}

bool state::add_follower(slot& to, cancellation_handler& one) noexcept {
    const std::lock_guard lock(mutex_);
    if (!is_idle()) {
        sleep::race_detector::library_acquires(&phase_);
        return false;
    }
    if (to.later == 0 &&
        (to.is_of_this_thread() || to.owner.load(std::memory_order_relaxed) == 0)) {
        list_stack(to);
        slot::mark_registered(one);
        list_earlier(to, earlier_, one);
    } else {
        list_later(to, one);
    }
    ++followers_;
    was_followed_ = true;
    return true;
}

void state::remove_follower(slot& from, cancellation_handler& one) noexcept {
    remove(from, one, patience::waits);
    const std::lock_guard lock(mutex_);
    --followers_;
}

void state::remove_follower_locked(slot& from, cancellation_handler& one) noexcept {
    unlink(from, one);
    slot::mark_unregistered(one);
    --followers_;
}

/// It waits for a follower that another thread is removing at this moment.
void state::let_followers_go() noexcept {
    for (sleep::pause for_another_thread;; for_another_thread()) {
        const std::lock_guard lock(mutex_);
        for (cancellation_handler* const first : {earlier_, later_}) {
            for (cancellation_handler* one = first; one != nullptr;) {
                cancellation_handler* const next = one->next_listed_;
                one->stop_following(); // and may be gone
                one = next;
            }
        }
        if (followers_ == 0) {
            return;
        }
    }
}

void state::list_stack(slot& of) noexcept {
    cancellation_handler** at = &earlier_;
    for (cancellation_handler* one = of.top.load(std::memory_order_relaxed); one != nullptr;
         one = one->below_) {
        list_earlier(of, *at, *one);
        at = &one->next_listed_;
    }
    of.top.store(nullptr, std::memory_order_relaxed);
}

bool state::pop_or_list(slot& from, cancellation_handler& one) noexcept {
    if (from.is_on_top(one)) {
        from.pop(one, std::memory_order_relaxed);
        return true;
    }
    list_stack(from);
    if (one.progress_ == cancellation_handler::progress::none) {
        misuse("a guard is destroyed by another thread than the one that made it, while its token "
               "is in use");
    }
    return false;
}

} // namespace tollgate::cancel::detail

// SPDX-License-Identifier: BSL-1.0
// The handlers of a state that are guarded by its mutex, in lists with the newest first.
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/detail/this_thread.hpp>

#include <mutex>

namespace tollgate::cancel::detail {

void state::list_later(slot& to, cancellation_handler& one) noexcept {
    slot::mark_registered(one, nullptr);
    insert(later_, one);
    one.progress_ = cancellation_handler::progress::later;
    ++to.later;
    to.mark(slot::has_later);
}

bool state::add_for_any_thread(slot& to, cancellation_handler& one) noexcept {
    const std::lock_guard lock(mutex_);
    if (!is_idle()) {
        return false;
    }
    if (to.later == 0 &&
        (to.is_of_this_thread() || to.owner.load(std::memory_order_relaxed) == 0)) {
        list_stack(to);
        slot::mark_registered(one, nullptr);
        list_earlier(to, earlier_, one);
    } else {
        list_later(to, one);
    }
    return true;
}

void state::list_earlier(slot& of, cancellation_handler*& at, cancellation_handler& one) noexcept {
    insert(at, one);
    one.progress_ = cancellation_handler::progress::earlier;
    ++of.earlier;
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

void state::unlist(slot& from, cancellation_handler& one) noexcept {
    strike(one);
    if (one.progress_ == cancellation_handler::progress::earlier) {
        --from.earlier;
    } else if (--from.later == 0) {
        from.unmark(slot::has_later);
    }
    one.progress_ = cancellation_handler::progress::none;
}

void state::unlink(slot& from, cancellation_handler& one) noexcept {
    using progress = cancellation_handler::progress;
    if (one.progress_ == progress::none) {
        if (from.is_on_top(one)) {
            from.pop(one, std::memory_order_relaxed);
            return;
        }
        list_stack(from);
        if (one.progress_ == progress::none) {
            misuse("a guard is destroyed by another thread than the one that made it, while its "
                   "token is in use");
        }
    }
    unlist(from, one);
}

} // namespace tollgate::cancel::detail

// SPDX-License-Identifier: BSL-1.0
// Those who register with a state while it is idle; state_cancel.cpp has the canceller, and those
// who meet it.
#include <tollgate/cancel/detail/state.hpp>

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

void misuse(const char* sentence) noexcept {
    const sleep::no_pthread_cancel here;
    std::fprintf(stderr, "tollgate::cancel: %s\n", sentence);
    std::abort();
}

/// The system's own variable, not one of this library: shared objects that have the library each
/// for itself must agree on who owns a token that passes between them.
std::uintptr_t this_thread_by_address() noexcept {
    static_assert(alignof(decltype(errno)) % 4 == 0);
    return reinterpret_cast<std::uintptr_t>(&errno);
}

bool state::add(slot& to, cancellation_handler& one) noexcept {
    return to.is_open_to_this_thread() ? add_symmetric(to, one) : add_locked(to, one);
}

bool state::add_symmetric(slot& to, cancellation_handler& one) noexcept {
    to.push(one, slot::is_registered(one), std::memory_order_seq_cst);
    return phase_.load(std::memory_order_seq_cst) == idle || settle_pushed(to, one);
}

bool state::add_locked(slot& to, cancellation_handler& one) noexcept {
    const std::lock_guard lock(mutex_);
    if (!is_idle()) {
        race_detector::library_acquires(&phase_);
        return false;
    }
    if (!std::exchange(to.is_known, true)) {
        slot::mark_registered(one, slot::is_registered(one), nullptr);
        list_earlier(to, earlier_, one);
        return true;
    }
    if (to.owner.load(std::memory_order_relaxed) == 0) {
        claim(to);
    }
    if (to.is_open_to_this_thread()) {
        to.push(one, slot::is_registered(one), std::memory_order_relaxed);
    } else {
        slot::mark_registered(one, slot::is_registered(one), nullptr);
        insert(later_, one);
        one.progress_ = registration::progress::later;
        ++to.later;
        to.set_has_later(true);
    }
    return true;
}

void state::claim(slot& own) noexcept {
    const bool is_light = fence::heavy_fence_granted();
    enter_list<&slot::in_state>(slots_, own);
    light_slots_ += is_light ? 1 : 0;
    own.owner.store(this_thread() | (is_light ? 0 : slot::is_symmetric), std::memory_order_relaxed);
}

release_result state::remove(slot& from, cancellation_handler& one, patience how) noexcept {
    const bool popped = from.is_of_this_thread() && from.is_on_top(one);
    if (popped) {
        from.pop(one, std::memory_order_seq_cst);
        if (phase_.load(std::memory_order_seq_cst) == idle) {
            slot::mark_unregistered(one);
            return release_result::removed;
        }
    }
    return remove_locked(from, one, how, popped);
}

release_result state::remove_locked(slot& from, cancellation_handler& one, patience how,
                                    bool popped) noexcept {
    std::unique_lock lock(mutex_);
    if (!is_idle()) [[unlikely]] {
        race_detector::library_acquires(&phase_);
    }
    if (collected_already()) [[unlikely]] {
        lock.release(); // to the function
        return remove_collected(from, one, how);
    }
    if (!popped) {
        unlink(from, one);
    }
    slot::mark_unregistered(one);
    return release_result::removed;
}

void state::detach_used(slot& own) noexcept {
    const std::lock_guard lock(mutex_);
    const bool holds_any =
        own.top.load(std::memory_order_relaxed) != nullptr || own.later + own.earlier != 0;
    if (holds_any && !collected_already()) {
        misuse("a token is destroyed while a handler is registered with it");
    }
    const std::uintptr_t owner = own.owner.load(std::memory_order_relaxed);
    if (owner != 0) {
        leave_list<&slot::in_state>(own);
        light_slots_ -= (owner & slot::is_symmetric) == 0 ? 1 : 0;
        own.owner.store(0, std::memory_order_relaxed);
    }
}

void state::reset(slot& own) noexcept {
    await_end();
    if (was_followed_) {
        let_followers_go();
    }
    const std::lock_guard lock(mutex_);
    if (holds_any(own)) {
        misuse("a token is reset while a handler is registered with it");
    }
    was_followed_ = false;
    light_slots_ = 0;
    slots_ = nullptr;
    own.is_known = false;
    own.later = 0;
    own.earlier = 0;
    own.owner.store(0, std::memory_order_relaxed);
    phase_.store(idle, std::memory_order_release);
}

void state::list_stack(slot& of) noexcept {
    cancellation_handler** at = &earlier_;
    for (cancellation_handler* one = of.top.load(std::memory_order_relaxed); one != nullptr;
         one = one->below_) {
        list_earlier(of, *at, *one);
        at = &one->listed_.next;
    }
    of.top.store(nullptr, std::memory_order_relaxed);
}

void state::unlink(slot& from, cancellation_handler& one) noexcept {
    using progress = registration::progress;
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
    strike(one);
    if (one.progress_ == progress::earlier) {
        --from.earlier;
    } else if (--from.later == 0) {
        from.set_has_later(false);
    }
    one.progress_ = progress::none;
}

} // namespace tollgate::cancel::detail

// SPDX-License-Identifier: BSL-1.0
// Registrations with a state that is idle. state_cancel.cpp has the canceller, and registrations
// that meet it.
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

/// The system's own variable, not a variable of this library. Shared objects with a copy of the
/// library each must agree on the owner of a token that passes between them.
std::uintptr_t this_thread_by_address() noexcept {
    static_assert(alignof(decltype(errno)) % 4 == 0);
    return reinterpret_cast<std::uintptr_t>(&errno);
}

bool state::add(slot& to, cancellation_handler& handler) noexcept {
    return to.may_push() ? add_symmetric(to, handler) : add_locked(to, handler);
}

[[gnu::noinline]] bool state::add_symmetric(slot& to, cancellation_handler& handler) noexcept {
    to.push(handler, slot::is_registered(handler), std::memory_order_seq_cst);
    return phase_.load(std::memory_order_seq_cst) == idle || settle_pushed(to, handler);
}

[[gnu::noinline]] bool state::add_locked(slot& to, cancellation_handler& handler) noexcept {
    const std::lock_guard lock(mutex_);
    if (!is_idle()) {
        race_detector::library_acquires(&phase_);
        return false;
    }
    if (!std::exchange(to.is_known, true)) {
        slot::mark_registered(handler, slot::is_registered(handler), nullptr);
        list_earlier(to, earlier_, handler);
        return true;
    }
    if (to.owner.load(std::memory_order_relaxed) == 0) {
        claim(to);
    }
    if (to.may_push()) {
        to.push(handler, slot::is_registered(handler), std::memory_order_relaxed);
    } else {
        slot::mark_registered(handler, slot::is_registered(handler), nullptr);
        insert(later_, handler);
        handler.progress_ = registration::progress::later;
        ++to.later;
        to.set_has_later(true);
    }
    return true;
}

[[gnu::noinline]] void state::claim(slot& own) noexcept {
    const bool is_light = fence::heavy_fence_granted();
    enter_list<&slot::in_state>(slots_, own);
    light_slots_ += is_light ? 1 : 0;
    own.owner.store(this_thread() | (is_light ? 0 : slot::is_symmetric), std::memory_order_relaxed);
}

release_result state::remove(slot& from, cancellation_handler& handler,
                             if_running action) noexcept {
    const bool popped = from.may_pop() && from.is_on_top(handler);
    if (popped) {
        from.pop(handler, std::memory_order_seq_cst);
        if (phase_.load(std::memory_order_seq_cst) == idle) {
            slot::mark_unregistered(handler);
            return release_result::removed;
        }
    }
    return remove_locked(from, handler, action, popped);
}

[[gnu::noinline]] release_result state::remove_locked(slot& from, cancellation_handler& handler,
                                                      if_running action, bool popped) noexcept {
    std::unique_lock lock(mutex_);
    if (!is_idle()) [[unlikely]] {
        race_detector::library_acquires(&phase_);
    }
    if (has_collected()) [[unlikely]] {
        lock.release(); // the function unlocks the mutex
        return remove_collected(from, handler, action);
    }
    if (!popped) {
        unlink(from, handler);
    }
    slot::mark_unregistered(handler);
    return release_result::removed;
}

void state::detach_used(slot& own) noexcept {
    const std::lock_guard lock(mutex_);
    const bool holds_any =
        own.top.load(std::memory_order_relaxed) != nullptr || own.later + own.earlier != 0;
    if (holds_any && !has_collected()) {
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
        release_followers();
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

void state::list_stack(slot& from) noexcept {
    cancellation_handler** at = &earlier_;
    for (cancellation_handler* handler = from.top.load(std::memory_order_relaxed);
         handler != nullptr; handler = handler->below_) {
        list_earlier(from, *at, *handler);
        at = &handler->listed_.next;
    }
    from.top.store(nullptr, std::memory_order_relaxed);
}

void state::unlink(slot& from, cancellation_handler& handler) noexcept {
    using progress = registration::progress;
    if (handler.progress_ == progress::none) {
        if (from.is_on_top(handler)) {
            from.pop(handler, std::memory_order_relaxed);
            return;
        }
        list_stack(from);
        if (handler.progress_ == progress::none) {
            misuse("a guard is destroyed by another thread than the one that made it, while its "
                   "token is in use");
        }
    }
    strike(handler);
    if (handler.progress_ == progress::earlier) {
        --from.earlier;
    } else if (--from.later == 0) {
        from.set_has_later(false);
    }
    handler.progress_ = progress::none;
}

} // namespace tollgate::cancel::detail

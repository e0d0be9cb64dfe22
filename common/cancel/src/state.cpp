// SPDX-License-Identifier: BSL-1.0
// The side of those who register with a state; state_cancel.cpp has the canceller's.
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/detail/this_thread.hpp>

#include "delivery.hpp"
#include "linked.hpp"

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <chrono>
#include <mutex>
#include <thread>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

namespace {

/// What a pair saves (two exchanges, about 10 ns) this many times is about what a heavy fence costs
/// with two running threads (0.8 µs).
constexpr std::uint8_t registrations_worth_a_fence = 64;

/// A handler that woke somebody is about to return when that somebody waits for it to have run. On
/// another CPU it needs as long as a few yields (0.3 µs each), on the same one the CPU; only one
/// that takes longer is worth going to sleep for.
constexpr int yields_before_sleeping = 16;

void await(sleep::parker& done) noexcept {
    constexpr auto at_once = std::chrono::steady_clock::time_point::min();
    for (int yields = 0; yields < yields_before_sleeping; ++yields) {
        if (done.sleep_until(at_once) == sleep::outcome::woken) {
            return;
        }
        std::this_thread::yield();
    }
    done.sleep();
}

} // namespace

bool state::add(slot& to, cancellation_handler& one) noexcept {
    return to.is_open_to_this_thread() ? add_symmetric(to, one) : add_locked(to, one);
}

bool state::add_symmetric(slot& to, cancellation_handler& one) noexcept {
    make_light_in_time(to);
    to.push(one, std::memory_order_seq_cst);
    return phase_.load(std::memory_order_seq_cst) == idle || settle_pushed(to, one);
}

bool state::add_locked(slot& to, cancellation_handler& one) noexcept {
    const std::lock_guard lock(mutex_);
    if (!is_idle()) {
        race_detector::library_acquires(&phase_);
        return false;
    }
    if (registers_first(to)) {
        slot::mark_registered(one);
        list_earlier(to, earlier_, one);
        return true;
    }
    claim_unowned(to);
    if (to.is_open_to_this_thread()) {
        to.push(one, std::memory_order_relaxed);
    } else {
        list_later(to, one);
    }
    return true;
}

bool state::registers_first(slot& own) const noexcept {
    if (own.how != slot::mode::detached || own.registrations != 0 ||
        policy_ == policy::asymmetric) {
        return false;
    }
    own.registrations = 1;
    return true;
}

void state::claim_unowned(slot& own) noexcept {
    if (own.owner.load(std::memory_order_relaxed) != 0) {
        return;
    }
    if (own.how == slot::mode::detached) {
        link_first(slots_, own);
        own.how = slot::mode::symmetric;
    }
    if (own.registrations < registrations_worth_a_fence) {
        ++own.registrations;
    }
    own.owner.store(this_thread(), std::memory_order_relaxed);
    if (own.how == slot::mode::symmetric) {
        own.mark(slot::is_symmetric);
        if (policy_ == policy::asymmetric && fence::heavy_fence_granted()) {
            make_light(own);
        }
    }
}

void state::make_light(slot& own) noexcept {
    own.how = slot::mode::light;
    own.unmark(slot::is_symmetric);
    ++light_slots_;
}

void state::make_light_in_time(slot& own) noexcept {
    if (policy_ == policy::symmetric ||
        (policy_ == policy::adaptive && ++own.registrations < registrations_worth_a_fence)) {
        return;
    }
    own.registrations = 0;
    if (!fence::heavy_fence_granted()) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (is_idle() && own.how == slot::mode::symmetric) {
        make_light(own);
    }
}

bool state::settle_pushed(slot& to, cancellation_handler& one) noexcept {
    race_detector::library_acquires(&phase_);
    const std::lock_guard lock(mutex_);
    if (!collected_already()) {
        unlink(to, one);
    } else {
        to.top.store(nullptr, std::memory_order_relaxed);
        if (one.progress_ == cancellation_handler::progress::running ||
            one.progress_ == cancellation_handler::progress::ran) {
            return true;
        }
        if (one.progress_ == cancellation_handler::progress::listed) {
            strike(one);
            one.progress_ = cancellation_handler::progress::none;
            --unsettled_;
        }
    }
    slot::mark_unregistered(one);
    return false;
}

release_result state::remove(slot& from, cancellation_handler& one, patience how) noexcept {
    bool popped = false;
    if (from.is_of_this_thread() && from.is_on_top(one)) {
        from.pop(one, std::memory_order_seq_cst);
        popped = true;
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

release_result state::remove_collected(slot& from, cancellation_handler& one,
                                       patience how) noexcept {
    using progress = cancellation_handler::progress;
    std::unique_lock lock(mutex_, std::adopt_lock);
    from.top.store(nullptr, std::memory_order_relaxed);
    const progress seen = one.progress_;
    if (seen == progress::listed) {
        strike(one);
    } else if (seen == progress::running && delivery_->canceller == std::this_thread::get_id()) {
        delivery_->running = nullptr;
    } else if (seen == progress::running) {
        if (how == patience::never_waits) {
            return release_result::running;
        }
        sleep::parker done;
        delivery_->waiter = &done;
        lock.unlock();
        await(done);
        lock.lock();
    }
    race_detector::library_acquires(&phase_);
    if (seen != progress::none) {
        --unsettled_;
    }
    one.progress_ = progress::none;
    slot::mark_unregistered(one);
    if (seen != progress::running && seen != progress::ran) {
        return release_result::removed;
    }
    lock.unlock();
    one.reset();
    return release_result::ran;
}

void state::detach_used(slot& own) noexcept {
    const std::lock_guard lock(mutex_);
    if (own.holds_any() && !collected_already()) {
        misuse("a token is destroyed while a handler is registered with it");
    }
    if (own.how == slot::mode::detached) {
        return;
    }
    leave_list(own);
    if (own.how == slot::mode::light) {
        --light_slots_;
    }
    own.how = slot::mode::detached;
    own.owner.store(0, std::memory_order_relaxed);
}

void state::await_end() noexcept {
    if (phase_.load(std::memory_order_relaxed) == idle) {
        return;
    }
    std::unique_lock lock(mutex_);
    if (delivery_ == nullptr) {
        race_detector::library_acquires(&phase_);
        return;
    }
    if (delivery_->canceller == std::this_thread::get_id()) {
        misuse("a standalone token is destroyed or reset by a handler of its own cancellation");
    }
    sleep::parker ended;
    delivery_->leaver = &ended;
    lock.unlock();
    await(ended);
    race_detector::library_acquires(&phase_);
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
    own.later = 0;
    own.earlier = 0;
    own.owner.store(0, std::memory_order_relaxed);
    phase_.store(idle, std::memory_order_release);
}

} // namespace tollgate::cancel::detail

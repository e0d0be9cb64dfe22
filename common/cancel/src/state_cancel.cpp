// SPDX-License-Identifier: BSL-1.0
// The canceller of a state, and those who register or unregister while it is at work; state.cpp has
// the others.
#include <tollgate/cancel/detail/state.hpp>

#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <mutex>
#include <thread>
#include <utility>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

namespace {

/// A handler that woke somebody is about to return when that somebody waits for it to have run. On
/// another CPU it needs as long as a few yields (0.3 µs each), on the same one the CPU; only one
/// that takes longer is worth going to sleep for.
constexpr int yields_before_sleeping = 16;

void await(sleep::parker& done) noexcept {
    for (int yields = 0; yields < yields_before_sleeping; ++yields) {
        if (done.take_permit()) {
            return;
        }
        std::this_thread::yield();
    }
    done.sleep();
}

} // namespace

bool state::mark_locked(delivery& by) noexcept {
    if (!is_idle()) {
        race_detector::library_acquires(&phase_);
        return false;
    }
    race_detector::library_releases(&phase_);
    phase_.store(cancelling, std::memory_order_seq_cst);
    delivery_ = &by;
    by.needs_heavy_fence = by.needs_heavy_fence || light_slots_ > 0;
    return true;
}

void state::collect() noexcept {
    const std::lock_guard lock(mutex_);
    /// At the front: the newest is read first, and runs last.
    const auto collect = [this](cancellation_handler& one) {
        insert(listed_, one);
        one.progress_ = registration::progress::listed;
        ++unsettled_;
    };
    const auto collect_list = [&collect](cancellation_handler*& from) {
        while (cancellation_handler* const one = from) {
            strike(*one);
            collect(*one);
        }
    };
    collect_list(later_);
    for (slot* from = slots_; from != nullptr; from = from->in_state.next) {
        for (cancellation_handler* one = from->top.load(std::memory_order_seq_cst); one != nullptr;
             one = one->below_) {
            collect(*one);
        }
        from->top.store(nullptr, std::memory_order_relaxed);
    }
    collect_list(earlier_);
    phase_.store(delivering, std::memory_order_release);
}

void state::deliver(delivery& by, std::unique_lock<sleep::brief_lock>& lock) {
    for (last_act act;;) {
        // Of the handler before, also of one that has thrown or ended this thread.
        race_detector::library_releases(&phase_);
        if (cancellation_handler* const before = std::exchange(by.running, nullptr)) {
            before->progress_ = registration::progress::ran;
        }
        sleep::parker* const waiter = std::exchange(by.waiter, nullptr);
        if (waiter != nullptr || act.is_due()) {
            lock.unlock(); // who is woken takes the mutex next
            if (waiter != nullptr) {
                waiter->wake();
            }
            std::exchange(act, {}).perform();
            lock.lock();
        }
        cancellation_handler* const next = listed_;
        if (next == nullptr) {
            return;
        }
        strike(*next);
        next->progress_ = registration::progress::running;
        by.running = next;
        lock.unlock();
        race_detector::library_acquires(next); // collect() has
        act = next->cancel_but_for_the_last_act();
        lock.lock();
    }
}

void state::finish(delivery& by, std::unique_lock<sleep::brief_lock>& lock) noexcept {
    phase_.store(cancelled, std::memory_order_release);
    delivery_ = nullptr;
    // Who leaves waits for the root: a standalone token, which follows none, and its mutex guards
    // it.
    sleep::parker* const leaver = is_shared_ ? nullptr : by.leaver;
    lock.unlock();
    // Nothing is touched after that: whoever left may be gone.
    if (leaver != nullptr) {
        leaver->wake();
    }
}

bool state::settle_pushed(slot& to, cancellation_handler& one) noexcept {
    race_detector::library_acquires(&phase_);
    const std::lock_guard lock(mutex_);
    if (!collected_already()) {
        unlink(to, one);
    } else {
        to.top.store(nullptr, std::memory_order_relaxed);
        if (one.progress_ == registration::progress::running ||
            one.progress_ == registration::progress::ran) {
            return true;
        }
        if (one.progress_ == registration::progress::listed) {
            strike(one);
            one.progress_ = registration::progress::none;
            --unsettled_;
        }
    }
    slot::mark_unregistered(one);
    return false;
}

release_result state::remove_collected(slot& from, cancellation_handler& one,
                                       patience how) noexcept {
    using progress = registration::progress;
    std::unique_lock lock(mutex_, std::adopt_lock);
    from.top.store(nullptr, std::memory_order_relaxed);
    const progress seen = one.progress_;
    if (seen == progress::listed) {
        strike(one);
    } else if (seen == progress::running && delivery_->canceller == this_thread()) {
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

void state::await_end() noexcept {
    if (phase_.load(std::memory_order_relaxed) == idle) {
        return;
    }
    std::unique_lock lock(mutex_);
    if (delivery_ == nullptr) {
        race_detector::library_acquires(&phase_);
        return;
    }
    if (delivery_->canceller == this_thread()) {
        misuse("a standalone token is destroyed or reset by a handler of its own cancellation");
    }
    sleep::parker ended;
    delivery_->leaver = &ended;
    lock.unlock();
    await(ended);
    race_detector::library_acquires(&phase_);
}

} // namespace tollgate::cancel::detail

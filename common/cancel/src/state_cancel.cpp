// SPDX-License-Identifier: BSL-1.0
// The canceller of a state, and registrations that meet it. state.cpp has the other registrations.
#include <tollgate/cancel/detail/state.hpp>

#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <mutex>
#include <thread>
#include <utility>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

namespace {

/// A handler that woke a thread is about to return when that thread waits for the handler's end. On
/// another CPU that takes as long as a few yields (0.3 µs each). On the same CPU the handler needs
/// the CPU. Only for a handler that takes longer is a sleep worth its cost.
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
    reason_ = by.reason;
    phase_.store(cancelling, std::memory_order_seq_cst);
    delivery_ = &by;
    by.needs_heavy_fence = by.needs_heavy_fence || light_slots_ > 0;
    return true;
}

void state::collect() noexcept {
    const std::lock_guard lock(mutex_);
    /// At the front: the newest is read first, and runs last.
    const auto collect = [this](cancellation_handler& handler) {
        insert(listed_, handler);
        handler.progress_ = registration::progress::listed;
        ++unsettled_;
    };
    const auto collect_list = [&collect](cancellation_handler*& from) {
        while (cancellation_handler* const handler = from) {
            strike(*handler);
            collect(*handler);
        }
    };
    collect_list(later_);
    for (slot* from = slots_; from != nullptr; from = from->in_state.next) {
        for (cancellation_handler* handler = from->top.load(std::memory_order_seq_cst);
             handler != nullptr; handler = handler->below_) {
            collect(*handler);
        }
        from->top.store(nullptr, std::memory_order_relaxed);
    }
    collect_list(earlier_);
    phase_.store(delivering, std::memory_order_release);
}

void state::deliver(delivery& by, std::unique_lock<sleep::brief_lock>& lock) {
    for (deferred_wake wake;;) {
        // First the end of the handler before, also if it has thrown or ended this thread.
        race_detector::library_releases(&phase_);
        if (cancellation_handler* const before = std::exchange(by.running, nullptr)) {
            before->progress_ = registration::progress::ran;
        }
        sleep::parker* const waiter = std::exchange(by.waiter, nullptr);
        if (waiter != nullptr || wake.is_due()) {
            lock.unlock(); // the woken thread takes the mutex next
            if (waiter != nullptr) {
                waiter->wake();
            }
            std::exchange(wake, {}).perform();
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
        race_detector::library_acquires(next); // as collect() did
        wake = next->cancel_and_defer_wake();
        lock.lock();
    }
}

void state::finish(delivery& by, std::unique_lock<sleep::brief_lock>& lock) noexcept {
    phase_.store(cancelled, std::memory_order_release);
    delivery_ = nullptr;
    // A leaver waits for the root, which is a standalone token: it follows nothing, and its mutex
    // guards `by.leaver`.
    sleep::parker* const leaver = is_shared_ ? nullptr : by.leaver;
    lock.unlock();
    // The state is not touched after this line: a leaver may have destroyed it.
    if (leaver != nullptr) {
        leaver->wake();
    }
}

bool state::settle_pushed(slot& to, cancellation_handler& handler) noexcept {
    race_detector::library_acquires(&phase_);
    const std::lock_guard lock(mutex_);
    if (!has_collected()) {
        unlink(to, handler);
    } else {
        to.top.store(nullptr, std::memory_order_relaxed);
        if (handler.progress_ == registration::progress::running ||
            handler.progress_ == registration::progress::ran) {
            return true;
        }
        if (handler.progress_ == registration::progress::listed) {
            strike(handler);
            handler.progress_ = registration::progress::none;
            --unsettled_;
        }
    }
    slot::mark_unregistered(handler);
    return false;
}

[[gnu::noinline]] release_result state::remove_collected(slot& from, cancellation_handler& handler,
                                                         if_running action) noexcept {
    using progress = registration::progress;
    std::unique_lock lock(mutex_, std::adopt_lock);
    from.top.store(nullptr, std::memory_order_relaxed);
    const progress before = handler.progress_;
    if (before == progress::listed) {
        strike(handler);
    } else if (before == progress::running && delivery_->canceller == this_thread()) {
        delivery_->running = nullptr;
    } else if (before == progress::running) {
        if (action == if_running::return_at_once) {
            return release_result::running;
        }
        sleep::parker done;
        delivery_->waiter = &done;
        lock.unlock();
        await(done);
        lock.lock();
    }
    race_detector::library_acquires(&phase_);
    if (before != progress::none) {
        --unsettled_;
    }
    handler.progress_ = progress::none;
    slot::mark_unregistered(handler);
    if (before != progress::running && before != progress::ran) {
        return release_result::removed;
    }
    lock.unlock();
    handler.reset();
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

// SPDX-License-Identifier: BSL-1.0
// The canceller's side of a state; state.cpp has its owners'.
#include <tollgate/cancel/detail/state.hpp>

#include "delivery.hpp"

#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/race_detector.hpp>

#include <mutex>
#include <utility>

namespace tollgate::cancel::detail {

namespace race_detector = sleep::race_detector;

bool state::cancel() {
    delivery own;
    if (!mark(own)) {
        return false;
    }
    if (own.needs_heavy_fence) {
        fence::heavy_fence();
    }
    collect();
    deliver(own);
    own.rethrow();
    return true;
}

bool state::mark(delivery& by) noexcept {
    const std::lock_guard lock(mutex_);
    return mark_locked(by);
}

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
    collect_list(later_);
    for (slot* from = slots_; from != nullptr; from = from->next) {
        for (cancellation_handler* one = from->top.load(std::memory_order_seq_cst); one != nullptr;
             one = one->below_) {
            collect_one(*one);
        }
        from->top.store(nullptr, std::memory_order_relaxed);
    }
    collect_list(earlier_);
    phase_.store(delivering, std::memory_order_release);
}

/// At the front: the newest is read first, and runs last.
void state::collect_one(cancellation_handler& one) noexcept {
    insert(listed_, one);
    one.progress_ = cancellation_handler::progress::listed;
    ++unsettled_;
}

void state::collect_list(cancellation_handler*& from) noexcept {
    while (cancellation_handler* const one = from) {
        strike(*one);
        collect_one(*one);
    }
}

sleep::parker* state::note_as_run(delivery& by) noexcept {
    if (by.running != nullptr) {
        by.running->progress_ = cancellation_handler::progress::ran;
        by.running = nullptr;
    }
    return std::exchange(by.waiter, nullptr);
}

void state::deliver(delivery& by) noexcept {
    std::unique_lock lock(mutex_);
    while (cancellation_handler* const one = listed_) {
        strike(*one);
        one->progress_ = cancellation_handler::progress::running;
        by.running = one;
        lock.unlock();
        race_detector::library_acquires(one); // collect() has
        last_act act = by.run(*one);
        race_detector::library_releases(&phase_);
        lock.lock();
        sleep::parker* const waiter = note_as_run(by);
        if (waiter != nullptr || act.is_due()) {
            lock.unlock(); // who is woken takes the mutex next
            if (waiter != nullptr) {
                waiter->wake();
            }
            std::exchange(act, {}).perform();
            lock.lock();
        }
    }
    phase_.store(cancelled, std::memory_order_release);
    delivery_ = nullptr;
    sleep::parker* const leaver = by.leaver;
    lock.unlock();
    // Nothing is touched after that: whoever left may be gone.
    if (leaver != nullptr) {
        leaver->wake();
    }
}

} // namespace tollgate::cancel::detail

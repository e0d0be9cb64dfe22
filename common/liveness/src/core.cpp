// SPDX-License-Identifier: BSL-1.0
#include "core.hpp"

#include "own_thread.hpp"

#include <memory>
#include <new>
#include <utility>

namespace tollgate::liveness::detail {

using std::chrono::nanoseconds;

core::core(const settings& how, record_store& store)
    : store_(store),
      driven_(how.driven),
      on_pulse_(how.on_pulse),
      period_ns_(how.period.count()),
      reporter_(how),
      scanner_(store),
      started_(how.driven == driver::by_hand) {
    watch_for_fork();
}

core::~core() {
    end();
    forget_for_fork();
}

void core::start_threads() {
    const std::lock_guard turn(turn_);
    {
        const std::lock_guard lock(mutex_);
        if (threads_ != nullptr || has_ended_) {
            return;
        }
    }
    auto made = std::make_unique<threads>();
    try {
        const without_signals quiet;
        made->reporter = std::thread([this, mine = made.get()] { report(*mine); });
        made->monitor = std::thread([this, mine = made.get()] { monitor(*mine); });
    } catch (...) {
        end_threads(*made);
        throw;
    }
    const std::lock_guard lock(mutex_);
    threads_ = std::move(made);
    threads_->monitor_wakes.wake(); // a new period may have come before the mutex
    started_.store(true, std::memory_order_release);
}

void core::end() noexcept {
    std::unique_ptr<threads> last;
    {
        const std::lock_guard turn(turn_);
        const std::lock_guard lock(mutex_);
        has_ended_ = true;
        started_.store(true, std::memory_order_release);
        last.swap(threads_);
    }
    // Without the mutexes, which a sink may want.
    if (last != nullptr) {
        reporter_.tell_until(clock::now() + longest_end);
        end_threads(*last);
    }
}

/// The monitor first: what it found last is told.
void core::end_threads(threads& all) noexcept {
    all.monitor_ends.store(true, std::memory_order_release);
    all.monitor_wakes.wake();
    join_or_leave(all.monitor);
    all.reporter_ends.store(true, std::memory_order_release);
    all.reporter_wakes.wake();
    join_or_leave(all.reporter);
}

void core::monitor(threads& mine) {
    name_and_take_crashes("liveness look");
    while (true) {
        // Who leaves a scope before the registry ends is not left frozen: one more look comes after
        // the order to end.
        const bool last = mine.monitor_ends.load(std::memory_order_acquire);
        const clock::time_point now = clock::now();
        find(now);
        if (!found_.empty()) {
            reporter_.take(found_);
            mine.reporter_wakes.wake();
        }
        if (last) {
            return;
        }
        mine.monitor_wakes.sleep_until(
            now +
            time_.plan(found_.next_due, nanoseconds(period_ns_.load(std::memory_order_relaxed))));
    }
}

void core::report(threads& mine) {
    name_and_take_crashes("liveness tell");
    for (bool last = false; !last;) {
        mine.reporter_wakes.sleep();
        last = mine.reporter_ends.load(std::memory_order_acquire);
        reporter_.work_off();
    }
}

nanoseconds core::look(clock::time_point now) {
    find(now);
    if (!found_.empty()) {
        reporter_.take(found_);
        reporter_.work_off();
    }
    return time_.plan(found_.next_due, nanoseconds(period_ns_.load(std::memory_order_relaxed)));
}

void core::find(clock::time_point now) {
    const nanoseconds time =
        time_.advance(now, nanoseconds(period_ns_.load(std::memory_order_relaxed)));
    const auto began = std::chrono::duration_cast<std::chrono::milliseconds>(time_.since_began());
    store_.clock_ms.store(static_cast<std::uint32_t>(began.count()), std::memory_order_relaxed);
    try {
        scanner_.look(time, found_);
    } catch (const std::bad_alloc&) {
        found_.next_due = time; // the next look finds it again
    }
    reporter_.counted.looks.store(time_.looks(), std::memory_order_relaxed);
    reporter_.counted.late_looks.store(time_.late(), std::memory_order_relaxed);
    if (on_pulse_) {
        call_program(reporter_.counted.failed_calls, [&] {
            on_pulse_({now, found_.watched, scanner_.frozen()});
        });
    }
}

void core::set_period(nanoseconds period) {
    period_ns_.store(period.count(), std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    if (threads_ != nullptr) {
        threads_->monitor_wakes.wake();
    }
}

statistics core::so_far() const {
    const counters& counted = reporter_.counted;
    return {counted.looks, counted.late_looks,   counted.events,
            counted.lost,  counted.failed_calls, store_.size()};
}

void core::lock_for_fork() {
    mutex_.lock();
    store_.mutex().lock();
    reporter_.mutex().lock();
}

void core::unlock_after_fork() {
    reporter_.mutex().unlock();
    store_.mutex().unlock();
    mutex_.unlock();
}

void core::start_anew(std::int64_t thread_id) noexcept {
    std::construct_at(&turn_); // a thread that is not here may have it
    // Its threads do not run here: they can be neither joined nor destroyed.
    if (threads_ != nullptr) {
        static_cast<void>(threads_.release());
        started_.store(false, std::memory_order_relaxed);
    }
    reporter_.start_anew();
    // The parent may have been looking: what it had in its hands is left as it is, not destroyed.
    std::construct_at(&scanner_, store_);
    std::construct_at(&time_);
    std::construct_at(&found_);
    for (record_store::chunk* part = store_.chunks(); part != nullptr;
         part = part->next.load(std::memory_order_relaxed)) {
        for (std::size_t i = 0; i < record_store::chunk::size; ++i) {
            part->records[i].begin_in_child(thread_id);
            std::construct_at(&part->rows[i]);
        }
    }
}

} // namespace tollgate::liveness::detail

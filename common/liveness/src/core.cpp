// SPDX-License-Identifier: BSL-1.0
#include "core.hpp"

#include "own_thread.hpp"
#include "stack.hpp"

#include <tollgate/liveness/detail/this_thread.hpp>

#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

#include <pthread.h>

namespace tollgate::liveness::detail {

using std::chrono::nanoseconds;

namespace {

/// All registries of the process, since pthread_atfork hands nothing to its functions. There before
/// the program begins, so that none of its threads can be in the middle of making them when another
/// one forks, and never destroyed, because others may fork while static objects end.
constinit std::mutex all_cores;
constinit core* first_core = nullptr; // with the mutex

template <class Action>
void for_each_core(Action action) {
    for (core* each = first_core; each != nullptr; each = each->next_for_fork) {
        action(*each);
    }
}

void before_fork() {
    all_cores.lock();
    for_each_core([](core& one) { one.lock_for_fork(); });
}

void after_fork_in_parent() {
    for_each_core([](core& one) { one.unlock_after_fork(); });
    all_cores.unlock();
}

void after_fork_in_child() {
    // A scope that found a spare record would not start the threads.
    this_thread.spare = nullptr;
    this_thread.spare_of = nullptr;
    this_thread.id = 0;
    forget_questions_of_parent();
    const std::int64_t thread_id = this_thread_id();
    for_each_core([=](core& one) { one.start_anew(thread_id); });
    after_fork_in_parent();
}

/// Before the program's static objects are made, and when a shared object is loaded: whatever holds
/// one of the locks is watched for a fork already. Asked for at the first registry, it would come
/// too late for a fork by another thread meanwhile.
[[gnu::constructor(101)]] void watch_for_forks() noexcept {
    ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
}

} // namespace

core::core(const settings& how, record_store& store)
    : store_(store),
      driven_(how.driven),
      on_pulse_(how.on_pulse),
      period_ns_(how.period.count()),
      reporter_(how),
      scanner_(store),
      started_(how.driven == driver::by_hand) {
    const std::lock_guard lock(all_cores);
    next_for_fork = std::exchange(first_core, this);
}

core::~core() {
    end();
    const std::lock_guard lock(all_cores);
    core** at = &first_core;
    while (*at != this) {
        at = &(*at)->next_for_fork;
    }
    *at = next_for_fork;
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
        made->reporter.runs = std::thread([this, &mine = made->reporter] { report(mine); });
        made->monitor.runs = std::thread([this, &all = *made] { monitor(all); });
    } catch (...) {
        end_threads(*made);
        throw;
    }
    const std::lock_guard lock(mutex_);
    threads_ = std::move(made);
    threads_->monitor.wakes.wake(); // a new period may have come before the mutex
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
    for (worker* const each : {&all.monitor, &all.reporter}) {
        each->ends.store(true, std::memory_order_release);
        each->wakes.wake();
        join_or_leave(each->runs);
    }
}

void core::monitor(threads& all) {
    name_and_take_crashes("liveness look");
    for (bool last = false; !last;) {
        // Who leaves a scope before the registry ends is not left frozen: one more look comes after
        // the order to end.
        last = all.monitor.ends.load(std::memory_order_acquire);
        const clock::time_point now = clock::now();
        if (find(now)) {
            all.reporter.wakes.wake();
        }
        if (!last) {
            all.monitor.wakes.sleep_until(now + plan());
        }
    }
}

void core::report(worker& self) {
    name_and_take_crashes("liveness tell");
    for (bool last = false; !last;) {
        self.wakes.sleep();
        last = self.ends.load(std::memory_order_acquire);
        reporter_.work_off();
    }
}

nanoseconds core::look(clock::time_point now) {
    if (driven_ != driver::by_hand) {
        throw std::logic_error(
            "tollgate::liveness: look() is for a registry that is driven by hand");
    }
    if (find(now)) {
        reporter_.work_off();
    }
    return plan();
}

bool core::find(clock::time_point now) {
    const nanoseconds time = time_.advance(now, period());
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
    if (found_.empty()) {
        return false;
    }
    reporter_.take(found_);
    return true;
}

void core::set_period(nanoseconds period) {
    period_ns_.store(period.count(), std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    if (threads_ != nullptr) {
        threads_->monitor.wakes.wake();
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

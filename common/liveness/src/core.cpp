// SPDX-License-Identifier: BSL-1.0
#include "core.hpp"

#include <tollgate/posix/start_thread.hpp>

#include <csignal>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

#include <pthread.h>

namespace tollgate::liveness::detail {

using std::chrono::nanoseconds;

namespace {

/// By a thread of a registry: from now on `top -H` and debuggers call it this, of at most 15
/// characters, and it takes the signals that a crash of its own raises, so that a crash in a sink
/// comes to the program's handler. Blocked ones end the process past any handler. SIGABRT is not
/// among them: abort() takes it itself, and sent from outside it is the business of the program's
/// threads.
void name_and_take_crashes([[maybe_unused]] const char* name) noexcept {
#if defined(__linux__)
    ::pthread_setname_np(::pthread_self(), name);
#endif
    sigset_t crashes;
    ::sigemptyset(&crashes);
    for (const int one : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS}) {
        ::sigaddset(&crashes, one);
    }
    ::pthread_sigmask(SIG_UNBLOCK, &crashes, nullptr);
}

/// Waits for the end of a thread of a registry, if there is one. The calling thread itself is left
/// alone: it is inside a function of the program that ends the process, and never comes back.
void join_or_leave(std::thread& one) noexcept {
    if (one.get_id() == std::this_thread::get_id()) {
        has_ended_inside = true;
        one.detach();
    } else if (one.joinable()) {
        const sleep::no_pthread_cancel here;
        one.join();
    }
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
    const std::lock_guard lock(all_mutex);
    next = std::exchange(first, this);
}

core::~core() {
    end();
    const std::lock_guard lock(all_mutex);
    core** at = &first;
    while (*at != this) {
        at = &(*at)->next;
    }
    *at = next;
}

void core::start_threads() {
    const std::lock_guard turn(turn_);
    if (threads_ != nullptr || has_ended_) {
        return;
    }
    reporter_.see_modules(); // in a child of fork() for the first time
    auto made = std::make_unique<threads>();
    // They take no signals: the program's handlers run on the program's threads.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::exception_ptr failure;
    try {
        made->reporter.runs = posix::start_thread([this, &mine = made->reporter] { report(mine); });
        made->monitor.runs = posix::start_thread([this, &both = *made] { monitor(both); });
    } catch (...) {
        failure = std::current_exception();
        end_threads(*made);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (failure) {
        std::rethrow_exception(failure);
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
        reporter_.tell_until(clock::now() + std::chrono::seconds(1));
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
    const sleep::no_pthread_cancel here;
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

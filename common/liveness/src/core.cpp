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

/// Names the calling thread of a registry for `top -H` and debuggers (at most 15 characters).
/// Unblocks the signals of crashes: a crash in a sink then reaches the program's handler.
///
/// A blocked signal of a crash would end the process without any handler. SIGABRT stays blocked:
/// abort() unblocks it, and a SIGABRT from outside is for the program's threads.
void name_and_take_crashes([[maybe_unused]] const char* name) noexcept {
#if defined(__linux__)
    ::pthread_setname_np(::pthread_self(), name);
#endif
    sigset_t crashes;
    ::sigemptyset(&crashes);
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS}) {
        ::sigaddset(&crashes, signal);
    }
    ::pthread_sigmask(SIG_UNBLOCK, &crashes, nullptr);
}

/// Waits for the end of a registry's thread, if it was started. The calling thread is not waited
/// for: it is inside a function of the program that ends the process, and never returns.
void join_or_leave(std::thread& worker) noexcept {
    if (worker.get_id() == std::this_thread::get_id()) {
        has_ended_inside = true;
        worker.detach();
    } else if (worker.joinable()) {
        const sleep::no_pthread_cancel guard;
        worker.join();
    }
}

} // namespace

core::core(const settings& options, record_store& store)
    : store_(store),
      driven_(options.driven),
      on_heartbeat_(options.on_heartbeat),
      period_ns_(options.period.count()),
      reporter_(options),
      scanner_(store),
      started_(options.driven == driver::by_hand) {
    const std::lock_guard lock(all_mutex);
    next = std::exchange(first, this);
}

core::~core() {
    end();
    const std::lock_guard lock(all_mutex);
    core** link = &first;
    while (*link != this) {
        link = &(*link)->next;
    }
    *link = next;
}

void core::start_threads() {
    const std::lock_guard start_lock(start_mutex_);
    if (threads_ != nullptr || has_ended_) {
        return;
    }
    reporter_.read_modules(); // in a child of fork() for the first time
    auto created = std::make_unique<threads>();
    // The new threads block all signals: the program's handlers run on the program's threads.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::exception_ptr failure;
    try {
        created->reporter.thread =
            posix::start_thread([this, &self = created->reporter] { report(self); });
        created->monitor.thread =
            posix::start_thread([this, &all_threads = *created] { monitor(all_threads); });
    } catch (...) {
        failure = std::current_exception();
        end_threads(*created);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (failure) {
        std::rethrow_exception(failure);
    }
    const std::lock_guard lock(mutex_);
    threads_ = std::move(created);
    threads_->monitor.parker.wake(); // the period may have changed before the mutex was locked
    started_.store(true, std::memory_order_release);
}

void core::end() noexcept {
    std::unique_ptr<threads> ended;
    {
        const std::lock_guard start_lock(start_mutex_);
        const std::lock_guard lock(mutex_);
        has_ended_ = true;
        started_.store(true, std::memory_order_release);
        ended.swap(threads_);
    }
    // Without the mutexes: a sink may need them.
    if (ended != nullptr) {
        reporter_.set_deadline(clock::now() + std::chrono::seconds(1));
        end_threads(*ended);
    }
}

/// The monitor first: the reporter then reports its last findings.
void core::end_threads(threads& all) noexcept {
    for (worker* const each : {&all.monitor, &all.reporter}) {
        each->must_end.store(true, std::memory_order_release);
        each->parker.wake();
        join_or_leave(each->thread);
    }
}

void core::monitor(threads& all) {
    name_and_take_crashes("liveness scan");
    for (bool last = false; !last;) {
        // The last scan comes after the order to end. So a scope that was left before that order is
        // reported as recovered.
        last = all.monitor.must_end.load(std::memory_order_acquire);
        const clock::time_point now = clock::now();
        if (scan_records(now)) {
            all.reporter.parker.wake();
        }
        if (!last) {
            all.monitor.parker.sleep_until(now + plan());
        }
    }
}

void core::report(worker& self) {
    name_and_take_crashes("liveness report");
    for (bool last = false; !last;) {
        self.parker.sleep();
        last = self.must_end.load(std::memory_order_acquire);
        reporter_.report_all();
    }
}

nanoseconds core::scan(clock::time_point now) {
    const sleep::no_pthread_cancel guard;
    if (driven_ != driver::by_hand) {
        throw std::logic_error(
            "tollgate::liveness: scan() is for a registry that is driven by hand");
    }
    if (scan_records(now)) {
        reporter_.report_all();
    }
    return plan();
}

bool core::scan_records(clock::time_point now) {
    const nanoseconds time = time_.advance(now, period());
    const auto began = std::chrono::duration_cast<std::chrono::milliseconds>(time_.since_began());
    store_.clock_ms.store(static_cast<std::uint32_t>(began.count()), std::memory_order_relaxed);
    try {
        scanner_.scan(time, findings_);
    } catch (const std::bad_alloc&) {
        findings_.next_due = time; // the next scan finds it again
    }
    reporter_.counted.scans.store(time_.scans(), std::memory_order_relaxed);
    reporter_.counted.late_scans.store(time_.late(), std::memory_order_relaxed);
    if (on_heartbeat_) {
        call_program(reporter_.counted.failed_calls, [&] {
            on_heartbeat_({now, findings_.watched, scanner_.frozen()});
        });
    }
    if (findings_.empty()) {
        return false;
    }
    reporter_.take(findings_);
    return true;
}

void core::set_period(nanoseconds period) {
    period_ns_.store(period.count(), std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    if (threads_ != nullptr) {
        threads_->monitor.parker.wake();
    }
}

statistics core::so_far() const {
    const counters& counted = reporter_.counted;
    return {counted.scans, counted.late_scans,   counted.events,
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
    std::construct_at(&start_mutex_); // a thread of the parent may hold it
    // The parent's threads do not run here: they can be neither joined nor destroyed.
    if (threads_ != nullptr) {
        static_cast<void>(threads_.release());
        started_.store(false, std::memory_order_relaxed);
    }
    reporter_.start_anew();
    // The parent may have been scanning: its objects are not destroyed, but overwritten.
    std::construct_at(&scanner_, store_);
    std::construct_at(&time_);
    std::construct_at(&findings_);
    for (record_store::chunk* part = store_.chunks(); part != nullptr;
         part = part->next.load(std::memory_order_relaxed)) {
        for (std::size_t i = 0; i < record_store::chunk::size; ++i) {
            part->records[i].begin_in_child(thread_id);
            std::construct_at(&part->rows[i]);
        }
    }
}

} // namespace tollgate::liveness::detail

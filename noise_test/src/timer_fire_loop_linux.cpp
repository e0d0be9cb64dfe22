// SPDX-License-Identifier: BSL-1.0
#include "timer_fire_loop.hpp"

#include <atomic>
#include <cerrno>
#include <system_error>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::noise_test {
namespace {

/// 0: the handler has not run since the timer was armed.
std::atomic<std::int64_t> fired_ns{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// The first of the real-time signals is free for programs.
int signal_number() {
    return SIGRTMIN;
}

void note_moment(int /*signal*/) {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    fired_ns.store(std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec,
                   std::memory_order_relaxed);
}

[[noreturn]] void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

} // namespace

signal_timer::signal_timer() {
    struct sigaction noting {};
    noting.sa_handler = note_moment;
    noting.sa_flags = SA_RESTART;
    if (::sigaction(signal_number(), &noting, &before_) != 0) {
        fail("sigaction");
    }
    sigevent to_this_thread{};
    to_this_thread.sigev_notify = SIGEV_THREAD_ID;
    to_this_thread.sigev_signo = signal_number();
    to_this_thread._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
    if (::timer_create(CLOCK_MONOTONIC, &to_this_thread, &timer_) != 0) {
        ::sigaction(signal_number(), &before_, nullptr);
        fail("timer_create");
    }
}

signal_timer::~signal_timer() {
    ::timer_delete(timer_);
    ::sigaction(signal_number(), &before_, nullptr);
}

void signal_timer::arm(time_point deadline) {
    fired_ns.store(0, std::memory_order_relaxed);
    const auto whole = std::chrono::floor<std::chrono::seconds>(deadline);
    const itimerspec when{{0, 0},
                          {static_cast<std::time_t>(whole.time_since_epoch().count()),
                           static_cast<long>(std::chrono::nanoseconds(deadline - whole).count())}};
    if (::timer_settime(timer_, TIMER_ABSTIME, &when, nullptr) != 0) {
        fail("timer_settime");
    }
}

std::optional<signal_timer::time_point> signal_timer::fired() const {
    const std::int64_t ns = fired_ns.load(std::memory_order_relaxed);
    return ns == 0 ? std::nullopt : std::optional(time_point(std::chrono::nanoseconds(ns)));
}

} // namespace tollgate::noise_test

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

std::optional<std::string> signal_timer::refusal() {
    try {
        const signal_timer one;
        return std::nullopt;
    } catch (const std::system_error& refused) {
        return std::string(refused.what()) +
               (refused.code() == std::errc::resource_unavailable_try_again
                    ? "; ulimit -i, the limit of pending signals, may be too low"
                    : "");
    }
}

signal_timer::signal_timer() {
    sigevent to_this_thread{};
    to_this_thread.sigev_notify = SIGEV_THREAD_ID;
    to_this_thread.sigev_signo = signal_number();
    to_this_thread._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
    if (::timer_create(CLOCK_MONOTONIC, &to_this_thread, &timer_) != 0) {
        fail("timer_create");
    }
    struct sigaction noting {};
    noting.sa_handler = note_moment;
    noting.sa_flags = SA_RESTART;
    if (::sigaction(signal_number(), &noting, &before_) != 0) {
        const int error = errno;
        ::timer_delete(timer_);
        throw std::system_error(error, std::generic_category(), "sigaction");
    }
    sigset_t only{};
    ::sigemptyset(&only);
    ::sigaddset(&only, signal_number());
    ::pthread_sigmask(SIG_UNBLOCK, &only, &mask_before_); // these arguments are never refused
}

signal_timer::~signal_timer() {
    // A pending signal goes to our handler, before another handler may have it.
    ::timer_delete(timer_);
    ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
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

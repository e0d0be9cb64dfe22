// SPDX-License-Identifier: BSL-1.0
#include "signals.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/run/errors.hpp>

#include <atomic>
#include <cstdint>
#include <ctime>
#include <string_view>

#include <csignal>
#include <sys/time.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

// A signal handler can only use objects of static duration.
std::atomic<bool> end_requested{false};
std::atomic<std::int64_t> first_request_ns{0};
std::atomic<bool> ends_at_once{false};
std::atomic<bool> state_requested{false};
std::atomic<int> alarms_in_a_row{0};
std::atomic<std::uint64_t> times_continued{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free &&
              std::atomic<std::uint64_t>::is_always_lock_free);

void arm(std::chrono::seconds after) noexcept {
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(after.count());
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

/// Monotonic time; clock_gettime may be called from a handler.
std::int64_t now_ns() noexcept {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// `timeout`, shells and service managers signal a process and then its group. Two signals within
/// this time count as a single request.
constexpr std::int64_t same_request_ns = 300'000'000;

void on_end(int number) {
    const std::int64_t now = now_ns();
    const bool is_first = !end_requested.exchange(true, std::memory_order_relaxed);
    if (is_first) {
        first_request_ns.store(now, std::memory_order_relaxed);
    }
    const bool ends =
        is_first ? ends_at_once.load(std::memory_order_relaxed)
                 : now - first_request_ns.load(std::memory_order_relaxed) > same_request_ns;
    if (ends) {
        // The default action ends the program as soon as this handler returns.
        ::signal(number, SIG_DFL);
        ::raise(number);
    }
}

void on_alarm(int) {
    // The timer runs on while the program is stopped (Ctrl-Z) or the machine sleeps. So the first
    // alarm only starts another period. A batch that outlasts the second period is stuck.
    if (alarms_in_a_row.fetch_add(1, std::memory_order_relaxed) == 0) {
        arm(signals::stall_limit);
        return;
    }
    for (const std::string_view part :
         {run::self_check_failed,
          std::string_view("a batch did not end 60 s after its time; a wake-up was lost\n")}) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, part.data(), part.size());
    }
    ::_exit(static_cast<int>(exit_code::wrong_answer));
}

void handle(int number, void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
}

bool is_ignored(int number) {
    struct sigaction action {};
    return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

signals::signals() {
    end_requested = false;
    ends_at_once = false;
    state_requested = false;
    times_continued = 0;
    // SA_RESTART: system calls of the measured loops continue after a handler.
    handle(SIGINT, on_end, SA_RESTART);
    handle(SIGTERM, on_end, SA_RESTART);
    if (!is_ignored(SIGHUP)) { // as by nohup
        handle(SIGHUP, on_end, SA_RESTART);
    }
    handle(
        SIGUSR1, [](int) { state_requested.store(true, std::memory_order_relaxed); }, SA_RESTART);
    handle(
        SIGCONT, [](int) { times_continued.fetch_add(1, std::memory_order_relaxed); }, SA_RESTART);
    handle(SIGALRM, on_alarm, SA_RESTART);
    handle(SIGPIPE, SIG_IGN, 0);
}

signals::~signals() {
    no_batch_runs();
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGCONT, SIGALRM}) {
        if (!is_ignored(number)) {
            handle(number, SIG_DFL, 0);
        }
    }
}

bool signals::interrupted() const noexcept {
    return end_requested.load(std::memory_order_relaxed);
}

void signals::end_at_once() noexcept {
    ends_at_once.store(true, std::memory_order_relaxed);
}

bool signals::state_wanted() noexcept {
    return state_requested.exchange(false, std::memory_order_relaxed);
}

std::uint64_t signals::continued() const noexcept {
    return times_continued.load(std::memory_order_relaxed);
}

void signals::still_alive(std::chrono::nanoseconds lasts) noexcept {
    alarms_in_a_row.store(0, std::memory_order_relaxed);
    arm(stall_limit + std::chrono::ceil<std::chrono::seconds>(lasts));
}

void signals::no_batch_runs() noexcept {
    arm(std::chrono::seconds(0));
}

} // namespace tollgate::cli

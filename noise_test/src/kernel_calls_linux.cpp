// SPDX-License-Identifier: BSL-1.0
#include "kernel_calls.hpp"

#include <tollgate/environment/cpu_events.hpp>

#include <cerrno>
#include <ctime>
#include <system_error>

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace tollgate::noise_test {

long futex_wake(std::atomic<std::uint32_t>& word) noexcept {
    return ::syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, nullptr, nullptr, 0);
}

bool futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::chrono::seconds most) noexcept {
    const timespec after{static_cast<std::time_t>(most.count()), 0};
    return ::syscall(SYS_futex, &word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, expected, &after, nullptr,
                     0) == 0;
}

std::chrono::steady_clock::time_point
sleep_until_deadline(std::chrono::steady_clock::time_point deadline) {
    const auto whole = std::chrono::floor<std::chrono::seconds>(deadline);
    const timespec until{static_cast<std::time_t>(whole.time_since_epoch().count()),
                         static_cast<long>(std::chrono::nanoseconds(deadline - whole).count())};
    int error = EINTR;
    while (error == EINTR) {
        error = ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    }
    const auto now = std::chrono::steady_clock::now();
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), "clock_nanosleep");
    }
    return now;
}

std::optional<std::string> membarrier_refusal() {
    if (::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0) {
        return std::nullopt;
    }
    return "membarrier: " + std::generic_category().message(errno) +
           "; Linux 4.14 and a system call filter that allows it would do";
}

long interrupt_others() noexcept {
    return ::syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

std::optional<std::uint64_t> function_calls_on(int cpu) {
    const environment::machine_files files;
    const auto column =
        environment::column_of_cpu(files.read("/proc/interrupts").value_or(""), cpu);
    for (const auto& [name, count] : column) {
        if (name.starts_with("Function call interrupts")) {
            return count;
        }
    }
    return std::nullopt;
}

timer_descriptor::timer_descriptor()
    : timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
    if (timer_.number() < 0) {
        throw std::system_error(errno, std::generic_category(), "timerfd_create");
    }
}

int timer_descriptor::set(std::chrono::seconds after) const noexcept {
    const itimerspec when{{0, 0}, {static_cast<std::time_t>(after.count()), 0}};
    return ::timerfd_settime(timer_.number(), 0, &when, nullptr);
}

bool timer_descriptor::is_armed() const {
    itimerspec left{};
    if (::timerfd_gettime(timer_.number(), &left) != 0) {
        throw std::system_error(errno, std::generic_category(), "timerfd_gettime");
    }
    return left.it_value.tv_sec != 0 || left.it_value.tv_nsec != 0;
}

} // namespace tollgate::noise_test

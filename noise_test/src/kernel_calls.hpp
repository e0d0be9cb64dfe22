// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::noise_test {

// The measured system calls, without a library between them and the loop. Linux. Each may be called
// from any thread.

/// FUTEX_WAKE of one waiter. Returns the number of waiters that it woke, or less than 0 if the
/// kernel refused.
[[nodiscard]] long futex_wake(std::atomic<std::uint32_t>& word) noexcept;

/// FUTEX_WAIT while the word is `expected`, for this long at most. Returns whether it was woken.
bool futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::chrono::seconds most) noexcept;

/// Sleeps until that moment of CLOCK_MONOTONIC, which is the steady clock, and returns the time
/// after the sleep. Throws std::system_error.
[[nodiscard]] std::chrono::steady_clock::time_point
sleep_until_deadline(std::chrono::steady_clock::time_point deadline);

/// Registers the process for membarrier(2), which sends an interrupt to the other CPUs of this
/// process. Returns the reason if that is not possible.
[[nodiscard]] std::optional<std::string> membarrier_refusal();

/// MEMBARRIER_CMD_PRIVATE_EXPEDITED: interrupts each CPU that runs another thread of this process.
/// Returns 0, or less if the kernel refused.
[[nodiscard]] long interrupt_others() noexcept;

/// The number of interrupts by another CPU's function calls that this CPU has counted
/// (/proc/interrupts); nothing if it is not known.
[[nodiscard]] std::optional<std::uint64_t> function_calls_on(int cpu);

/// A timer that is a file descriptor. Throws std::system_error.
class timer_descriptor {
public:
    timer_descriptor();

    /// Arms the timer for this time from now; zero disarms it. Returns 0, or less if the kernel
    /// refused.
    [[nodiscard]] int set(std::chrono::seconds after) const noexcept;
    /// Whether the timer is armed.
    [[nodiscard]] bool is_armed() const;

private:
    posix::descriptor timer_;
};

} // namespace tollgate::noise_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "idle_hold.hpp"
#include "kernel_calls.hpp"
#include "program.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::noise_test {

// Loops of one or two system calls each, on the calling thread, which is on that CPU meanwhile.
// Each loop checks the results of its calls. Linux.

/// Adds a failure if `wrong` calls of a loop returned a wrong value, and `wrong` is not 0.
inline void check_returns(std::uint64_t wrong, const char* message, measure::loop_report& to) {
    if (wrong != 0) {
        to.failures.push_back(std::to_string(wrong) + " of its calls " + message);
    }
}

/// FUTEX_WAKE of a word on which no thread sleeps.
struct wake_nothing_loop {
    int cpu;
    long (*wake)(std::atomic<std::uint32_t>&) noexcept = futex_wake; ///< replaced in checks

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard pinned(cpu);
        constexpr std::uint64_t block = 16;
        std::atomic<std::uint32_t> word{0};
        std::uint64_t wrong = 0;
        auto report = measure::run_blocks<block>(probe, [&] { wrong += wake(word) != 0 ? 1 : 0; });
        report.cpus_intended = {cpu};
        check_returns(wrong, "woke a thread, or were refused", report);
        return report;
    }
};

/// Counts the calls that found a spinning thread running.
///
/// The thread's iterations are read before each block of calls. The calls since the last reading
/// count if there were iterations meanwhile. Reads no clock. Not thread safe.
class effective_calls {
public:
    explicit effective_calls(std::uint64_t iterations) : iterations_(iterations) {}

    /// Notes the thread's iterations after this number of calls.
    void note(std::uint64_t iterations, std::uint64_t calls) {
        effective_ += iterations != iterations_ ? calls - calls_ : 0;
        iterations_ = iterations;
        calls_ = calls;
    }
    /// The calls that found the thread running.
    [[nodiscard]] std::uint64_t count() const { return effective_; }

private:
    std::uint64_t iterations_;
    std::uint64_t calls_ = 0;
    std::uint64_t effective_ = 0;
};

/// membarrier(2), which interrupts each other CPU that runs a thread of this process: no CPU, or
/// one on which a thread spins.
///
/// Other work may keep that thread from running. Then a call interrupts nothing, and is not counted
/// as sent. Reading the thread's iterations costs a cache line for each block of calls. The
/// self-check that the other CPU was interrupted covers the whole run (see failed_interrupts).
struct interrupt_loop {
    int cpu;
    std::optional<int> other{};                                         ///< where a thread spins
    long (*interrupt)() noexcept = interrupt_others;                    ///< replaced in checks
    std::optional<std::uint64_t> (*count)(int cpu) = function_calls_on; ///< replaced in checks

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard pinned(cpu);
        constexpr std::uint64_t block = 8;
        std::optional<idle_spinner> running;
        if (other) {
            running.emplace(*other, SCHED_OTHER);
        }
        const auto counted = other ? count(*other) : std::nullopt;
        const std::uint64_t before = counted.value_or(0);
        effective_calls sent(running ? running->iterations() : 0);
        std::uint64_t wrong = 0;
        std::uint64_t calls = 0;
        auto report = measure::run_blocks<block>(probe, [&] {
            if (running && calls % block == 0) {
                sent.note(running->iterations(), calls);
            }
            wrong += interrupt() != 0 ? 1 : 0;
            ++calls;
        });
        report.cpus_intended = {cpu};
        check_returns(wrong, "were refused", report);
        if (counted) {
            sent.note(running->iterations(), calls);
            report.counted[interrupts_sent] += sent.count();
            report.counted[interrupts_counted] +=
                std::max(before, count(*other).value_or(before)) - before;
        }
        return report;
    }
};

/// Arms a timer for an hour, and disarms it.
struct timer_arm_loop {
    int cpu;
    int (*set)(const timer_descriptor&, std::chrono::seconds) noexcept =
        [](const timer_descriptor& timer, std::chrono::seconds after) noexcept {
            return timer.set(after);
        };

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard pinned(cpu);
        constexpr std::uint64_t block = 4;
        constexpr std::chrono::seconds an_hour{3'600};
        const timer_descriptor timer;
        std::uint64_t wrong = 0;
        auto report = measure::run_blocks<block>(probe, [&] {
            wrong += set(timer, an_hour) != 0 ? 1 : 0;
            wrong += set(timer, std::chrono::seconds(0)) != 0 ? 1 : 0;
        });
        report.cpus_intended = {cpu};
        const bool left = timer.is_armed();
        const bool sets = set(timer, an_hour) == 0 && timer.is_armed();
        if (left || !sets) {
            report.failures.emplace_back("a timer was not armed, or not disarmed");
        }
        check_returns(wrong, "were refused", report);
        return report;
    }
};

} // namespace tollgate::noise_test

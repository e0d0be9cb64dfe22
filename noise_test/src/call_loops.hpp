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

/// Loops of one or two system calls each, on the calling thread, which is on that CPU meanwhile.
/// Each loop looks at the values that its calls return. Linux.

/// Adds a failure if `wrong` calls of a loop, more than none, returned a wrong value.
inline void prove_returns(std::uint64_t wrong, const char* what, measure::loop_report& to) {
    if (wrong != 0) {
        to.failures.push_back(std::to_string(wrong) + " of its calls " + what);
    }
}

/// FUTEX_WAKE of a word on which no thread sleeps.
struct wake_nothing_loop {
    int cpu;
    long (*wake)(std::atomic<std::uint32_t>&) noexcept = futex_wake; ///< replaced in checks

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard placed(cpu);
        constexpr std::uint64_t block = 16;
        std::atomic<std::uint32_t> word{0};
        std::uint64_t wrong = 0;
        auto report = measure::run_blocks<block>(probe, [&] { wrong += wake(word) != 0 ? 1 : 0; });
        report.cpus_intended = {cpu};
        prove_returns(wrong, "woke a thread, or were refused", report);
        return report;
    }
};

/// Counts the calls that found a spinning thread at work. It goes by the turns of that thread: it
/// looks at them before each block of calls, and the calls since the last look count if there were
/// turns meanwhile. It reads no clock and is not thread safe.
class calls_that_met {
public:
    explicit calls_that_met(std::uint64_t turns) : turns_(turns) {}

    void look(std::uint64_t turns, std::uint64_t calls) {
        met_ += turns != turns_ ? calls - calls_ : 0;
        turns_ = turns;
        calls_ = calls;
    }
    [[nodiscard]] std::uint64_t count() const { return met_; }

private:
    std::uint64_t turns_;
    std::uint64_t calls_ = 0;
    std::uint64_t met_ = 0;
};

/// membarrier(2), which interrupts each other CPU that runs a thread of this process: none, or one,
/// on which a thread spins. Other work may keep that thread from running, and a call that does not
/// find it there interrupts nothing: such calls are not counted as sent. A look at the thread's
/// turns costs a cache line for each block of calls. The proof that the other CPU was interrupted
/// is one of the whole run (see failed_interrupts).
struct interrupt_loop {
    int cpu;
    std::optional<int> other{};                                         ///< where a thread spins
    long (*interrupt)() noexcept = interrupt_others;                    ///< replaced in checks
    std::optional<std::uint64_t> (*count)(int cpu) = function_calls_on; ///< replaced in checks

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard placed(cpu);
        constexpr std::uint64_t block = 8;
        std::optional<idle_spinner> running;
        if (other) {
            running.emplace(*other, SCHED_OTHER);
        }
        const auto counted = other ? count(*other) : std::nullopt;
        const std::uint64_t before = counted.value_or(0);
        calls_that_met sent(running ? running->turns() : 0);
        std::uint64_t wrong = 0;
        std::uint64_t calls = 0;
        auto report = measure::run_blocks<block>(probe, [&] {
            if (running && calls % block == 0) {
                sent.look(running->turns(), calls);
            }
            wrong += interrupt() != 0 ? 1 : 0;
            ++calls;
        });
        report.cpus_intended = {cpu};
        prove_returns(wrong, "were refused", report);
        if (counted) {
            sent.look(running->turns(), calls);
            report.counted[interrupts_sent] += sent.count();
            report.counted[interrupts_counted] +=
                std::max(before, count(*other).value_or(before)) - before;
        }
        return report;
    }
};

/// Arming a timer, for an hour, and disarming it.
struct timer_arm_loop {
    int cpu;
    int (*set)(const timer_descriptor&, std::chrono::seconds) noexcept =
        [](const timer_descriptor& timer, std::chrono::seconds after) noexcept {
            return timer.set(after);
        };

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cpu::affinity_guard placed(cpu);
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
        prove_returns(wrong, "were refused", report);
        return report;
    }
};

} // namespace tollgate::noise_test

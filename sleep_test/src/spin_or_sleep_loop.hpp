// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "gap_sequence.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/environment/idle_counters.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/measure/event_signal.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>
#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace tollgate::sleep_test {

/// The names of counts in the report of spin_or_sleep_loop.
inline constexpr const char* wake_calls = "wake-up calls";
inline constexpr const char* wake_call_ns = "ns in wake-up calls";
inline constexpr const char* left_idle_state = "left idle state "; ///< and the name of the state

/// One thread waits, and another thread on another CPU wakes it a given time (the gap) after the
/// wait began. An event begins before `wake()`, and ends when the waiter runs. The usage in the
/// report is that of the waiter. The report also counts the time in `wake()`.
///
/// The waiter remains for all batches, so that it keeps what it has learned.
///
/// Self-checks: each wake-up ends one wait. A wait that ends more than measure::time_to_publish
/// before its wake-up fails the loop. If a wake-up is lost, no thread moves any more, and
/// bench::standstill ends the program.
template <class Waiter>
struct spin_or_sleep_loop {
    std::shared_ptr<Waiter> waiter;
    std::shared_ptr<gap_sequence> gaps;
    cpu::assignment where;
    environment::machine_files files{};

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        pair<Probe> shared(probe);
        bench::standstill nothing_moves;
        const auto idle_before = idle_entries();
        measure::loop_report report = measure::run_thread_group(
            {{[&](measure::loop_member&) { wait_repeatedly(shared); }, where.cpu_of(0), true},
             {[&](measure::loop_member& waker) { wake_repeatedly(shared, waker.report); },
              where.cpu_of(1), false}},
            {.period = bench::check_interval, .on_period = [&] {
                 nothing_moves.observe(shared.waits.load(std::memory_order_relaxed));
             }});
        for (const auto& [state, entries] : idle_entries()) {
            const auto before = idle_before.find(state);
            if (before != idle_before.end() && entries > before->second) {
                report.counted[left_idle_state + state] += entries - before->second;
            }
        }
        if (const char* const failure = shared.failure) {
            report.failures.emplace_back(failure);
        }
        report.probe_calls = {probe.events()};
        report.metered = probe.events() + 1; // the last wait is told to end
        return report;
    }

private:
    using clock = std::chrono::steady_clock;

    template <class Probe>
    struct pair {
        explicit pair(Probe& events) : probe(events) {}

        Probe& probe;
        /// The number of waits that have begun. The store releases what the waiter wrote before, to
        /// the waker, which loads the number with acquire.
        std::atomic<std::uint64_t> waits{0};
        // The waiter writes these before it announces the next wait.
        clock::time_point waiting_since;
        std::int64_t stamp = 0; ///< the end of the last wait
        /// Atomic, because a waiter that ends too early does not wait for the waker.
        std::atomic<const char*> failure{nullptr};
        /// The number of wake-up calls that may have begun. The store releases what the waker read
        /// and wrote before, to the waiter, which loads the number with acquire. So a wait that
        /// ends too early is no data race.
        alignas(64) std::atomic<std::uint64_t> wakes{0};
        bool ended = false; ///< the waker writes this before it stores `wakes`
    };

    template <class Probe>
    void wait_repeatedly(pair<Probe>& shared) const {
        std::uint64_t waits = 0;
        do {
            shared.waiting_since = clock::now();
            shared.waits.store(++waits, std::memory_order_release);
            waiter->wait();
            const std::int64_t stamp = shared.probe.end();
            if (shared.wakes.load(std::memory_order_acquire) != waits) {
                shared.failure.store("a wait ended without its wake-up", std::memory_order_relaxed);
                break;
            }
            shared.stamp = stamp;
        } while (!shared.ended);
        shared.waits.store(waits + 1, std::memory_order_release);
    }

    template <class Probe>
    void wake_repeatedly(pair<Probe>& shared, measure::loop_report& report) const {
        std::uint64_t waits = 1;
        expect_wait(shared, waits);
        while (shared.failure.load(std::memory_order_relaxed) == nullptr && !shared.ended) {
            shared.ended = !shared.probe.wanted();
            // Each wait has its whole gap: the usage in the report is that of all waits.
            const std::chrono::nanoseconds gap = gaps->next();
            const clock::time_point moment = shared.waiting_since + gap;
            measure::spin_until(moment - measure::time_to_publish);
            shared.wakes.store(waits, std::memory_order_release);
            measure::spin_until(moment);
            const clock::time_point called = clock::now();
            const std::int64_t begun = shared.probe.begin();
            waiter->wake();
            count_call(clock::now() - called, report);
            expect_wait(shared, ++waits);
            if (!shared.ended) {
                shared.probe.add(begun, shared.stamp);
            }
        }
    }

    /// If a call lasts longer than `longest_call`, the waker was interrupted.
    static void count_call(std::chrono::nanoseconds lasted, measure::loop_report& report) {
        constexpr std::chrono::microseconds longest_call{200};
        if (lasted < longest_call) {
            ++report.counted[wake_calls];
            report.counted[wake_call_ns] += static_cast<std::uint64_t>(lasted.count());
        }
    }

    /// Waits until this wait has begun, or until all waits have ended.
    template <class Probe>
    static void expect_wait(const pair<Probe>& shared, std::uint64_t wait) {
        while (shared.waits.load(std::memory_order_acquire) < wait) {
            sleep::relax();
        }
    }

    /// By the name of the idle state; empty if the kernel shows none, or if the CPU is not known.
    [[nodiscard]] std::map<std::string, std::uint64_t> idle_entries() const {
        return where.cpu_of(0) ? environment::idle_entries_of_states(files, *where.cpu_of(0))
                               : std::map<std::string, std::uint64_t>{};
    }
};

} // namespace tollgate::sleep_test

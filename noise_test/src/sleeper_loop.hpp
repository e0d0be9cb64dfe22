// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "idle_hold.hpp"
#include "kernel_calls.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/event_signal.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/run_thread_group.hpp>
#include <tollgate/run/errors.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>

namespace tollgate::noise_test {

/// The end of an event that begins before FUTEX_WAKE.
enum class until { sleeper_runs, wake_returns };

/// A thread sleeps on a futex on its own CPU, which idles for `idles_for`. Then another thread
/// wakes it from another CPU, on which that thread spins between its calls.
///
/// Self-checks: each call that counts woke exactly one thread, by its result, and the sleeper woke
/// up once for each call. A call that came before the sleeper was asleep is repeated and counted.
/// So is a call that came after the sleeper's timeout, for example because the process was stopped
/// meanwhile.
template <until End>
struct sleeper_loop {
    cpu::assignment where; ///< the sleeper's CPU, then the waker's
    std::chrono::nanoseconds idles_for;
    idling idle = idling::as_it_is;
    long (*wake)(std::atomic<std::uint32_t>&) noexcept = futex_wake; ///< replaced in checks
    std::chrono::seconds wake_is_due{10}; ///< a wake-up that takes longer is lost

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const idle_hold hold(idle, *where.cpu_of(0));
        pair<Probe> shared(probe);
        measure::loop_report report = measure::run_pair(
            where, {[&](measure::loop_member& /*sleeper*/) { sleep_again_and_again(shared); },
                    [&](measure::loop_member& waker) { wake_again_and_again(shared, waker); }});
        hold.check(report);
        report.probe_calls = {probe.events()};
        report.metered = probe.events() + report.repeated + 1; // a call ends the last sleep, too
        return report;
    }

private:
    using clock = std::chrono::steady_clock;

    template <class Probe>
    struct pair {
        explicit pair(Probe& loop_probe) : probe(loop_probe) {}

        Probe& probe;
        measure::event_signal turn;         ///< given by the sleeper, taken by the waker
        std::atomic<std::uint32_t> word{0}; ///< 1: the sleeper is to run
        // Written by the sleeper before `turn.give`, read by the waker after `turn.take`.
        clock::time_point asleep_since;
        std::int64_t ran_at = 0;
        std::uint64_t times_woken = 0;
        bool timed_out = false; ///< the sleeper's last wait ended without a wake-up
        bool ended = false;     ///< written by the waker before it wakes the sleeper
    };

    template <class Probe>
    void sleep_again_and_again(pair<Probe>& shared) const {
        while (!shared.ended) {
            shared.asleep_since = clock::now();
            shared.turn.notify();
            bool timed_out = false;
            while (shared.word.load(std::memory_order_acquire) == 0) {
                const clock::time_point before = clock::now();
                timed_out = !futex_wait(shared.word, 0, wake_is_due) &&
                            clock::now() - before >= wake_is_due;
            }
            shared.ran_at = shared.probe.end();
            shared.timed_out = timed_out;
            ++shared.times_woken;
            shared.word.store(0, std::memory_order_relaxed);
        }
        shared.turn.notify();
    }

    template <class Probe>
    void wake_again_and_again(pair<Probe>& shared, measure::loop_member& waker) const {
        std::uint64_t wakes = 0;
        shared.turn.wait(true);
        bool lost = false;
        while (shared.probe.wanted() && !waker.failure && !lost) {
            const auto time =
                shared.probe.warming_up()
                    ? std::min<std::chrono::nanoseconds>(idles_for, measure::longest_warm_up)
                    : idles_for;
            measure::spin_until(shared.asleep_since + time);
            ++wakes;
            const std::int64_t begun = shared.probe.begin();
            shared.word.store(1, std::memory_order_release);
            const long woken = wake(shared.word);
            const std::int64_t woke = shared.probe.end();
            shared.turn.wait(true);
            lost = shared.timed_out && woken == 1;
            if (lost) {
                waker.report.failures.emplace_back(
                    "a wake-up was lost: the sleeper noticed it after its timeout");
            } else if (woken == 1) {
                shared.probe.add(begun, End == until::sleeper_runs ? shared.ran_at : woke);
            } else if (++waker.report.repeated == most_repeated) {
                waker.failure = std::make_exception_ptr(run::machine_refused(
                    "a thread that was to sleep was still awake when it was to be woken, again and "
                    "again: this machine is too busy, or --idle too short for it"));
            }
        }
        if (shared.times_woken != wakes) {
            waker.report.failures.push_back(std::to_string(wakes) +
                                            " wake-ups, and the sleeper ran " +
                                            std::to_string(shared.times_woken) + " times");
        }
        shared.ended = true;
        shared.word.store(1, std::memory_order_release);
        static_cast<void>(futex_wake(shared.word));
    }

    static constexpr std::uint64_t most_repeated = 1'000; ///< in one batch
};

} // namespace tollgate::noise_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/event_signal.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/run_thread_group.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

namespace tollgate::sleep_test {

/// The moments of wakes within an interval. The sleeper has 50 µs to fall asleep. The latest moment
/// is 1.8 ms, or nine tenths of the interval if that is less. So the moments are the same for all
/// intervals from 2 ms on: a CPU that has idled for longer wakes up more slowly, whatever the
/// interval.
[[nodiscard]] inline measure::moments moments_within(std::chrono::milliseconds interval,
                                                     std::uint64_t seed) {
    using std::chrono::microseconds;
    constexpr microseconds falling_asleep{50};
    constexpr microseconds latest{1'800};
    return {falling_asleep, std::min<microseconds>(latest, microseconds(interval) * 9 / 10), seed};
}

/// Where an event ends, which begins before wake().
enum class until { sleeper_runs, wake_returns };

/// One thread sleeps, the other wakes it at a given moment. The sleeper stores how a sleep ended
/// when it announces the next sleep, and the waker reads that before the next wake. The data is
/// plain, so that a wake that publishes nothing is a data race here.
///
/// Self-checks: each sleep is ended by its wake, and by nothing else. A sleep that timed out
/// although the wake had returned before the deadline lost the wake. A wake that comes too late,
/// because the machine held up the waker, leaves its permit to the next sleep, which takes it; the
/// event is repeated, and counted. If the waker is always too late, the machine refuses the case.
template <class Sleeper, until End>
struct wake_loop {
    std::chrono::nanoseconds interval;
    cpu::assignment where;
    bool waker_spins; ///< it has its own CPU, and need not be woken for each event
    std::shared_ptr<measure::moments> when;
    /// How long to wait for a permit before it counts as lost.
    std::chrono::nanoseconds permit_timeout = std::chrono::seconds(10);

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        pair<Probe> shared(probe);
        measure::loop_report report = measure::run_pair(
            where, {[&](measure::loop_member&) { sleep_repeatedly(shared); },
                    [&](measure::loop_member& waker) { wake_repeatedly(shared, waker); }});
        if (const char* const failure = shared.failure) {
            report.failures.emplace_back(failure);
        }
        report.probe_calls = {probe.events()};
        report.metered = probe.events() + report.repeated + 1; // the last sleep is told to end
        return report;
    }

private:
    using clock = std::chrono::steady_clock;

    /// How a sleep ended.
    struct ending {
        sleep::outcome result = sleep::outcome::woken;
        std::int64_t stamp = 0;
    };

    template <class Probe>
    struct pair {
        explicit pair(Probe& events) : probe(events) {}

        Probe& probe;
        Sleeper sleeper;
        measure::event_signal next_sleep; ///< the sleeper announces its next sleep to the waker
        // The sleeper writes these before it announces a sleep; the waker reads them before the
        // wake.
        clock::time_point asleep_since;
        ending last;
        // The self-check that the last sleep failed. Atomic, because a lost wake orders nothing.
        std::atomic<const char*> failure{nullptr};
        // The waker writes these before it wakes; the sleeper reads them afterwards.
        std::uint64_t wakes = 0;
        bool ended = false;
    };

    template <class Probe>
    void sleep_repeatedly(pair<Probe>& shared) const {
        for (std::uint64_t sleeps = 1;; ++sleeps) {
            shared.asleep_since = clock::now();
            const clock::time_point deadline = shared.asleep_since + interval;
            shared.next_sleep.notify();
            const ending own = sleep_once(shared, deadline, sleeps);
            if (shared.failure != nullptr) {
                break;
            }
            shared.last = own;
            if (shared.ended) {
                break;
            }
        }
        shared.next_sleep.notify();
    }

    template <class Probe>
    ending sleep_once(pair<Probe>& shared, clock::time_point deadline, std::uint64_t sleeps) const {
        ending own;
        own.result = shared.sleeper.sleep_until(deadline);
        own.stamp = shared.probe.end();
        if (own.result == sleep::outcome::timeout &&
            shared.sleeper.sleep_for(permit_timeout) == sleep::outcome::timeout) {
            shared.failure = "a wake was lost: its permit was nowhere";
        } else if (shared.wakes != sleeps) {
            shared.failure = "a sleep ended as woken, and nobody woke it";
        }
        return own;
    }

    template <class Probe>
    void wake_repeatedly(pair<Probe>& shared, measure::loop_member& waker) const {
        measure::loop_report& report = waker.report;
        shared.next_sleep.wait(waker_spins);
        while (shared.probe.wanted() && report.failures.empty() && !waker.failure) {
            const clock::time_point deadline = shared.asleep_since + interval;
            const std::chrono::nanoseconds wanted = when->next();
            const clock::time_point moment =
                shared.asleep_since +
                (shared.probe.warming_up() ? std::min(wanted, measure::longest_warm_up) : wanted);
            measure::spin_until(moment - measure::time_to_publish);
            ++shared.wakes;
            measure::spin_until(moment);
            const std::int64_t begun = shared.probe.begin();
            shared.sleeper.wake();
            const std::int64_t woke = shared.probe.end();
            const bool in_time = clock::now() < deadline;
            shared.next_sleep.wait(waker_spins);
            if (shared.failure != nullptr) {
                return;
            }
            const ending& last = shared.last;
            if (last.result == sleep::outcome::woken) {
                shared.probe.add(begun, End == until::sleeper_runs ? last.stamp : woke);
            } else if (in_time) {
                report.failures.emplace_back("a wake was lost: the sleep timed out after it");
            } else if (++report.repeated == most_repeated) {
                waker.failure = std::make_exception_ptr(run::machine_refused(
                    "the waking thread was too late again and again: the sleep had reached its "
                    "deadline. This machine is too busy, or the interval is too short"));
            }
        }
        ++shared.wakes;
        shared.ended = true;
        shared.sleeper.wake();
    }

    static constexpr std::uint64_t most_repeated = 1'000; ///< in one batch
};

} // namespace tollgate::sleep_test

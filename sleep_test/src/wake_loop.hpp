// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/event_turn.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/run_crew.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

namespace tollgate::sleep_test {

/// For a slice. The sleeper has 50 µs to fall asleep. The latest moment is 1.8 ms, and nine tenths
/// of the slice if that is less: for all slices from 2 ms on the moments are the same, because a
/// CPU that has idled for longer takes longer to wake up, and that is not the slice's doing.
[[nodiscard]] inline measure::moments moments_within(std::chrono::milliseconds slice,
                                                     std::uint64_t seed) {
    using std::chrono::microseconds;
    constexpr microseconds falling_asleep{50};
    constexpr microseconds latest{1'800};
    return {falling_asleep, std::min<microseconds>(latest, microseconds(slice) * 9 / 10), seed};
}

/// Where an event ends that begins before wake().
enum class until { sleeper_runs, wake_returns };

/// One thread sleeps, the other wakes it at a given moment. The sleeper tells how a sleep ended
/// when it announces the next one, and the waker has read that when it wakes it again: plain data,
/// so that a wake that publishes nothing is a data race here.
///
/// Proofs: each sleep is ended by its wake, and by nothing else; one that timed out although the
/// wake had returned before the deadline lost it. A wake that came too late, because the machine
/// held up the waker, leaves its permit to the next sleep, which takes it; then the event is
/// repeated, and counted. A waker that is always too late is what the machine refuses.
template <class Sleeper, until End>
struct wake_loop {
    std::chrono::nanoseconds slice;
    cpu::assignment where;
    bool waker_spins; ///< it has a CPU for itself, and need not be woken for each event
    std::shared_ptr<measure::moments> when;
    /// Ample: it only bounds how long a lost permit is waited for.
    std::chrono::nanoseconds permit_is_due = std::chrono::seconds(10);

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        pair<Probe> shared(probe);
        measure::loop_report report = measure::run_pair(
            where, {[&](measure::loop_member&) { sleep_again_and_again(shared); },
                    [&](measure::loop_member& waker) { wake_again_and_again(shared, waker); }});
        if (const char* const what = shared.wrong) {
            report.failures.emplace_back(what);
        }
        report.turns = {probe.events()};
        report.metered = probe.events() + report.repeated + 1; // the last sleep is told to end
        return report;
    }

private:
    using clock = std::chrono::steady_clock;

    /// How a sleep ended.
    struct ending {
        sleep::outcome how = sleep::outcome::woken;
        std::int64_t stamp = 0;
    };

    template <class Probe>
    struct pair {
        explicit pair(Probe& of) : probe(of) {}

        Probe& probe;
        Sleeper sleeper;
        measure::event_turn turn; ///< the waker's
        // Written by the sleeper before it announces a sleep, read by the waker before it ends it.
        clock::time_point asleep_since;
        ending last;
        // The proof that the last sleep failed. A wake that was lost orders nothing.
        std::atomic<const char*> wrong{nullptr};
        // Written by the waker before it wakes, read by the sleeper after that.
        std::uint64_t wakes = 0;
        bool ended = false;
    };

    template <class Probe>
    void sleep_again_and_again(pair<Probe>& shared) const {
        for (std::uint64_t sleeps = 1;; ++sleeps) {
            shared.asleep_since = clock::now();
            const clock::time_point deadline = shared.asleep_since + slice;
            shared.turn.give();
            const ending own = sleep_once(shared, deadline, sleeps);
            if (shared.wrong != nullptr) {
                break;
            }
            shared.last = own;
            if (shared.ended) {
                break;
            }
        }
        shared.turn.give();
    }

    template <class Probe>
    ending sleep_once(pair<Probe>& shared, clock::time_point deadline, std::uint64_t sleeps) const {
        ending own;
        own.how = shared.sleeper.sleep_until(deadline);
        own.stamp = shared.probe.end();
        if (own.how == sleep::outcome::timeout &&
            shared.sleeper.sleep_for(permit_is_due) == sleep::outcome::timeout) {
            shared.wrong = "a wake was lost: its permit was nowhere";
        } else if (shared.wakes != sleeps) {
            shared.wrong = "a sleep ended as woken, and nobody woke it";
        }
        return own;
    }

    template <class Probe>
    void wake_again_and_again(pair<Probe>& shared, measure::loop_member& waker) const {
        measure::loop_report& report = waker.own;
        shared.turn.take(waker_spins);
        while (shared.probe.wanted() && report.failures.empty() && !waker.failure) {
            const clock::time_point deadline = shared.asleep_since + slice;
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
            shared.turn.take(waker_spins);
            if (shared.wrong != nullptr) {
                return;
            }
            const ending& last = shared.last;
            if (last.how == sleep::outcome::woken) {
                shared.probe.add(begun, End == until::sleeper_runs ? last.stamp : woke);
            } else if (in_time) {
                report.failures.emplace_back("a wake was lost: the sleep timed out after it");
            } else if (++report.repeated == most_repeated) {
                waker.failure = std::make_exception_ptr(run::machine_refused(
                    "a thread that was to wake another came after its deadline again and again: "
                    "this machine is too busy, or the slice too short for it"));
            }
        }
        ++shared.wakes;
        shared.ended = true;
        shared.sleeper.wake();
    }

    static constexpr std::uint64_t most_repeated = 1'000; ///< in one batch
};

} // namespace tollgate::sleep_test

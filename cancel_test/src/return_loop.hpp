// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "waits.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/event_signal.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

namespace tollgate::cancel_test {

/// One thread waits, and the other ends the wait at a given moment. An event begins before `end()`
/// and is over when `wait()` has returned. The threads exchange plain data: an end that publishes
/// nothing would be a data race here.
///
/// Self-checks: each wait is ended by its own end, and not before it. A wait that was not ended
/// times out, except in a loop that does not sleep.
template <class Wait>
struct return_loop {
    cpu::assignment where;
    bool canceller_spins; ///< it has a CPU for itself, and is not woken for each event
    std::shared_ptr<measure::moments> when;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        pair<Probe> shared(probe);
        measure::loop_report report = measure::run_pair(
            where, {[&](measure::loop_member& self) { wait_or_fail(shared, self); },
                    [&](measure::loop_member&) { end_in_loop(shared); }});
        if (const char* const failure = shared.failure) {
            report.failures.emplace_back(failure);
        }
        report.probe_calls = {probe.events()};
        report.metered = probe.events() + 1; // the last wait is ended too
        return report;
    }

private:
    using clock = std::chrono::steady_clock;

    template <class Probe>
    struct pair {
        explicit pair(Probe& measuring) : probe(measuring) {}

        Wait waiting; ///< first, because it may have cache lines of its own
        Probe& probe;
        measure::event_signal ready; ///< the waiter is about to wait
        // The waiter writes them before it notifies, and the canceller reads them after that.
        clock::time_point waits_since;
        std::int64_t returned = 0;
        /// The waiter sets it before its last notification. If the wait ended by itself, that
        /// notification may coincide with the one before, and does not show it.
        std::atomic<const char*> failure{nullptr};
        // The canceller writes them before the end, and the waiter reads them after it.
        std::uint64_t ends = 0;
        bool over = false;
    };

    /// A wait fails, for example, if the system has no descriptor left for poll(2).
    template <class Probe>
    static void wait_or_fail(pair<Probe>& shared, measure::loop_member& self) noexcept {
        try {
            wait_in_loop(shared);
        } catch (...) {
            self.failure = std::current_exception();
            shared.failure = "a wait failed";
        }
        shared.ready.notify();
    }

    template <class Probe>
    static void wait_in_loop(pair<Probe>& shared) {
        for (std::uint64_t waits = 1; shared.failure == nullptr && !shared.over; ++waits) {
            shared.waiting.prepare();
            shared.waits_since = clock::now();
            shared.ready.notify();
            const bool ended = shared.waiting.wait();
            shared.returned = shared.probe.end();
            // A token is cancelled too when its wait has timed out before.
            if (!ended || clock::now() - shared.waits_since >= wait_timeout) {
                shared.failure = "a cancellation was lost: the wait went on";
            } else if (shared.ends != waits) {
                shared.failure = "a wait ended, and nobody had ended it";
            }
        }
    }

    template <class Probe>
    void end_in_loop(pair<Probe>& shared) const {
        shared.ready.wait(canceller_spins);
        if (shared.failure != nullptr) {
            return; // no wait may be left to end
        }
        while (shared.probe.wanted()) {
            const std::chrono::nanoseconds wanted = when->next();
            const clock::time_point moment =
                shared.waits_since +
                (shared.probe.warming_up() ? std::min(wanted, measure::longest_warm_up) : wanted);
            measure::spin_until(moment - measure::time_to_publish);
            ++shared.ends;
            measure::spin_until(moment);
            const std::int64_t begun = shared.probe.begin();
            shared.waiting.end();
            if (shared.failure == nullptr) {
                shared.ready.wait(canceller_spins);
            }
            if (shared.failure != nullptr) {
                return;
            }
            shared.probe.add(begun, shared.returned);
        }
        ++shared.ends;
        shared.over = true;
        shared.waiting.end();
    }
};

} // namespace tollgate::cancel_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "waits.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/event_turn.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/run_crew.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

namespace tollgate::cancel_test {

/// One thread waits, the other ends the wait at a given moment: an event begins before `end()` and
/// is over when `wait()` has returned. What either says to the other is plain data: an end that
/// publishes nothing would be a data race here.
///
/// Proofs: each wait is ended, by its own end and not before it. One that was not ended gives up
/// (a loop that looks and does not sleep would never end).
template <class Wait>
struct return_loop {
    cpu::assignment where;
    bool canceller_spins; ///< it has a CPU for itself, and need not be woken for each event
    std::shared_ptr<measure::moments> when;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        pair<Probe> shared(probe);
        measure::loop_report report = measure::run_pair(
            where, {[&](measure::loop_member& self) { wait_or_fail(shared, self); },
                    [&](measure::loop_member&) { end_again_and_again(shared); }});
        if (const char* const what = shared.wrong) {
            report.failures.emplace_back(what);
        }
        report.turns = {probe.events()};
        report.metered = probe.events() + 1; // the last wait is told to end
        return report;
    }

private:
    using clock = std::chrono::steady_clock;

    template <class Probe>
    struct pair {
        explicit pair(Probe& measuring) : probe(measuring) {}

        Wait waiting; ///< first, because what it waits in may have lines of its own
        Probe& probe;
        measure::event_turn turn; ///< the canceller's
        // Written by the waiter before it gives the turn, read by the canceller after that.
        clock::time_point waits_since;
        std::int64_t returned = 0;
        /// Set by the waiter before the last turn that it gives. If the wait ended by itself, that
        /// turn may be one with the turn before, hence not told by the turns alone.
        std::atomic<const char*> wrong{nullptr};
        // Written by the canceller before the end, read by the waiter after it.
        std::uint64_t ends = 0;
        bool over = false;
    };

    /// As of a system that has no descriptor left for poll(2).
    template <class Probe>
    static void wait_or_fail(pair<Probe>& shared, measure::loop_member& self) noexcept {
        try {
            wait_again_and_again(shared);
        } catch (...) {
            self.failure = std::current_exception();
            shared.wrong = "a wait failed";
        }
        shared.turn.give();
    }

    template <class Probe>
    static void wait_again_and_again(pair<Probe>& shared) {
        for (std::uint64_t waits = 1; shared.wrong == nullptr && !shared.over; ++waits) {
            shared.waiting.prepare();
            shared.waits_since = clock::now();
            shared.turn.give();
            const bool ended = shared.waiting.wait();
            shared.returned = shared.probe.end();
            // A token also says that it is cancelled when the wait for that gave up.
            if (!ended || clock::now() - shared.waits_since >= an_end_is_due) {
                shared.wrong = "a cancellation was lost: the wait went on";
            } else if (shared.ends != waits) {
                shared.wrong = "a wait ended, and nobody had ended it";
            }
        }
    }

    template <class Probe>
    void end_again_and_again(pair<Probe>& shared) const {
        shared.turn.take(canceller_spins);
        if (shared.wrong != nullptr) {
            return; // there may be nothing to end
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
            if (shared.wrong == nullptr) {
                shared.turn.take(canceller_spins);
            }
            if (shared.wrong != nullptr) {
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

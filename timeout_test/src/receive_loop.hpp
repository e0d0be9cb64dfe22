// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "exchange.hpp"
#include "receive_counts.hpp"
#include "receive_parts.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace tollgate::timeout_test {

/// Who a stream is between: two fibers of a thread, or two threads that schedule fibers.
enum class between { fibers, threads };

/// Runs both sides until they have ended, and says what they used. The threads end after both.
[[nodiscard]] measure::loop_report run_receives(between whom, const cpu::assignment& where,
                                                const receive_parts& parts, exchange& all);

/// A sender and a receiver, with a channel between them that keeps one message. An operation is one
/// message. Everything is made anew for each batch, outside of what is timed.
///
/// Proofs: each message arrives once and in its order, the sums are the same, no receive times out,
/// and what was counted, if anything was, is what it has to be.
struct receive_loop {
    between whom;
    cpu::assignment where;
    receive_parts (*make_parts)(exchange&);
    /// Counts, the first time that it is called; may be null.
    std::shared_ptr<counted_receives> counts;
    std::chrono::nanoseconds look_every = between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const {
        exchange all(probe, look_every);
        measure::loop_report report = run_receives(whom, where, make_parts(all), all);
        all.judge(report);
        if (counts) {
            counts->add_to(report);
        }
        return report;
    }
};

} // namespace tollgate::timeout_test

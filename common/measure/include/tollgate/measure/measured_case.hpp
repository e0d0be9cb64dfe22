// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/clock/source.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/classical_probe.hpp>
#include <tollgate/measure/event_probe.hpp>
#include <tollgate/measure/interval_probe.hpp>
#include <tollgate/measure/method.hpp>
#include <tollgate/measure/schedule.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <chrono>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace tollgate::measure {

struct case_record;

/// Sums of a classical run and the proofs that failed in it.
struct classical_batch {
    classical_sums sums;
    std::vector<std::string> failures;
    std::uint64_t backwards = 0; ///< intervals that ended before they began; a failure, too
};

/// The warm-up event of a batch waits no longer than this, however long events take.
inline constexpr std::chrono::nanoseconds longest_warm_up = std::chrono::milliseconds(2);

/// How long events take to come.
struct event_times {
    std::chrono::nanoseconds lasts{0}; ///< about so long passes from one to the next
    std::chrono::nanoseconds expected{
        0}; ///< the part of each interval that was asked for, and is taken off
    /// The loop adds lengths of its own, which contain no reading of the probe's clock. The cost of
    /// a reading is then added, because it is taken off again as that of all events.
    bool without_readings = false;
};

/// One thing a program measures. Both functions run on the calling thread and return when the
/// loop's threads have ended; not thread safe, and meant to be called one at a time.
struct measured_case {
    case_key key;
    std::string unit;        ///< what one operation is, for a reader
    std::uint64_t lap = 1;   ///< operations until every member has had its turn
    std::size_t threads = 1; ///< that take part
    /// How long the loop takes to reach its steady state; nothing is timed before.
    std::chrono::nanoseconds settling{0};
    std::function<batch(const schedule&, clock::source)> run;
    /// Empty for events, and for loops that no classical probe can observe.
    std::function<classical_batch(std::uint64_t operations, clock::source)> run_classical;

    method valued_by = method::unobserved_loop;
    /// If it is valued by them. Of a loop `expected` alone: each of its operations takes that much
    /// longer than its intervals say.
    event_times events;
    /// Why its figures are not to be shown, by what is recorded of it; it ends the case, and not
    /// the run. Asked after batches that did not complete, and behind the rounds. Empty: never.
    std::function<std::optional<std::string>(const case_record&)> given_up;
    /// The name of the case that this one is compared with; empty: the first of the program.
    std::string compared_with;
};

/// Loops as values: what runs them is compiled once, and of each loop nothing but itself. One call
/// of the function is a whole batch.
using turning_loop = std::function<loop_report(turnstile&)>;
using classical_loop = std::function<loop_report(classical_probe<clock::chosen_clock>&)>;
using event_loop = std::function<loop_report(event_probe<clock::chosen_clock>&)>;

/// `run` and `run_classical` of these loops; the second may be empty.
[[nodiscard]] measured_case case_of(case_key key, std::string unit, std::uint64_t lap,
                                    std::size_t threads, turning_loop loop, classical_loop observed,
                                    std::chrono::nanoseconds settling);

/// A case from its loop: any copyable callable `loop_report loop(Probe&)` that calls
/// `probe.turn(operations done)` before the first operation and after each, and ends when that
/// returns false. It is compiled once for rounds, whose probe is a `turnstile`, and once for the
/// classical run, which a loop that takes nothing but a `turnstile&` does not have. The default
/// settling time covers page faults and cold caches.
template <class Loop>
measured_case make_case(case_key key, std::string unit, std::uint64_t lap, std::size_t threads,
                        Loop loop,
                        std::chrono::nanoseconds settling = std::chrono::microseconds(500)) {
    classical_loop observed;
    if constexpr (std::invocable<const Loop&, classical_probe<clock::chosen_clock>&>) {
        observed = loop;
    }
    return case_of(std::move(key), std::move(unit), lap, threads, std::move(loop),
                   std::move(observed), settling);
}

/// A case from events that have to be waited for: any copyable callable `loop_report loop(Probe&)`
/// that brings an event about, and adds it to the probe, for as long as the probe wants another.
/// Turns are events, the warm-up's included.
[[nodiscard]] measured_case make_event_case(case_key key, std::string unit, std::size_t threads,
                                            event_loop loop, event_times times);

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/clock/source.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/clock_pair_probe.hpp>
#include <tollgate/measure/event_probe.hpp>
#include <tollgate/measure/interval_probe.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/method.hpp>
#include <tollgate/measure/schedule.hpp>

#include <chrono>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace tollgate::measure {

struct case_record;

/// The result of a batch by the clock-pair method.
struct clock_pair_batch {
    clock_pair_sums sums;              ///< of its operations
    std::vector<std::string> failures; ///< the self-checks that failed
    std::uint64_t backwards = 0;       ///< intervals that ended before they began: also a failure
};

/// The warm-up event of a batch waits no longer than this, however long events take.
inline constexpr std::chrono::nanoseconds longest_warm_up = std::chrono::milliseconds(2);

/// The times of a case's events.
struct event_times {
    std::chrono::nanoseconds lasts{0};    ///< the usual time from one event to the next
    std::chrono::nanoseconds expected{0}; ///< the requested part of each interval; is subtracted
    /// The loop adds lengths that contain no reading of the probe's clock. Then the cost of a
    /// reading is added, because it is subtracted from all events.
    bool without_readings = false;
};

/// A case that a program measures.
///
/// - *Threads*: both functions run on the calling thread, and return when the loop's threads have
///   ended. Call one at a time.
struct measured_case {
    case_key key;            ///< the identity of the case
    std::string unit;        ///< what one operation is, for a reader
    std::uint64_t lap = 1;   ///< operations until every member has done one
    std::size_t threads = 1; ///< that take part
    /// The time until the loop reaches its steady state; nothing is timed before.
    std::chrono::nanoseconds settling{0};
    /// Runs a batch.
    std::function<batch(const schedule&, clock::source)> run;
    /// Empty for events, and for loops that no clock-pair probe can observe.
    std::function<clock_pair_batch(std::uint64_t operations, clock::source)> run_clock_pair;

    /// How its value is found.
    method valued_by = method::untimed_loop;
    /// For `method::single_events`. Of a loop, `expected` alone is used: each of its operations
    /// takes that much longer than its intervals say.
    event_times events;
    /// Returns the reason if the record shows that the case's figures must not be used. Then the
    /// case ends, but the run goes on. Called after incomplete batches and after the rounds. Empty:
    /// never.
    std::function<std::optional<std::string>(const case_record&)> given_up;
    /// The name of the case with which this one is compared; empty: the program's first.
    std::string compared_with;
};

/// A loop for rounds, as a value: one call is a whole batch. So the code that runs loops is
/// compiled once.
using probed_loop = std::function<loop_report(loop_probe&)>;
/// A loop for clock-pair runs.
using clock_pair_loop = std::function<loop_report(clock_pair_probe<clock::chosen_clock>&)>;
/// A loop that brings about events.
using event_loop = std::function<loop_report(event_probe<clock::chosen_clock>&)>;

/// A case with `run` and `run_clock_pair` of these loops; `observed` may be empty.
[[nodiscard]] measured_case case_of(case_key key, std::string unit, std::uint64_t lap,
                                    std::size_t threads, probed_loop loop, clock_pair_loop observed,
                                    std::chrono::nanoseconds settling);

/// Makes a case from its loop.
///
///     auto loop = [](auto& probe) {
///         std::uint64_t done = 0;
///         while (probe.keep_running(done)) { ++done; } // an operation would be here
///         return tollgate::measure::loop_report{.probe_calls = {done + 1}};
///     };
///     const auto empty = tollgate::measure::make_case("loop/empty", "iteration", 1, 1, loop);
///
/// The loop is any copyable callable `loop_report loop(Probe&)`. It calls
/// `probe.keep_running(done)` before the first operation and after each one, and ends when that
/// returns false. It is compiled for rounds, whose probe is a `loop_probe`, and for clock-pair
/// runs. A loop that takes only a `loop_probe&` has no clock-pair run. The default settling time
/// covers page faults and cold caches.
template <class Loop>
measured_case make_case(case_key key, std::string unit, std::uint64_t lap, std::size_t threads,
                        Loop loop,
                        std::chrono::nanoseconds settling = std::chrono::microseconds(500)) {
    clock_pair_loop observed;
    if constexpr (std::invocable<const Loop&, clock_pair_probe<clock::chosen_clock>&>) {
        observed = loop;
    }
    return case_of(std::move(key), std::move(unit), lap, threads, std::move(loop),
                   std::move(observed), settling);
}

/// Makes a case from events that have to be waited for.
///
/// The loop is any copyable callable `loop_report loop(Probe&)`. It brings events about and adds
/// them to the probe, as long as the probe wants another. Its `probe_calls` are the events,
/// including the warm-up's.
[[nodiscard]] measured_case make_event_case(case_key key, std::string unit, std::size_t threads,
                                            event_loop loop, event_times times);

} // namespace tollgate::measure

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
    clock_pair_sums sums;              ///< the sums of the batch
    std::vector<std::string> failures; ///< the failed self-checks
    /// The number of intervals that ended before they began. Such an interval is also a failure.
    std::uint64_t backwards = 0;
};

/// The limit of the wait in the warm-up event of a batch. The other events may take longer.
inline constexpr std::chrono::nanoseconds longest_warm_up = std::chrono::milliseconds(2);

/// The times of a case's events.
struct event_times {
    std::chrono::nanoseconds lasts{0}; ///< the usual time from one event to the next event
    /// The requested part of each event's time, such as the requested length of a sleep. This part
    /// is subtracted.
    std::chrono::nanoseconds expected{0};
    /// Whether the loop passes durations without clock readings to the probe. The cost of a reading
    /// is added to these durations after the batch, because this cost is subtracted later.
    bool without_readings = false;
    /// The time of the events in each batch that are not timed. Empty: one warm-up event, which
    /// lasts at most `longest_warm_up`.
    std::optional<std::chrono::nanoseconds> not_timed{};
};

/// A case that a program measures.
///
/// - *Threads*: `run` and `run_clock_pair` run on the calling thread. Each function returns
///   when the threads of the loop have ended. Make one call at a time: a call of one of them
///   must not overlap another call of either.
struct measured_case {
    case_key key;     ///< the identity of the case
    std::string unit; ///< what one operation is, in words
    /// The number of operations until each member (a thread or a fiber) has done one operation.
    std::uint64_t lap = 1;
    std::size_t threads = 1; ///< the number of threads that take part
    /// The time until the loop has a constant cost. Nothing is timed before this time has passed.
    std::chrono::nanoseconds settling{0};
    /// The length of each batch. A program with thousands of cases needs shorter batches.
    std::chrono::nanoseconds batch_lasts = batch_length;
    /// Runs a batch.
    std::function<batch(const schedule&, clock::source)> run;
    /// Runs a batch by the clock-pair method. Empty for events, and for loops that do not accept a
    /// clock_pair_probe.
    std::function<clock_pair_batch(std::uint64_t operations, clock::source)> run_clock_pair;

    /// How the value is found.
    method valued_by = method::untimed_loop;
    /// The times of the events, for `method::single_events`. For other methods, only `expected` is
    /// used, with another meaning: the part of an operation's time that the batch's
    /// interval does not contain.
    event_times events;
    /// Returns a reason if the record shows that the figures of the case must not be used. Then the
    /// case ends, but the run goes on. The function is called after incomplete batches and after
    /// the rounds. Empty: the case is never given up.
    std::function<std::optional<std::string>(const case_record&)> given_up;
    /// Whether the run fails if the case is given up.
    bool fails_if_given_up = true;
    /// The name of the case with which this case is compared. Empty: the program's first case.
    std::string compared_with;
};

/// A measured loop for rounds. One call is a whole batch. The type is the same for all loops, so
/// that the code that runs loops is compiled once.
using probed_loop = std::function<loop_report(loop_probe&)>;
/// A measured loop for clock-pair runs.
using clock_pair_loop = std::function<loop_report(clock_pair_probe<clock::chosen_clock>&)>;
/// A measured loop that causes events.
using event_loop = std::function<loop_report(event_probe<clock::chosen_clock>&)>;

/// Makes a case. Its function `run` calls `loop`, and its function `run_clock_pair` calls
/// `observed`. `observed` may be empty.
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
/// The loop is any copyable callable `loop_report loop(Probe&)`. The loop calls
/// `probe.keep_running(done)` before the first operation and after each operation, and ends when
/// this call returns false. The loop is compiled twice: for rounds, in which the probe is a
/// `loop_probe`, and for clock-pair runs. A loop that takes only a `loop_probe&` has no clock-pair
/// run. The default settling time covers page faults and cold caches.
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

/// Makes a case whose operations are events, for which the loop has to wait.
///
/// The loop is any copyable callable `loop_report loop(Probe&)`. The loop causes events and adds
/// them to the probe, as long as `probe.wanted()` returns true. In the report of the loop,
/// `probe_calls` is the number of events, including the warm-up events.
[[nodiscard]] measured_case make_event_case(case_key key, std::string unit, std::size_t threads,
                                            event_loop loop, event_times times);

} // namespace tollgate::measure

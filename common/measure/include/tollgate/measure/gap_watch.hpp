// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/gap_log.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::measure {

/// Finds the gaps in a stream of readings of one counter. A gap is a time in which something else
/// had the CPU of the reading thread.
///
/// The readings are as close to each other as a loop can make them. A step is the difference of two
/// successive readings. The usual step is one iteration of the reading loop. A step that is longer
/// than the usual step by `least` or more contains a gap. The length of the gap is the step minus
/// the usual step. This length is wrong by at most one usual step, 10 to 40 ns on today's machines.
///
/// Pure: the finder reads no clock. It stores at most `capacity` gaps. Further gaps are counted and
/// summed, and the longest further gap is also stored.
struct gap_finder {
    /// A gap in counts.
    struct raw_gap {
        std::int64_t after = 0;  ///< the last reading before the gap
        std::int64_t length = 0; ///< the step minus the usual step

        /// Returns whether all members are the same.
        friend bool operator==(const raw_gap&, const raw_gap&) = default;
    };

    /// Begins with the reading `first`. `first`, `usual_step` and `least` are in counts.
    gap_finder(std::int64_t first, std::int64_t usual_step, std::int64_t least,
               std::size_t most_listed)
        : last(first), step(usual_step), threshold(usual_step + least), capacity(most_listed) {
        // Writes all entries once, so that there is no page fault during the watch.
        gaps.resize(capacity);
        gaps.clear();
    }

    /// Adds the next reading.
    void add(std::int64_t reading) {
        const std::int64_t difference = reading - last;
        ++readings;
        if (difference >= threshold || difference < 0) [[unlikely]] {
            note(difference);
        }
        last = reading;
    }
    /// Notes an unusual step: a gap, or a step backwards.
    void note(std::int64_t difference);

    std::int64_t last;                ///< the last reading
    std::int64_t step;                ///< the usual step
    std::int64_t threshold;           ///< a step of this length or more contains a gap
    std::size_t capacity;             ///< the capacity of `gaps`
    std::vector<raw_gap> gaps;        ///< the first gaps
    std::uint64_t unlisted = 0;       ///< the number of further gaps
    std::int64_t unlisted_length = 0; ///< the sum of the lengths of the further gaps
    /// The longest further gap; the first of several equally long gaps. Absent if there are no
    /// further gaps.
    std::optional<raw_gap> longest_unlisted;
    std::int64_t lost = 0;      ///< the sum of the lengths of all gaps
    std::uint64_t readings = 0; ///< the number of added readings
    /// The number of readings that are less than the reading before. If this number is not 0, do
    /// not trust the counter.
    std::uint64_t backwards = 0;
};

/// Returns the usual step of these readings: the median of their steps, which does not change with
/// a few gaps. The result is at least 1. Precondition: at least two readings. Pure.
[[nodiscard]] std::int64_t usual_step_of(std::span<const std::int64_t> readings);

/// A step that is longer than the usual step by this time contains a gap.
inline constexpr std::chrono::nanoseconds least_gap = std::chrono::microseconds(1);
/// The largest number of listed gaps of a slice. Further gaps are counted and summed.
inline constexpr std::size_t most_gaps_in_slice = 4'096;

/// The result of watching for one slice of time.
struct watched_slice {
    std::vector<gap> gaps;               ///< the listed gaps, at most `most_gaps_in_slice`
    std::uint64_t unlisted = 0;          ///< the number of further gaps
    std::int64_t unlisted_ns = 0;        ///< the sum of the lengths of the further gaps
    std::optional<gap> longest_unlisted; ///< the longest further gap; absent if there is none
    std::int64_t lost_ns = 0;            ///< the sum of the lengths of all gaps
    std::int64_t watched_ns = 0;         ///< the time from the first reading to the last reading
    /// The part of `lost_ns` after the intended end of the slice, if the last gap contains this
    /// end. If this part is more than 0, the slice was longer than requested.
    std::int64_t beyond_ns = 0;
    std::uint64_t readings = 0;  ///< the number of readings
    std::uint64_t backwards = 0; ///< the number of readings less than the one before: a failure
    double step_ns = 0;          ///< the usual step, which is the largest error of a gap's length
};

/// One moment on two clocks.
struct watch_start {
    std::int64_t counts = 0;    ///< the moment on the counter
    std::int64_t steady_ns = 0; ///< the moment on the steady clock
};

/// Reads a counter again and again, until `length` has passed since the first reading, and finds
/// the gaps.
///
/// `reading` returns the counter, and `ns_per_count` is the length of a count. `start` is one
/// moment on the counter and on the steady clock, so that the function can compute the times of the
/// gaps on the steady clock. Between the first reading and the last reading, the function makes no
/// system call and allocates nothing.
template <class Reading>
watched_slice watch_counter(Reading reading, double ns_per_count, const watch_start& start,
                            std::chrono::nanoseconds length) {
    const auto counts_of = [&](std::chrono::nanoseconds time) {
        return std::llround(static_cast<double>(time.count()) / ns_per_count);
    };
    constexpr std::size_t trial_readings = 256; // enough to know the usual step
    std::array<std::int64_t, trial_readings> trial{};
    for (std::int64_t& entry : trial) {
        entry = reading();
    }
    const std::int64_t step = usual_step_of(trial);
    const std::int64_t slice = counts_of(length);
    gap_finder finder(0, step, counts_of(least_gap), most_gaps_in_slice);
    const std::int64_t first = reading();
    std::int64_t now = 0;
    std::int64_t before = 0;
    while (now < slice) {
        before = now;
        now = reading() - first;
        finder.add(now);
    }
    const auto ns_of = [&](std::int64_t counts) {
        return std::llround(static_cast<double>(counts) * ns_per_count);
    };
    watched_slice result;
    const auto gap_of = [&](const gap_finder::raw_gap& raw) {
        return gap{start.steady_ns + ns_of(first - start.counts + raw.after), ns_of(raw.length), 0};
    };
    result.gaps.reserve(finder.gaps.size());
    for (const gap_finder::raw_gap& raw : finder.gaps) {
        result.gaps.push_back(gap_of(raw));
    }
    if (finder.longest_unlisted) {
        result.longest_unlisted = gap_of(*finder.longest_unlisted);
    }
    result.unlisted = finder.unlisted;
    result.unlisted_ns = ns_of(finder.unlisted_length);
    result.lost_ns = ns_of(finder.lost);
    result.watched_ns = ns_of(now);
    const std::int64_t last = now - before - step;
    result.beyond_ns = last >= counts_of(least_gap) ? ns_of((std::min)(last, now - slice)) : 0;
    result.readings = finder.readings;
    result.backwards = finder.backwards;
    result.step_ns = static_cast<double>(step) * ns_per_count;
    return result;
}

/// Returns the share of a thread's own time that interrupts take.
///
/// Each gap of less than 200 µs counts as an interrupt. During a longer gap, another thread or the
/// host has the CPU, so this gap is not part of the thread's own time. `watch` watches one slice.
/// The function calls `watch` until the slices contain 5 ms of own time, at most ten times. The
/// result is absent if ten slices contain less own time.
[[nodiscard]] std::optional<double>
interrupts_share_of(const std::function<watched_slice()>& watch);

/// Returns the share of time that interrupts take on this CPU, from slices of 5 ms.
///
/// The calling thread moves to the CPU and watches with the steady clock. If there is no long gap,
/// the thread watches for 5 ms. Otherwise the thread watches for at most ten slices. A slice whose
/// end is in a gap lasts until the end of this gap. The result is absent if the thread cannot run
/// on this CPU, or is preempted too much.
[[nodiscard]] std::optional<double> interrupts_share_on(int cpu);

/// Measures the time that a thread loses although the thread never waits.
///
///     const tollgate::measure::gap_watch watch;
///     const auto slice = watch.watch(std::chrono::milliseconds(100));
///     const auto lost = std::chrono::nanoseconds(slice.lost_ns);
///
/// The calling thread does nothing but read the CPU's counter, or the steady clock if the counter
/// is not invariant. The thread finds each gap of 1 µs and more on its CPU. The caller chooses this
/// CPU. See gap_finder for the error of a length.
///
/// - *Threads*: several threads may use the same object, and the object can be copied.
/// - *Cost*: the first use in a process calibrates the counter. The calibration takes 16 ms (see
///   clock::tsc_clock).
class gap_watch {
public:
    /// Calibrates the counter at the first use in a process.
    gap_watch();

    /// Returns whether the watch reads the CPU's counter (true) or the steady clock (false).
    [[nodiscard]] bool reads_the_counter() const { return ns_per_count_ > 0; }
    /// Watches for one slice of this length.
    [[nodiscard]] watched_slice watch(std::chrono::nanoseconds length) const;

private:
    double ns_per_count_ = 0; ///< the length of a count of the counter; 0: the steady clock is read
};

// Design: an interruption lies within one iteration of the reading loop. The loop itself used an
// unknown part of this iteration: between nothing and all of it. For this part, a whole usual step
// is subtracted.

} // namespace tollgate::measure

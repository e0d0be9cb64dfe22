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

/// Finds the gaps in a stream of readings of one counter. The readings are as close to each other
/// as a loop can make them.
///
/// A step is the difference of two readings. Usually it is about `step` counts, which is one
/// iteration of the reading loop. A step that is longer by `least` or more is a gap. The gap's
/// length is the part of the step beyond `step`. It is wrong by no more than one usual step, 10 to
/// 40 ns on today's machines.
///
/// Pure: it reads no clock. At most `capacity` gaps are kept. Further gaps are counted and summed,
/// and the longest of them is kept, too.
struct gap_finder {
    /// A gap in counts.
    struct raw_gap {
        std::int64_t after = 0;  ///< the last reading before the gap
        std::int64_t length = 0; ///< the part of the step beyond the usual step

        /// Whether all members are the same.
        friend bool operator==(const raw_gap&, const raw_gap&) = default;
    };

    /// Begins with the reading `first`. All but `most_listed` are in counts.
    gap_finder(std::int64_t first, std::int64_t usual_step, std::int64_t least,
               std::size_t most_listed)
        : last(first), step(usual_step), threshold(usual_step + least), capacity(most_listed) {
        // Written once, so that no page has to be fetched during the watch.
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
    /// Notes an unusual difference: a gap, or a step backwards.
    void note(std::int64_t difference);

    std::int64_t last;                ///< the last reading
    std::int64_t step;                ///< the usual difference of two readings
    std::int64_t threshold;           ///< a difference of this much is a gap
    std::size_t capacity;             ///< of `gaps`
    std::vector<raw_gap> gaps;        ///< the first gaps
    std::uint64_t unlisted = 0;       ///< the number of further gaps
    std::int64_t unlisted_length = 0; ///< their length together
    /// The longest of them, and the first of equally long ones; absent if all gaps are listed.
    std::optional<raw_gap> longest_unlisted;
    std::int64_t lost = 0;       ///< the length of all gaps together
    std::uint64_t readings = 0;  ///< the number of added readings
    std::uint64_t backwards = 0; ///< readings less than the one before: do not trust the counter
};

/// The usual difference of these readings, of which there are at least two: the median, which a few
/// gaps among them do not move. At least 1. Pure.
[[nodiscard]] std::int64_t usual_step_of(std::span<const std::int64_t> readings);

/// A step that is longer than usual by this much is a gap.
inline constexpr std::chrono::nanoseconds least_gap = std::chrono::microseconds(1);
/// The most gaps that are listed of a slice; others are counted and summed.
inline constexpr std::size_t most_gaps_in_slice = 4'096;

/// The result of watching for one stretch of time.
struct watched_slice {
    std::vector<gap> gaps;               ///< at most `most_gaps_in_slice`
    std::uint64_t unlisted = 0;          ///< the number of further gaps
    std::int64_t unlisted_ns = 0;        ///< their length together
    std::optional<gap> longest_unlisted; ///< absent if all are listed
    std::int64_t lost_ns = 0;            ///< the length of all gaps together
    std::int64_t watched_ns = 0;         ///< from the first reading to the last
    /// The part of `lost_ns` after the slice's intended end, if a gap contains that end. If it is
    /// more than 0, the slice was watched for longer than was requested.
    std::int64_t beyond_ns = 0;
    std::uint64_t readings = 0;  ///< the number of readings
    std::uint64_t backwards = 0; ///< readings less than the one before: a failure
    double step_ns = 0; ///< the usual difference of two readings: the largest error of a gap
};

/// One moment on the counter and on the steady clock.
struct watch_start {
    std::int64_t counts = 0;    ///< on the counter
    std::int64_t steady_ns = 0; ///< on the steady clock
};

/// Watches with readings of one counter, until `length` has passed since the first of them.
///
/// `reading` returns the counter, and `ns_per_count` is the length of a count. Between the first
/// reading and the last, this makes no system call and allocates nothing.
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

/// The share of a thread's own time that interrupts take.
///
/// Interrupts are the gaps of less than 200 µs. During a longer gap, another thread or the host has
/// the CPU, so the gap is no part of the thread's own time. `watch` watches one slice. It is called
/// until the slices contain 5 ms of own time, and ten times at most. Absent: ten slices had less.
[[nodiscard]] std::optional<double>
interrupts_share_of(const std::function<watched_slice()>& watch);

/// The share of time that interrupts take on this CPU, by slices of 5 ms.
///
/// The calling thread moves to the CPU and watches by the steady clock: for 5 ms if no gap is long,
/// else for 50 ms at most, and until each slice's last gap ends. Absent: the thread cannot run
/// there, or is preempted too much.
[[nodiscard]] std::optional<double> interrupts_share_on(int cpu);

/// Watches for the time that a thread loses though it never waits.
///
///     const tollgate::measure::gap_watch watch;
///     const auto slice = watch.watch(std::chrono::milliseconds(100));
///     const auto lost = std::chrono::nanoseconds(slice.lost_ns);
///
/// The calling thread does nothing but read the CPU's counter, or the steady clock where the
/// counter is not invariant. It sees each gap of 1 µs and more on the CPU on which the caller has
/// put the thread. See gap_finder for the error of a length.
///
/// - *Threads*: a value; several threads may use the same one.
/// - *Cost*: the first use in a process calibrates the counter, which takes 16 ms
/// (clock::tsc_clock).
class gap_watch {
public:
    /// Calibrates the counter at the first use in a process.
    gap_watch();

    /// Whether it reads the CPU's counter, and not the steady clock.
    [[nodiscard]] bool reads_the_counter() const { return ns_per_count_ > 0; }
    /// Watches for this long.
    [[nodiscard]] watched_slice watch(std::chrono::nanoseconds length) const;

private:
    double ns_per_count_ = 0; ///< of the counter; 0: it is not used
};

// Design: the interruption of a gap lies within one iteration of the reading loop. The loop itself
// used an unknown part of this iteration: between nothing and all of it. A whole usual step is
// subtracted for it.

} // namespace tollgate::measure

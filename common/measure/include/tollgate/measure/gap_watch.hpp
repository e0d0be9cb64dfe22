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

/// Finds the gaps in a stream of readings of one counter, whose readings are as close to each other
/// as a loop can make them.
///
/// Two readings are usually `usual` counts apart, which is one turn of the loop that reads. If they
/// are farther apart by `least` or more, that is a gap. Its length is the distance beyond `usual`.
/// The interruption lies within one turn. The loop itself used a part of this turn that is not
/// known: it is between nothing and the whole turn, and `usual` is taken off for it. Hence the
/// length of a gap is wrong by no more than one turn, 10 to 40 ns on today's machines.
///
/// Pure: it reads no clock. At most `most` gaps are kept; further ones are counted and summed, and
/// the longest of these is kept, too.
struct gap_finder {
    struct found {
        std::int64_t after = 0; ///< the last reading before the gap
        std::int64_t length = 0;

        friend bool operator==(const found&, const found&) = default;
    };

    gap_finder(std::int64_t first, std::int64_t usual_counts, std::int64_t least,
               std::size_t most_listed)
        : last(first), usual(usual_counts), limit(usual + least), most(most_listed) {
        // Written once, so that no page has to be fetched while it looks.
        gaps.resize(most);
        gaps.clear();
    }

    void look(std::int64_t reading) {
        const std::int64_t distance = reading - last;
        ++looks;
        if (distance >= limit || distance < 0) [[unlikely]] {
            note(distance);
        }
        last = reading;
    }
    void note(std::int64_t distance);

    std::int64_t last;
    std::int64_t usual;
    std::int64_t limit;
    std::size_t most;
    std::vector<found> gaps;
    std::uint64_t unlisted = 0;
    std::int64_t unlisted_length = 0;
    std::optional<found> longest_unlisted; ///< of equal ones the first; absent if all are listed
    std::int64_t taken = 0;                ///< by all gaps together
    std::uint64_t looks = 0;
    std::uint64_t backwards = 0; ///< readings less than the one before: do not trust the counter
};

/// The usual distance of these readings, of which there are two at least: the median, which the few
/// gaps among them do not move. At least 1. Pure.
[[nodiscard]] std::int64_t usual_distance(std::span<const std::int64_t> readings);

/// Distances of readings that are longer than usual by this much are gaps.
inline constexpr std::chrono::nanoseconds least_gap = std::chrono::microseconds(1);
/// The most gaps that are listed of a slice; others are counted and summed.
inline constexpr std::size_t most_gaps_in_slice = 4'096;

/// The result of a stretch of watching.
struct watched_slice {
    std::vector<gap> gaps; ///< at most `most_gaps_in_slice`
    std::uint64_t unlisted = 0;
    std::int64_t unlisted_ns = 0;
    std::optional<gap> longest_unlisted; ///< absent if all are listed
    std::int64_t taken_ns = 0;           ///< by all gaps
    std::int64_t watched_ns = 0;         ///< from the first reading to the last
    /// The part of `taken_ns` behind the slice's end, by the gap in which it ended. If it is more
    /// than 0, the slice was watched for longer than was asked.
    std::int64_t beyond_ns = 0;
    std::uint64_t looks = 0;
    std::uint64_t backwards = 0; ///< readings less than the one before: a failure
    double turn_ns = 0;          ///< the usual distance of two readings: the largest error of a gap
};

/// One moment on the counter and on the steady clock.
struct watch_start {
    std::int64_t counts = 0;
    std::int64_t steady_ns = 0;
};

/// Watches by readings of one counter, each count of which lasts `ns_per_count`, until `length` has
/// passed since the first of them. Between the first reading and the last it makes no system call
/// and allocates nothing.
template <class Reading>
watched_slice watch_counter(Reading reading, double ns_per_count, const watch_start& start,
                            std::chrono::nanoseconds length) {
    const auto counts_of = [&](std::chrono::nanoseconds time) {
        return std::llround(static_cast<double>(time.count()) / ns_per_count);
    };
    constexpr std::size_t enough_to_know_a_turn = 256;
    std::array<std::int64_t, enough_to_know_a_turn> trial{};
    for (std::int64_t& one : trial) {
        one = reading();
    }
    const std::int64_t turn = usual_distance(trial);
    const std::int64_t slice = counts_of(length);
    gap_finder finder(0, turn, counts_of(least_gap), most_gaps_in_slice);
    const std::int64_t first = reading();
    std::int64_t now = 0;
    std::int64_t before = 0;
    while (now < slice) {
        before = now;
        now = reading() - first;
        finder.look(now);
    }
    const auto ns_of = [&](std::int64_t counts) {
        return std::llround(static_cast<double>(counts) * ns_per_count);
    };
    watched_slice seen;
    const auto gap_of = [&](const gap_finder::found& one) {
        return gap{start.steady_ns + ns_of(first - start.counts + one.after), ns_of(one.length), 0};
    };
    seen.gaps.reserve(finder.gaps.size());
    for (const gap_finder::found& one : finder.gaps) {
        seen.gaps.push_back(gap_of(one));
    }
    if (finder.longest_unlisted) {
        seen.longest_unlisted = gap_of(*finder.longest_unlisted);
    }
    seen.unlisted = finder.unlisted;
    seen.unlisted_ns = ns_of(finder.unlisted_length);
    seen.taken_ns = ns_of(finder.taken);
    seen.watched_ns = ns_of(now);
    const std::int64_t last = now - before - turn;
    seen.beyond_ns = last >= counts_of(least_gap) ? ns_of((std::min)(last, now - slice)) : 0;
    seen.looks = finder.looks;
    seen.backwards = finder.backwards;
    seen.turn_ns = static_cast<double>(turn) * ns_per_count;
    return seen;
}

/// The share of a thread's own time that interrupts take from it: the time that is taken in gaps of
/// less than 200 µs. In a longer gap another thread has the CPU, or the host, and the gap is no
/// part of the own time. Calls `watch`, which watches one slice, until 5 ms of own time have been
/// seen, ten times at most. Absent: ten slices had less.
[[nodiscard]] std::optional<double>
interrupts_share_of(const std::function<watched_slice()>& watch);

/// The same of this CPU, by slices of 5 ms. Watches by the steady clock, on the calling thread: for
/// 5 ms where no gap is long, and for 50 ms at most, beyond which the last gap of each slice may
/// reach. Absent: the thread cannot be there, or is preempted too much.
[[nodiscard]] std::optional<double> interrupts_share_on(int cpu);

/// Watches the time that the machine takes from a thread that never waits. The calling thread does
/// nothing but read the CPU's counter, or the steady clock where the counter is not invariant. It
/// sees each gap of 1 µs and more (see gap_finder for the error of a length).
///
/// It watches the CPU on which the caller has put the thread. The first use in a process calibrates
/// the counter, which takes 16 ms (clock::tsc_clock). A value; one may be used by several threads.
class gap_watch {
public:
    gap_watch();

    [[nodiscard]] bool reads_the_counter() const { return ns_per_count_ > 0; }
    [[nodiscard]] watched_slice watch(std::chrono::nanoseconds length) const;

private:
    double ns_per_count_ = 0; ///< of the counter; 0: it is not used
};

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::measure {

/// A piece of time that a thread lost although the thread never waited: something else had its CPU.
struct gap {
    std::int64_t at_ns = 0;     ///< the beginning, by std::chrono::steady_clock
    std::int64_t length_ns = 0; ///< the length
    std::uint64_t process = 0;  ///< the number of the pass; set by the session, not by the loop

    /// Returns whether all members are the same.
    friend bool operator==(const gap&, const gap&) = default;
};

/// A long gap, with the kernel's counts during the slice of the gap. A slice is a time for which a
/// thread watches its CPU.
struct counted_gap {
    gap interruption;                   ///< the gap
    std::vector<std::string> meanwhile; ///< the counts, in words

    /// Returns whether all members are the same.
    friend bool operator==(const counted_gap&, const counted_gap&) = default;
};

/// The watched time of all slices of a pass, and the lost part of this time.
struct watched_time {
    std::uint64_t process = 0;   ///< the number of the pass; set by the session, not by the loop
    std::int64_t lost_ns = 0;    ///< the lost time
    std::int64_t watched_ns = 0; ///< the watched time, which contains the lost time

    /// Returns whether all members are the same.
    friend bool operator==(const watched_time&, const watched_time&) = default;
};

/// The gaps of a case, in bounded memory.
///
/// If there are at most `most_listed` gaps, all gaps are listed. Otherwise an even selection over
/// the whole run is listed: one gap in 2, or one gap in 4, and so on. Gaps that are not listed
/// are counted and summed. The longest gaps, at most `most_longest`, are also stored with the
/// kernel's counts.
///
/// Only a hash of the gap decides whether the gap is listed. So the selection depends neither on
/// chance nor on the order in which logs are joined.
///
/// - *Threads*: one thread at a time.
struct gap_log {
    static constexpr std::size_t most_listed = 20'000; ///< the capacity of `listed`
    static constexpr std::size_t most_longest = 8;     ///< the capacity of `longest`

    std::vector<gap> listed;           ///< the listed gaps, in the order of their addition
    std::uint64_t one_in = 1;          ///< one gap in this number is listed; a power of 2
    std::vector<counted_gap> longest;  ///< the longest gaps, the longest first
    std::vector<watched_time> watched; ///< an entry for each pass
    std::uint64_t unlisted = 0;        ///< the number of gaps that are not listed
    std::int64_t unlisted_ns = 0;      ///< the sum of the lengths of these gaps

    /// Returns whether nothing was watched.
    [[nodiscard]] bool empty() const { return listed.empty() && unlisted == 0 && watched.empty(); }
    /// Returns the number of all gaps.
    [[nodiscard]] std::uint64_t count() const { return listed.size() + unlisted; }
    /// Returns the sum of the lengths of all gaps.
    [[nodiscard]] std::int64_t total_ns() const;

    /// Adds a gap to the list, or to the sum of the gaps that are not listed.
    void add(const gap& added);
    /// Returns whether a gap of this length is among the longest gaps so far.
    [[nodiscard]] bool is_among_longest(std::int64_t length_ns) const;
    /// Adds the gap to `longest` if the gap is among the longest gaps so far.
    void keep_if_among_longest(counted_gap candidate);
    /// Adds watched time to the entry of its pass.
    void add_watched(const watched_time& added);
    /// Adds the contents of another log.
    void add_all(const gap_log& other);

    /// Returns whether all members are the same.
    friend bool operator==(const gap_log&, const gap_log&) = default;

private:
    /// Shortens the list to one gap in `to_one_in`.
    void thin(std::uint64_t to_one_in);
};

/// Returns the same log with at most `most` listed gaps: the longest gaps, in their old order.
/// These gaps are not an even selection. Pure.
[[nodiscard]] gap_log shortened(const gap_log& whole, std::size_t most);

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::measure {

/// A stretch of time that a thread lost, though it never waited.
struct gap {
    std::int64_t at_ns = 0;     ///< its beginning, by std::chrono::steady_clock
    std::int64_t length_ns = 0; ///< its length
    std::uint64_t process = 0;  ///< the pass; a loop leaves it to the session

    /// Whether all members are the same.
    friend bool operator==(const gap&, const gap&) = default;
};

/// A long gap, and the kernel's counts during its watched slice.
struct counted_gap {
    gap interruption;                   ///< the gap
    std::vector<std::string> meanwhile; ///< the counts, in words for a reader

    /// Whether all members are the same.
    friend bool operator==(const counted_gap&, const counted_gap&) = default;
};

/// The time that was watched in all slices of a pass, and the part of it that was lost.
struct watched_time {
    std::uint64_t process = 0;   ///< the pass; a loop leaves it to the session
    std::int64_t lost_ns = 0;    ///< the lost time
    std::int64_t watched_ns = 0; ///< the watched time, which contains the lost time

    /// Whether all members are the same.
    friend bool operator==(const watched_time&, const watched_time&) = default;
};

/// The gaps of a case, in bounded memory.
///
/// Gaps that are not listed are counted and summed. The longest `most_longest` are also kept with
/// the kernel's counts. If there are more gaps than `most_listed`, a sample of them is listed,
/// which is even over the whole run: one gap in 2, then one in 4, and so on. A hash of the gap
/// alone decides whether it is listed. So the sample depends neither on chance nor on the order in
/// which logs are put together.
///
/// - *Threads*: one at a time.
struct gap_log {
    static constexpr std::size_t most_listed = 20'000; ///< the capacity of `listed`
    static constexpr std::size_t most_longest = 8;     ///< the capacity of `longest`

    std::vector<gap> listed;           ///< in the order in which they were added
    std::uint64_t one_in = 1;          ///< one gap in this number is listed; a power of 2
    std::vector<counted_gap> longest;  ///< the longest first
    std::vector<watched_time> watched; ///< each pass once
    std::uint64_t unlisted = 0;        ///< the number of gaps that are not listed
    std::int64_t unlisted_ns = 0;      ///< their length together

    /// Whether nothing was watched.
    [[nodiscard]] bool empty() const { return listed.empty() && unlisted == 0 && watched.empty(); }
    /// The number of all gaps.
    [[nodiscard]] std::uint64_t count() const { return listed.size() + unlisted; }
    /// The length of all gaps together.
    [[nodiscard]] std::int64_t total_ns() const;

    /// Adds a gap to the list, or to the sum of those that are not listed.
    void add(const gap& added);
    /// Whether a gap of this length belongs to the longest so far.
    [[nodiscard]] bool is_among_longest(std::int64_t length_ns) const;
    /// Adds the gap to `longest` if it is among the longest so far.
    void keep_if_among_longest(counted_gap candidate);
    /// Adds watched time to its pass.
    void add_watched(const watched_time& added);
    /// Adds all that another log contains.
    void add_all(const gap_log& other);

    /// Whether all members are the same.
    friend bool operator==(const gap_log&, const gap_log&) = default;

private:
    /// Lists fewer gaps: one in `to_one_in`.
    void thin(std::uint64_t to_one_in);
};

/// The same log with at most `most` gaps listed: the longest ones, in their old order. They are no
/// even sample. Pure.
[[nodiscard]] gap_log shortened(const gap_log& whole, std::size_t most);

} // namespace tollgate::measure

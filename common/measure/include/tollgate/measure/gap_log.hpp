// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::measure {

/// A stretch of time that was taken from a thread which never waits.
struct gap {
    std::int64_t at_ns = 0; ///< when it began, by std::chrono::steady_clock
    std::int64_t length_ns = 0;
    std::uint64_t process = 0; ///< the pass; a loop leaves it to the session

    friend bool operator==(const gap&, const gap&) = default;
};

/// A long gap, and in words what the kernel counted in its slice of watching.
struct counted_gap {
    gap seen;
    std::vector<std::string> meanwhile;

    friend bool operator==(const counted_gap&, const counted_gap&) = default;
};

/// The time that was watched in all slices of a pass, and the part of it that was taken.
struct watched_time {
    std::uint64_t process = 0; ///< the pass; a loop leaves it to the session
    std::int64_t taken_ns = 0;
    std::int64_t watched_ns = 0;

    friend bool operator==(const watched_time&, const watched_time&) = default;
};

/// The gaps of a case. Its memory is bounded: of the gaps that are not listed it has the number and
/// the sum. The longest `most_longest` are kept with what was counted meanwhile. Not thread safe.
/// If there are more gaps than `most_listed`, a sample of them is listed, which is even over the
/// whole run: one gap in 2, then one in 4, and so on. A hash of the gap alone decides which ones.
/// So the sample depends neither on chance nor on the order in which logs are put together.
struct gap_log {
    static constexpr std::size_t most_listed = 20'000;
    static constexpr std::size_t most_longest = 8;

    std::vector<gap> listed;           ///< in the order in which they were added
    std::uint64_t one_in = 1;          ///< one gap in this number is listed; a power of 2
    std::vector<counted_gap> longest;  ///< the longest first
    std::vector<watched_time> watched; ///< each pass once
    std::uint64_t unlisted = 0;
    std::int64_t unlisted_ns = 0;

    [[nodiscard]] bool empty() const { return listed.empty() && unlisted == 0 && watched.empty(); }
    [[nodiscard]] std::uint64_t count() const { return listed.size() + unlisted; }
    [[nodiscard]] std::int64_t total_ns() const;

    void add(const gap& one);
    /// Whether a gap of this length belongs to the longest so far.
    [[nodiscard]] bool is_among_longest(std::int64_t length_ns) const;
    void keep_if_among_longest(counted_gap one);
    void add_watched(const watched_time& some);
    void add_all(const gap_log& other);

    friend bool operator==(const gap_log&, const gap_log&) = default;

private:
    /// Lists fewer gaps: one in `to_one_in`.
    void thin(std::uint64_t to_one_in);
};

/// The same log with at most `most` gaps listed: the longest ones, in the order in which they were.
/// They are no even sample. Pure.
[[nodiscard]] gap_log shortened(const gap_log& whole, std::size_t most);

} // namespace tollgate::measure

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
    std::uint64_t process = 0; ///< in which pass; a loop leaves it to the session

    friend bool operator==(const gap&, const gap&) = default;
};

/// A long gap, and what the kernel counted in the slice of watching in which it lies, in words.
struct counted_gap {
    gap seen;
    std::vector<std::string> meanwhile;

    friend bool operator==(const counted_gap&, const counted_gap&) = default;
};

/// The gaps of a case. Its memory is bounded: of those beyond `most_listed` it has the number and
/// the sum, and of the longest `most_longest` what was counted meanwhile. Not thread safe.
struct gap_log {
    static constexpr std::size_t most_listed = 20'000;
    static constexpr std::size_t most_longest = 8;

    std::vector<gap> listed;          ///< in the order in which they were added
    std::vector<counted_gap> longest; ///< the longest first
    std::uint64_t unlisted = 0;
    std::int64_t unlisted_ns = 0;

    [[nodiscard]] bool empty() const { return listed.empty() && unlisted == 0; }
    [[nodiscard]] std::uint64_t count() const { return listed.size() + unlisted; }
    [[nodiscard]] std::int64_t total_ns() const;

    void add(const gap& one);
    /// Whether a gap of this length belongs to the longest so far.
    [[nodiscard]] bool is_among_longest(std::int64_t length_ns) const;
    void keep_if_among_longest(counted_gap one);
    void add_all(const gap_log& other);

    friend bool operator==(const gap_log&, const gap_log&) = default;
};

/// The same with at most so many listed: the longest ones, in the order in which they were. Pure.
[[nodiscard]] gap_log shortened(const gap_log& whole, std::size_t most);

} // namespace tollgate::measure

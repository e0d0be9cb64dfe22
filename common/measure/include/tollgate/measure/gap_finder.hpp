// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
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
class gap_finder {
public:
    struct found {
        std::int64_t after = 0; ///< the last reading before the gap
        std::int64_t length = 0;

        friend bool operator==(const found&, const found&) = default;
    };

    gap_finder(std::int64_t first, std::int64_t usual, std::int64_t least, std::size_t most)
        : last_(first), usual_(usual), limit_(usual + least), most_(most) {
        // Written once, so that no page has to be fetched while it looks.
        found_.resize(most);
        found_.clear();
    }

    void look(std::int64_t reading) {
        const std::int64_t distance = reading - last_;
        ++looks_;
        if (distance >= limit_ || distance < 0) [[unlikely]] {
            note(distance);
        }
        last_ = reading;
    }

    [[nodiscard]] const std::vector<found>& gaps() const { return found_; }
    [[nodiscard]] std::uint64_t unlisted() const { return unlisted_; }
    [[nodiscard]] std::int64_t unlisted_length() const { return unlisted_length_; }
    /// The longest gap that is not in the list, of equal ones the first; absent if all are in it.
    [[nodiscard]] const std::optional<found>& longest_unlisted() const { return longest_unlisted_; }
    /// The length of all gaps together.
    [[nodiscard]] std::int64_t taken() const { return taken_; }
    [[nodiscard]] std::uint64_t looks() const { return looks_; }
    /// Readings that were less than the one before: the counter cannot be trusted.
    [[nodiscard]] std::uint64_t backwards() const { return backwards_; }

private:
    void note(std::int64_t distance);

    std::int64_t last_;
    std::int64_t usual_;
    std::int64_t limit_;
    std::size_t most_;
    std::uint64_t looks_ = 0;
    std::uint64_t backwards_ = 0;
    std::int64_t taken_ = 0;
    std::vector<found> found_;
    std::uint64_t unlisted_ = 0;
    std::int64_t unlisted_length_ = 0;
    std::optional<found> longest_unlisted_;
};

/// The usual distance of these readings, of which there are two at least: the median, which the few
/// gaps among them do not move. At least 1. Pure.
[[nodiscard]] std::int64_t usual_distance(std::span<const std::int64_t> readings);

} // namespace tollgate::measure

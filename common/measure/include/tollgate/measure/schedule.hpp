// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace tollgate::measure {

/// Successive groups of the same size. A group is a number of successive operations. The clock is
/// read before and after each group.
struct segment {
    std::uint64_t groups = 0; ///< the number of groups
    std::uint64_t size = 0;   ///< the number of operations in each group

    /// Returns the number of operations in all groups.
    [[nodiscard]] std::uint64_t operations() const { return groups * size; }
    /// Returns whether all members are the same.
    friend bool operator==(const segment&, const segment&) = default;
};

/// The usual length of the batch for a loop's value, and of the batch for its samples. The length
/// does not depend on the budget, because a value must not depend on the time for the run.
inline constexpr std::chrono::nanoseconds batch_length = std::chrono::milliseconds(2);

/// The work of one batch: a warm-up that is not timed, and then the segments. There is no pause
/// between these parts.
struct schedule {
    std::uint64_t warmup = 1;      ///< the number of operations in the warm-up, at least 1
    std::vector<segment> segments; ///< the segments, in the order of the batch
    /// Called on any thread by a batch that waits for a long time. If this function returns true,
    /// the batch ends early.
    std::function<bool()> interrupted{};

    /// Returns the number of groups in all segments.
    [[nodiscard]] std::uint64_t groups() const {
        std::uint64_t sum = 0;
        for (const segment& part : segments) {
            sum += part.groups;
        }
        return sum;
    }
    /// Returns the number of operations, including the operations of the warm-up.
    [[nodiscard]] std::uint64_t operations() const {
        std::uint64_t sum = warmup;
        for (const segment& part : segments) {
            sum += part.operations();
        }
        return sum;
    }
};

} // namespace tollgate::measure

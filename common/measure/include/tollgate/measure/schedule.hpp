// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tollgate::measure {

/// Successive intervals of the same size.
struct segment {
    std::uint64_t groups = 0; ///< the number of intervals
    std::uint64_t size = 0;   ///< the operations in each, between two clock readings

    /// The operations in all intervals.
    [[nodiscard]] std::uint64_t operations() const { return groups * size; }
    /// Whether all members are the same.
    friend bool operator==(const segment&, const segment&) = default;
};

/// The work of one batch: operations that are not timed, then the segments without a pause.
struct schedule {
    std::uint64_t warmup = 1;      ///< untimed operations, at least 1
    std::vector<segment> segments; ///< in their order
    /// Called, from any thread, by batches that wait for long. If it returns true, they end early.
    std::function<bool()> interrupted{};

    /// The number of intervals.
    [[nodiscard]] std::uint64_t groups() const {
        std::uint64_t sum = 0;
        for (const segment& part : segments) {
            sum += part.groups;
        }
        return sum;
    }
    /// The number of operations, including the warm-up's.
    [[nodiscard]] std::uint64_t operations() const {
        std::uint64_t sum = warmup;
        for (const segment& part : segments) {
            sum += part.operations();
        }
        return sum;
    }
};

} // namespace tollgate::measure

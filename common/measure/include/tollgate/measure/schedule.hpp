// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tollgate::measure {

/// `groups` intervals in a row, each of `size` operations between two clock readings.
struct segment {
    std::uint64_t groups = 0;
    std::uint64_t size = 0;

    [[nodiscard]] std::uint64_t operations() const { return groups * size; }
    friend bool operator==(const segment&, const segment&) = default;
};

/// The work of one batch: operations that are not timed, then the segments without a pause.
struct schedule {
    std::uint64_t warmup = 1; ///< at least 1
    std::vector<segment> segments;
    /// Asked, from any thread, by batches that wait for long: then they end before they are done.
    std::function<bool()> interrupted{};

    [[nodiscard]] std::uint64_t groups() const {
        std::uint64_t sum = 0;
        for (const segment& part : segments) {
            sum += part.groups;
        }
        return sum;
    }
    /// The warm-up's included.
    [[nodiscard]] std::uint64_t operations() const {
        std::uint64_t sum = warmup;
        for (const segment& part : segments) {
            sum += part.operations();
        }
        return sum;
    }
};

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>

namespace tollgate::fiber_test {

/// What a scheduler was seen to pick so far, and what it says of itself.
struct pick_counts {
    std::uint64_t picks = 0; ///< of any context; each is followed by one resume
    std::uint64_t dispatcher_passes = 0;
    /// The scheduler's own count of the same, if it has one.
    std::optional<std::uint64_t> passes_it_says{};
};

} // namespace tollgate::fiber_test

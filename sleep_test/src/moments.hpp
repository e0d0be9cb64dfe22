// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/moments.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::sleep_test {

/// For a slice. The sleeper has 50 µs to fall asleep. The latest moment is 1.8 ms, and nine tenths
/// of the slice if that is less: for all slices from 2 ms on the moments are the same, because a
/// CPU that has idled for longer takes longer to wake up, and that is not the slice's doing.
[[nodiscard]] measure::moments moments_within(std::chrono::milliseconds slice, std::uint64_t seed);

} // namespace tollgate::sleep_test

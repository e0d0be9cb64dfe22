// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace tollgate::sleep_test {

/// When wakes come, counted from when the sleeper went to sleep: at moments drawn evenly between
/// two limits, which may be one. Not thread safe.
class moments {
public:
    using nanoseconds = std::chrono::nanoseconds;

    moments(nanoseconds first, nanoseconds last, std::uint64_t seed);

    [[nodiscard]] nanoseconds next();
    [[nodiscard]] nanoseconds mean() const { return (first_ + last_) / 2; }
    [[nodiscard]] nanoseconds last() const { return last_; }

private:
    nanoseconds first_;
    nanoseconds last_;
    std::mt19937_64 random_;
};

/// For a slice. The sleeper has 50 µs to fall asleep. The latest moment is 1.8 ms, and nine tenths
/// of the slice if that is less: for all slices from 2 ms on the moments are the same, because a
/// CPU that has idled for longer takes longer to wake up, and that is not the slice's doing.
[[nodiscard]] moments moments_within(std::chrono::milliseconds slice, std::uint64_t seed);

} // namespace tollgate::sleep_test

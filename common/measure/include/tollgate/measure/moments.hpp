// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace tollgate::measure {

/// When events are brought about, counted from when all was ready for them: at moments drawn evenly
/// between two limits, which may be one. Not thread safe.
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

} // namespace tollgate::measure

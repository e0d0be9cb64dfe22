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

    moments(nanoseconds first, nanoseconds last, std::uint64_t seed)
        : first_(first), last_(last), random_(seed) {}

    [[nodiscard]] nanoseconds next() {
        std::uniform_int_distribution<std::int64_t> any(first_.count(), last_.count());
        return nanoseconds(any(random_));
    }
    [[nodiscard]] nanoseconds mean() const { return (first_ + last_) / 2; }
    [[nodiscard]] nanoseconds last() const { return last_; }

private:
    nanoseconds first_;
    nanoseconds last_;
    std::mt19937_64 random_;
};

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace tollgate::noise_test {

/// How many counts of a probe's clock a nanosecond of the steady clock is, from what both have
/// moved since this was made. For lengths that a loop takes by the steady clock, or by a counter of
/// its own, and hands to a probe.
///
/// After 1 ms the scale is right to 1 part in 10,000; a clock that counts nanoseconds has exactly
/// 1. Refers to the probe. Not thread safe.
template <class Probe>
class count_scale {
public:
    explicit count_scale(const Probe& probe)
        : probe_(probe), counts_(probe.begin()), since_(std::chrono::steady_clock::now()) {}

    [[nodiscard]] std::int64_t counts_of(std::int64_t ns) const {
        return std::llround(static_cast<double>(ns) * per_ns());
    }

private:
    [[nodiscard]] double per_ns() const {
        const auto passed = std::chrono::nanoseconds(std::chrono::steady_clock::now() - since_);
        const auto counts = static_cast<double>(probe_.end() - counts_);
        const auto ns = static_cast<double>(std::max<std::int64_t>(1, passed.count()));
        // The system sets the rate of a clock right by up to 500 parts in a million, and the four
        // readings were not made at the same time.
        const double nearly = 0.001 + 500.0 / ns;
        const double ratio = counts / ns;
        return ratio > 0 && std::abs(ratio - 1) > nearly ? ratio : 1.0;
    }

    const Probe& probe_;
    std::int64_t counts_;
    std::chrono::steady_clock::time_point since_;
};

} // namespace tollgate::noise_test

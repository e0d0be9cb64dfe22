// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/rate.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace tollgate::noise_test {

/// The number of counts of a probe's clock in a nanosecond of the steady clock, from the distance
/// that both have moved since this was made. It is for lengths that a loop takes by the steady
/// clock, or by a counter of its own, and hands to a probe.
///
/// After 1 ms the scale is right to 1 part in 10,000; a clock that counts nanoseconds has exactly
/// 1. Refers to the probe. Not thread safe.
template <class Probe>
class count_scale {
public:
    explicit count_scale(const Probe& probe) : probe_(probe), since_(now()) {}

    [[nodiscard]] std::int64_t counts_of(std::int64_t ns) const {
        return std::llround(static_cast<double>(ns) * per_ns());
    }

private:
    struct probe_stopwatch {
        const Probe* of;
        [[nodiscard]] std::int64_t begin() const { return of->begin(); }
        [[nodiscard]] std::int64_t end() const { return of->end(); }
    };
    struct steady_stopwatch {
        [[nodiscard]] static std::int64_t begin() {
            const std::chrono::nanoseconds since =
                std::chrono::steady_clock::now().time_since_epoch();
            return since.count();
        }
        [[nodiscard]] static std::int64_t end() { return begin(); }
    };

    /// The tightest of a few, so that an interrupt between the two readings is left out.
    [[nodiscard]] clock::paired_reading now() const {
        constexpr int tries = 8;
        return clock::read_pair(probe_stopwatch{&probe_}, steady_stopwatch{}, tries);
    }

    [[nodiscard]] double per_ns() const {
        const clock::paired_reading here = now();
        const auto ns =
            static_cast<double>(std::max<std::int64_t>(1, here.reference_ns - since_.reference_ns));
        const double ratio = static_cast<double>(here.counts - since_.counts) / ns;
        // The system corrects the rate of a clock by up to 500 parts in a million.
        const double nearly = 0.001 + static_cast<double>(here.width_ns + since_.width_ns) / ns;
        return ratio > 0 && std::abs(ratio - 1) > nearly ? ratio : 1.0;
    }

    const Probe& probe_;
    clock::paired_reading since_;
};

} // namespace tollgate::noise_test

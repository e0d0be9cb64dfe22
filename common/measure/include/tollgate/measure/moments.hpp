// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace tollgate::measure {

/// The moments at which events are brought about: random times since all was ready for the event,
/// drawn evenly between two bounds, which may be equal.
///
/// - *Threads*: one at a time.
class moments {
public:
    /// The unit of the moments.
    using nanoseconds = std::chrono::nanoseconds;

    /// Moments from `first` to `last`; the same seed gives the same moments.
    moments(nanoseconds first, nanoseconds last, std::uint64_t seed)
        : first_(first), last_(last), random_(seed) {}

    /// Draws the next moment.
    [[nodiscard]] nanoseconds next() {
        std::uniform_int_distribution<std::int64_t> any(first_.count(), last_.count());
        return nanoseconds(any(random_));
    }
    /// The mean of all possible moments.
    [[nodiscard]] nanoseconds mean() const { return (first_ + last_) / 2; }
    /// The last possible moment.
    [[nodiscard]] nanoseconds last() const { return last_; }

private:
    nanoseconds first_;
    nanoseconds last_;
    std::mt19937_64 random_;
};

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace tollgate::measure {

/// Draws random moments at which a thread causes events. A moment is stored as a delay: when
/// everything is ready for the event, the thread waits for this delay, and then causes the event.
/// All delays between two bounds are equally likely. The bounds may be equal.
///
/// - *Threads*: one thread at a time.
class moments {
public:
    /// The unit of the moments.
    using nanoseconds = std::chrono::nanoseconds;

    /// Draws moments from `first` to `last`. The same seed gives the same moments.
    moments(nanoseconds first, nanoseconds last, std::uint64_t seed)
        : first_(first), last_(last), random_(seed) {}

    /// Draws the next moment.
    [[nodiscard]] nanoseconds next() {
        std::uniform_int_distribution<std::int64_t> any(first_.count(), last_.count());
        return nanoseconds(any(random_));
    }
    /// Returns the mean of all possible moments.
    [[nodiscard]] nanoseconds mean() const { return (first_ + last_) / 2; }
    /// Returns the last possible moment.
    [[nodiscard]] nanoseconds last() const { return last_; }

private:
    nanoseconds first_;
    nanoseconds last_;
    std::mt19937_64 random_;
};

} // namespace tollgate::measure

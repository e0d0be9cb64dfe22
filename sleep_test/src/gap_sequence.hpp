// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <random>

namespace tollgate::sleep_test {

/// The order of two gaps. A gap is the time from the beginning of a wait to its wake-up call.
enum class gap_order {
    alternating, ///< the first, the second, the first …
    random       ///< nine of ten gaps are the first, at random: bursts
};

/// The gaps of a case, one after the other. The two gaps may be equal.
///
/// - *Threads*: one thread at a time.
class gap_sequence {
public:
    using microseconds = std::chrono::microseconds;

    gap_sequence(microseconds first, microseconds second, gap_order order, std::uint64_t seed)
        : first_(first), second_(second), order_(order), random_(seed) {}

    [[nodiscard]] microseconds next() {
        is_first_ = order_ == gap_order::random ? is_first_at_random_(random_) : !is_first_;
        return is_first_ ? first_ : second_;
    }
    [[nodiscard]] microseconds mean() const {
        return order_ == gap_order::random ? (first_ * 9 + second_) / 10 : (first_ + second_) / 2;
    }

private:
    microseconds first_;
    microseconds second_;
    gap_order order_;
    std::mt19937_64 random_;
    std::bernoulli_distribution is_first_at_random_{0.9};
    bool is_first_ = false;
};

} // namespace tollgate::sleep_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace tollgate::timeout_test {

/// Of a clock that is moved by hand.
using moment = std::chrono::nanoseconds;

/// What a crowd of timers is asked to do, whatever it is made of: which of them are the sample, and
/// when each is due. Drawn at random; or in the order in which the timers stand, each later than
/// all others.
///
/// All but the sample are due in an hour and a random part of a minute. The sample takes its turn
/// through all timers, so none gets so old.
class timer_draft {
public:
    timer_draft(std::size_t timers, bool in_order, std::uint64_t seed);

    [[nodiscard]] moment now() const { return now_; }
    void move_to(moment when) { now_ = when; }

    [[nodiscard]] std::size_t sample_size() const { return sample_.size(); }
    [[nodiscard]] const std::vector<std::size_t>& sample() const { return sample_; }
    [[nodiscard]] moment deadline(std::size_t which) const { return deadlines_[which]; }
    void set_deadline(std::size_t which, moment when) { deadlines_[which] = when; }

    /// Another sample: at random out of all of it, or those that are due first.
    void choose();
    /// A deadline as most have it.
    [[nodiscard]] moment far();
    /// For the sample: such ones; a little later than now; within the time that is the sample's
    /// share of a minute.
    void new_deadlines();
    void later_deadlines();
    void near_deadlines();

    /// Moments right before the first of the sample is due, in the middle, and when all are. Each
    /// is to expire.
    [[nodiscard]] std::vector<moment> expiry(moment resolution);
    /// What is wrong with one that expired at this step, or null.
    const char* judge(std::size_t which, const std::vector<moment>& steps, std::size_t step,
                      moment resolution);

    static constexpr std::size_t most_in_a_sample = 1'000;

private:
    [[nodiscard]] moment random_below(moment end);
    [[nodiscard]] moment share() const;

    bool in_order_;
    std::mt19937_64 random_;
    moment now_{std::chrono::hours(1)};
    moment last_ = now_; ///< deadline in order
    std::size_t next_ = 0;
    std::vector<moment> deadlines_;
    std::vector<std::size_t> sample_;
    std::vector<char> is_due_; ///< and has not expired yet
};

} // namespace tollgate::timeout_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace tollgate::timeout_test {

/// A moment of a clock that is moved by hand.
using moment = std::chrono::nanoseconds;

/// Draws the sample of a crowd of timers and their deadlines, whatever the timers are. Both are
/// random; or, in order, the sample is the next timers, and each deadline is later than all others.
///
/// All timers outside of the sample are due in an hour and a random part of a minute. The sample
/// goes through all timers, so no timer becomes that old.
class timer_draft {
public:
    timer_draft(std::size_t timers, bool in_order, std::uint64_t seed);

    [[nodiscard]] moment now() const { return now_; }
    void move_to(moment when) { now_ = when; }

    [[nodiscard]] std::size_t sample_size() const { return sample_.size(); }
    [[nodiscard]] const std::vector<std::size_t>& sample() const { return sample_; }
    [[nodiscard]] moment deadline(std::size_t index) const { return deadlines_[index]; }
    void set_deadline(std::size_t index, moment when) { deadlines_[index] = when; }

    /// Chooses another sample: at random, or the timers that are due first.
    void choose();
    /// A deadline as most timers have it.
    [[nodiscard]] moment far();
    /// Gives the sample far deadlines.
    void new_deadlines();
    /// Moves the deadlines of the sample later by up to a second; in order, to far deadlines.
    void later_deadlines();
    /// Gives the sample deadlines within its share of a minute.
    void near_deadlines();

    /// Moments right before the first timer of the sample is due, in the middle, and when all are
    /// due. From now on each timer of the sample has to expire.
    [[nodiscard]] std::vector<moment> expiry(moment resolution);
    /// The failure of a timer that expired at this step, or null.
    const char* judge(std::size_t index, const std::vector<moment>& steps, std::size_t step,
                      moment resolution);

    static constexpr std::size_t most_in_a_sample = 1'000;

private:
    [[nodiscard]] moment random_below(moment end);
    [[nodiscard]] moment share() const;

    bool in_order_;
    std::mt19937_64 random_;
    moment now_{std::chrono::hours(1)};
    moment last_ = now_; ///< the last deadline in order
    std::size_t next_ = 0;
    std::vector<moment> deadlines_;
    std::vector<std::size_t> sample_;
    std::vector<char> is_due_; ///< which timers have to expire still
};

} // namespace tollgate::timeout_test

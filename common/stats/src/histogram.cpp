// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/histogram.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tollgate::stats {
namespace {

// Below 2^exact_bits a bucket is one value wide; above, an octave has 2^octave_bits buckets.
constexpr int exact_bits = 7;
constexpr int octave_bits = exact_bits - 1;
constexpr std::size_t exact_buckets = std::size_t{1} << exact_bits;
constexpr std::size_t octave_buckets = std::size_t{1} << octave_bits;

// Precondition: 0 <= value <= histogram::largest.
std::size_t index_of(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (bits < exact_buckets) {
        return bits;
    }
    const int octave = static_cast<int>(std::bit_width(bits)) - 1 - exact_bits;
    const std::uint64_t leading = bits >> (octave + 1); // octave_bits + 1 bits, the first one set
    return exact_buckets + static_cast<std::size_t>(octave) * octave_buckets +
           (leading - octave_buckets);
}

histogram::bucket bucket_at(std::size_t index, std::uint64_t count) {
    if (index < exact_buckets) {
        const auto value = static_cast<std::int64_t>(index);
        return {value, value, count};
    }
    const std::size_t above = index - exact_buckets;
    const std::size_t shift = above / octave_buckets + 1;
    const std::uint64_t low = (octave_buckets + above % octave_buckets) << shift;
    const std::uint64_t width = std::uint64_t{1} << shift;
    return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(low + width - 1), count};
}

double middle_of(std::size_t index) {
    const histogram::bucket limits = bucket_at(index, 0);
    return static_cast<double>(limits.low) + static_cast<double>(limits.high - limits.low) / 2;
}

void require(bool holds, const char* message) {
    if (!holds) {
        throw std::invalid_argument(message);
    }
}

bool fits(std::uint64_t count, std::uint64_t more) {
    return more <= std::numeric_limits<std::uint64_t>::max() - count;
}

} // namespace

void histogram::add(std::int64_t value) {
    if (value < 0) {
        ++negative_;
        return;
    }
    if (value > largest) {
        ++overflow_;
    } else {
        ++count_at(index_of(value));
    }
    widen(value, value);
    ++count_;
}

void histogram::merge(const histogram& other) {
    negative_ += other.negative_;
    if (other.count_ == 0) {
        return;
    }
    if (counts_.size() < other.counts_.size()) {
        counts_.resize(other.counts_.size());
    }
    for (std::size_t i = 0; i < other.counts_.size(); ++i) {
        counts_[i] += other.counts_[i];
    }
    widen(other.min_, other.max_);
    overflow_ += other.overflow_;
    count_ += other.count_;
}

void histogram::add_bucket(const bucket& added) {
    require(added.low >= 0 && added.low <= largest, "histogram: a bucket outside the range");
    const std::size_t index = index_of(added.low);
    require(bucket_at(index, added.count) == added, "histogram: not the limits of a bucket");
    require(added.count > 0, "histogram: an empty bucket");
    require(fits(count_, added.count), "histogram: too many values");
    count_at(index) += added.count;
    widen(added.low, added.high);
    count_ += added.count;
}

// Called before the values are counted, because the first values set the extremes.
void histogram::widen(std::int64_t low, std::int64_t high) {
    min_ = count_ == 0 ? low : std::min(min_, low);
    max_ = count_ == 0 ? high : std::max(max_, high);
}

std::uint64_t& histogram::count_at(std::size_t index) {
    if (index >= counts_.size()) {
        counts_.resize((index / octave_buckets + 1) * octave_buckets);
    }
    return counts_[index];
}

double histogram::quantile(double p) const {
    assert(count_ > 0);
    assert(p >= 0 && p <= 1);
    if (count_ == 0) {
        return 0;
    }
    const double position = static_cast<double>(count_ - 1) * p;
    const double whole = std::floor(position);
    // With more than 2^53 values, the last position may be rounded up past the last value.
    if (whole >= static_cast<double>(count_ - 1)) {
        return static_cast<double>(max_);
    }
    const auto index = static_cast<std::uint64_t>(whole);
    const double below = order_statistic(index);
    if (position == whole) {
        return below;
    }
    return std::lerp(below, order_statistic(index + 1), position - whole);
}

double histogram::order_statistic(std::uint64_t index) const {
    const auto smallest = static_cast<double>(min_);
    const auto greatest = static_cast<double>(max_);
    if (index == 0) {
        return smallest;
    }
    if (index + 1 >= count_) {
        return greatest;
    }
    std::uint64_t passed = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        passed += counts_[i];
        if (index < passed) {
            return std::clamp(middle_of(i), smallest, greatest);
        }
    }
    return greatest;
}

histogram::bucket histogram::bucket_of(std::int64_t value, std::uint64_t count) {
    assert(value >= 0 && value <= largest);
    return bucket_at(index_of(value), count);
}

std::vector<histogram::bucket> histogram::buckets() const {
    std::vector<bucket> result;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] != 0) {
            result.push_back(bucket_at(i, counts_[i]));
        }
    }
    return result;
}

histogram histogram::restore(std::span<const bucket> buckets, std::int64_t min, std::int64_t max,
                             std::uint64_t negative, std::uint64_t overflow) {
    histogram result;
    for (const bucket& entry : buckets) {
        require(result.count_ == 0 || entry.low > result.max_,
                "histogram: buckets overlap or are not ascending");
        result.add_bucket(entry);
    }
    require(fits(result.count_, overflow), "histogram: too many values");
    if (overflow > 0) {
        result.widen(largest + 1, std::numeric_limits<std::int64_t>::max());
    }
    result.negative_ = negative;
    result.overflow_ = overflow;
    result.count_ += overflow;
    result.require_extremes(min, max);
    result.min_ = min;
    result.max_ = max;
    return result;
}

// During `restore`, min_ and max_ are the outer ends of the first and the last bucket.
void histogram::require_extremes(std::int64_t min, std::int64_t max) const {
    if (count_ == 0) {
        require(min == 0 && max == 0, "histogram: extremes without values");
        return;
    }
    const std::int64_t first_high = min_ > largest ? max_ : bucket_at(index_of(min_), 0).high;
    const std::int64_t last_low = max_ > largest ? largest + 1 : bucket_at(index_of(max_), 0).low;
    require(min >= min_ && min <= first_high, "histogram: min is not in the first bucket");
    require(max >= last_low && max <= max_, "histogram: max is not in the last bucket");
    require(min <= max, "histogram: min is above max");
    require(count_ > 1 || min == max, "histogram: one value with two extremes");
}

} // namespace tollgate::stats

// SPDX-License-Identifier: BSL-1.0
#pragma once

// How often which value occurred, over twelve decades, within 1 %.
//
// Log-linear buckets: up to 2^7 each value has its own; above, each octave is divided into 64
// buckets of equal width. A bucket is represented by its middle, which is off by at most half a
// width, 1/128 of the value. The idea is that of HdrHistogram (G. Tene, hdrhistogram.org).
//
// Nothing is lost: negative values are counted apart, and values from 2^42 on are counted as
// overflow. An empty histogram owns no memory; a full one has 2368 buckets, 19 KB. `add` is O(1)
// but for growing, everything else O(buckets).
//
// It is not synchronized: one histogram a thread, merged afterwards.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tollgate::stats {

class histogram {
public:
    // The largest value that has a bucket.
    static constexpr std::int64_t largest = (std::int64_t{1} << 42) - 1;

    // Both limits belong to the bucket.
    struct bucket {
        std::int64_t low;
        std::int64_t high;
        std::uint64_t count;

        [[nodiscard]] bool operator==(const bucket&) const = default;
    };

    // A negative value changes nothing but negative().
    void add(std::int64_t value);

    // As if every value of `other` had been added here.
    void merge(const histogram& other);

    // Adds values of which only the bucket is known. min() and max() then reach to its limits, so
    // they are bounds instead of exact. Throws std::invalid_argument, and changes nothing, unless
    // the limits are those of one of our buckets and the count is neither 0 nor more than fits.
    void add_bucket(const bucket& more);

    // The overflowed values included, the negative ones not.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::uint64_t negative() const { return negative_; }
    [[nodiscard]] std::uint64_t overflow() const { return overflow_; }

    // Exact, overflowed values included; 0 while count() is 0.
    [[nodiscard]] std::int64_t(min)() const { return min_; }
    [[nodiscard]] std::int64_t(max)() const { return max_; }

    // The definition of quantile.hpp applied to the middles of the buckets, kept within min() and
    // max(); the first and the last order statistic are min() and max() themselves. Overflowed
    // values count as max(), so that a tail is never understated.
    // Precondition: count() > 0, 0 <= p <= 1.
    [[nodiscard]] double quantile(double p) const;

    // The bucket in which this value is counted, with this count.
    // Precondition: 0 <= value <= largest.
    [[nodiscard]] static bucket bucket_of(std::int64_t value, std::uint64_t count);

    // The ones with values in them, ascending, without the overflowed values.
    [[nodiscard]] std::vector<bucket> buckets() const;

    // The histogram that had these buckets() and numbers. Throws std::invalid_argument when none
    // can have had them.
    [[nodiscard]] static histogram restore(std::span<const bucket> buckets, std::int64_t min,
                                           std::int64_t max, std::uint64_t negative,
                                           std::uint64_t overflow);

private:
    void require_extremes(std::int64_t min, std::int64_t max) const;
    void widen(std::int64_t low, std::int64_t high);
    std::uint64_t& count_at(std::size_t index);
    [[nodiscard]] double order_statistic(std::uint64_t index) const;

    std::vector<std::uint64_t> counts_; // as long as the largest value so far needed
    std::uint64_t count_ = 0;
    std::uint64_t negative_ = 0;
    std::uint64_t overflow_ = 0;
    std::int64_t min_ = 0;
    std::int64_t max_ = 0;
};

} // namespace tollgate::stats

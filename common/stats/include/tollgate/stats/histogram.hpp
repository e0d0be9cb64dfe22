// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tollgate::stats {

/// A histogram: a list of buckets, which are ranges of values. Each bucket counts the values that
/// are added to the histogram. The values may span twelve decades. A quantile of the histogram
/// differs from the exact quantile by less than 1 %.
///
///     tollgate::stats::histogram lengths;
///     lengths.add(250);
///     lengths.add(900);
///     const double median = lengths.quantile(0.5);
///
/// No value is lost, because negative values and values of at least 2^42 have separate counts.
///
/// - *Threads*: one thread at a time. Use a histogram for each thread, and merge them afterwards.
/// - *Cost*: `add` is O(1), except if the histogram grows. All other functions are at most
///   O(buckets). An empty histogram owns no memory. A full histogram has 2368 buckets, 19 KB.
class histogram {
public:
    /// The largest value that has a bucket.
    static constexpr std::int64_t largest = (std::int64_t{1} << 42) - 1;

    /// A range of values, and how many values were in it.
    struct bucket {
        std::int64_t low;    ///< the smallest value of the bucket
        std::int64_t high;   ///< the largest value of the bucket
        std::uint64_t count; ///< the number of added values

        /// Whether all members are the same.
        [[nodiscard]] bool operator==(const bucket&) const = default;
    };

    /// Adds a value. A negative value changes only `negative()`.
    void add(std::int64_t value);

    /// Adds every value of `other`.
    void merge(const histogram& other);

    /// Adds values of which only the bucket is known. min() and max() are then bounds, and not
    /// exact. Throws std::invalid_argument, and changes nothing, if there is no bucket with these
    /// ends, or if the count is 0 or too large.
    void add_bucket(const bucket& added);

    /// The number of values, including values above `largest`, without negative values.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// The number of negative values.
    [[nodiscard]] std::uint64_t negative() const { return negative_; }
    /// The number of values above `largest`.
    [[nodiscard]] std::uint64_t overflow() const { return overflow_; }

    /// The smallest value, exact; negative values do not count. The result is 0 while count() is 0.
    [[nodiscard]] std::int64_t(min)() const { return min_; }
    /// The largest value, exact, including values above `largest`. The result is 0 while count() is
    /// 0.
    [[nodiscard]] std::int64_t(max)() const { return max_; }

    /// The quantile p, as quantile.hpp defines it. A value counts as the middle of its bucket, but
    /// not as less than min() or more than max(). The smallest and the largest value count as min()
    /// and max(). Values above `largest` count as max(), so that the tail is not too short.
    /// Precondition: count() > 0, 0 <= p <= 1.
    [[nodiscard]] double quantile(double p) const;

    /// Returns the bucket to which `value` belongs, with the member `count` set to `count`.
    /// Precondition: 0 <= value <= largest.
    [[nodiscard]] static bucket bucket_of(std::int64_t value, std::uint64_t count);

    /// The buckets that contain values, ascending, without the values above `largest`.
    [[nodiscard]] std::vector<bucket> buckets() const;

    /// Makes a copy of a histogram from the results of its functions buckets(), min(), max(),
    /// negative() and overflow(). Throws std::invalid_argument if no histogram has these results.
    [[nodiscard]] static histogram restore(std::span<const bucket> buckets, std::int64_t min,
                                           std::int64_t max, std::uint64_t negative,
                                           std::uint64_t overflow);

private:
    void require_extremes(std::int64_t min, std::int64_t max) const;
    void widen(std::int64_t low, std::int64_t high);
    std::uint64_t& count_at(std::size_t index);
    [[nodiscard]] double order_statistic(std::uint64_t index) const;

    std::vector<std::uint64_t> counts_; // as long as the largest value so far needs
    std::uint64_t count_ = 0;
    std::uint64_t negative_ = 0;
    std::uint64_t overflow_ = 0;
    std::int64_t min_ = 0;
    std::int64_t max_ = 0;
};

// Design: log-linear buckets. Up to 2^7 each value has its own bucket. Above, each octave (a power
// of two to the next) is divided into 64 buckets of equal width. A value counts as the middle of
// its bucket. So the error is at most half a width, which is 1/128 of the value. The idea comes
// from HdrHistogram (G. Tene, hdrhistogram.org).

} // namespace tollgate::stats

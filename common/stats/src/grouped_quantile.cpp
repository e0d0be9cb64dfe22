// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/grouped_quantile.hpp>
#include <tollgate/stats/mean_interval.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::stats {
namespace {

/// A group, and how many of its values are above the bucket that is looked at.
struct group {
    std::vector<histogram::bucket> buckets;
    double count;
    std::size_t next = 0;
    double above;
};

std::vector<group> groups_of(std::span<const histogram> histograms) {
    std::vector<group> groups;
    for (const histogram& values : histograms) {
        if (values.count() > 0) {
            const auto count = static_cast<double>(values.count());
            groups.push_back({values.buckets(), count, 0, count});
        }
    }
    return groups;
}

/// The sum of the groups' differences `above - share × count`, in units of the standard error that
/// it would have if the share were right.
double deviation(std::span<const group> groups, double share) {
    double above = 0;
    double all = 0;
    for (const group& each : groups) {
        above += each.above;
        all += each.count;
    }
    const auto size = static_cast<double>(groups.size());
    const double sum = above - share * all;
    double squares = 0;
    for (const group& each : groups) {
        squares += std::pow(each.above - share * each.count - sum / size, 2);
    }
    const double seen = std::clamp(above, 0.5, all - 0.5) / all;
    const double of_groups = std::max(0.0, size / (size - 1) * squares - all * seen * (1 - seen));
    const double scale = std::max(1.0, share * (1 - share) / (seen * (1 - seen)));
    return sum / std::sqrt(all * share * (1 - share) + scale * scale * of_groups);
}

} // namespace

std::optional<interval> grouped_quantile_interval(std::span<const histogram> histograms, double p,
                                                  double confidence) {
    std::vector<group> groups = groups_of(histograms);
    if (groups.size() < 2) {
        return std::nullopt;
    }
    const double needed = student_quantile(confidence, static_cast<double>(groups.size() - 1));
    std::vector<histogram::bucket> all;
    for (const group& each : groups) {
        all.insert(all.end(), each.buckets.begin(), each.buckets.end());
    }
    std::ranges::sort(all, {}, &histogram::bucket::low);
    std::optional<std::int64_t> low;
    for (const histogram::bucket& bucket : all) {
        // First with the values of this bucket: are certainly more than 1 - p at least `low`?
        if (deviation(groups, 1 - p) > needed) {
            low = bucket.low;
        }
        for (group& each : groups) {
            while (each.next < each.buckets.size() && each.buckets[each.next].low <= bucket.low) {
                each.above -= static_cast<double>(each.buckets[each.next++].count);
            }
        }
        if (low && deviation(groups, 1 - p) < -needed) {
            return interval{static_cast<double>(*low), static_cast<double>(bucket.high),
                            confidence};
        }
    }
    return std::nullopt;
}

} // namespace tollgate::stats

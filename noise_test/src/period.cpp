// SPDX-License-Identifier: BSL-1.0
#include "period.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace tollgate::noise_test {
namespace {

constexpr std::int64_t one_moment_ns = 100'000;
constexpr std::int64_t longest_ns = 20'000'000;
constexpr std::size_t fewest_gaps = 20;
constexpr double tolerance = 0.02; ///< of an interval, in both directions

struct moment {
    std::int64_t ns;
    double gaps;
};

std::vector<moment> moments_of(std::span<const std::int64_t> begins_ns) {
    std::vector<moment> moments;
    for (const std::int64_t ns : begins_ns) {
        if (moments.empty() || ns - moments.back().ns >= one_moment_ns) {
            moments.push_back({ns, 0});
        }
        ++moments.back().gaps;
    }
    return moments;
}

/// The middle of the densest intervals; 0 if there are none.
double mode_of(const std::vector<moment>& moments) {
    std::vector<std::int64_t> intervals;
    for (std::size_t i = 1; i < moments.size(); ++i) {
        if (const auto interval = moments[i].ns - moments[i - 1].ns; interval < longest_ns) {
            intervals.push_back(interval);
        }
    }
    std::ranges::sort(intervals);
    std::size_t most = 0;
    std::int64_t mode = 0;
    for (std::size_t begin = 0, end = 0; begin < intervals.size(); ++begin) {
        const double last = static_cast<double>(intervals[begin]) * (1 + 2 * tolerance);
        while (end < intervals.size() && static_cast<double>(intervals[end]) <= last) {
            ++end;
        }
        if (end - begin > most) {
            most = end - begin;
            mode = intervals[begin + most / 2];
        }
    }
    return static_cast<double>(mode);
}

/// The number of gaps with another gap at this interval.
double gaps_with(double interval_ns, const std::vector<moment>& moments) {
    const auto is_gap_at = [&](double ns) {
        const auto from = static_cast<std::int64_t>(ns - tolerance * interval_ns);
        const auto next = std::ranges::lower_bound(moments, from, {}, &moment::ns);
        return next != moments.end() &&
               static_cast<double>(next->ns) <= ns + tolerance * interval_ns;
    };
    double gaps = 0;
    for (const auto& [ns, gaps_then] : moments) {
        const auto at = static_cast<double>(ns);
        gaps += is_gap_at(at - interval_ns) || is_gap_at(at + interval_ns) ? gaps_then : 0;
    }
    return gaps;
}

} // namespace

std::optional<period> find_period(std::span<const std::int64_t> begins_ns) {
    const std::vector<moment> moments = moments_of(begins_ns);
    const double ns = mode_of(moments);
    const double by_chance =
        std::midpoint(gaps_with(0.9 * ns, moments), gaps_with(1.1 * ns, moments));
    const double share =
        (gaps_with(ns, moments) - by_chance) / static_cast<double>(begins_ns.size());
    return begins_ns.size() >= fewest_gaps && share > 0.5 ? std::optional(period{ns, share})
                                                          : std::nullopt;
}

} // namespace tollgate::noise_test

// SPDX-License-Identifier: BSL-1.0
#include "period.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace tollgate::noise_test {
namespace {

constexpr std::int64_t one_moment_ns = 100'000;
constexpr std::int64_t farthest_ns = 20'000'000;
constexpr std::size_t fewest_gaps = 20;
constexpr double unsure = 0.02; ///< of a distance, to each side

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

/// The middle one of the distances where they are densest; 0 if there are none.
double mode_of(const std::vector<moment>& moments) {
    std::vector<std::int64_t> distances;
    for (std::size_t i = 1; i < moments.size(); ++i) {
        if (const auto distance = moments[i].ns - moments[i - 1].ns; distance < farthest_ns) {
            distances.push_back(distance);
        }
    }
    std::ranges::sort(distances);
    std::size_t most = 0;
    std::int64_t mode = 0;
    for (std::size_t begin = 0, end = 0; begin < distances.size(); ++begin) {
        const double last = static_cast<double>(distances[begin]) * (1 + 2 * unsure);
        while (end < distances.size() && static_cast<double>(distances[end]) <= last) {
            ++end;
        }
        if (end - begin > most) {
            most = end - begin;
            mode = distances[begin + most / 2];
        }
    }
    return static_cast<double>(mode);
}

/// The number of gaps with another one at this distance.
double gaps_with(double distance_ns, const std::vector<moment>& moments) {
    const auto is_gap_at = [&](double ns) {
        const auto from = static_cast<std::int64_t>(ns - unsure * distance_ns);
        const auto next = std::ranges::lower_bound(moments, from, {}, &moment::ns);
        return next != moments.end() && static_cast<double>(next->ns) <= ns + unsure * distance_ns;
    };
    double gaps = 0;
    for (const auto& [ns, some] : moments) {
        const auto at = static_cast<double>(ns);
        gaps += is_gap_at(at - distance_ns) || is_gap_at(at + distance_ns) ? some : 0;
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

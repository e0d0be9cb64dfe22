// SPDX-License-Identifier: BSL-1.0
#include "period.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tollgate::noise_test {
namespace {

/// Parts of a period. Two divisions are tried, shifted by half a part, so that a cluster on a
/// border of one is in the middle of a part of the other.
constexpr std::size_t parts = 20;
constexpr std::size_t divisions = 2;
constexpr double allowed_error = 0.001;
constexpr double least_share = 0.1;
constexpr std::size_t fewest = 20;
constexpr std::int64_t longest_slice_ns = 20'000'000;

using part_counts = std::array<std::uint64_t, parts>;

/// How many turns of a period have a moment in each of its parts.
part_counts counts_of(std::span<const std::int64_t> moments, double ns, double shift) {
    part_counts counts{};
    std::array<std::int64_t, parts> last_turn;
    last_turn.fill(INT64_MIN);
    for (const std::int64_t moment : moments) {
        const double turns = static_cast<double>(moment - moments.front()) / ns + shift;
        const double whole = std::floor(turns);
        const auto part = std::min(parts - 1, static_cast<std::size_t>((turns - whole) * parts));
        const auto turn = static_cast<std::int64_t>(whole);
        if (last_turn[part] != turn) {
            last_turn[part] = turn;
            ++counts[part];
        }
    }
    return counts;
}

/// The logarithm of how likely it is at most that `hits` or more of `all` are in a part, if each is
/// with a chance of one in `parts`.
double log_chance(std::uint64_t hits, std::uint64_t all) {
    const double q = 1.0 / parts;
    const double p = static_cast<double>(hits) / static_cast<double>(all);
    if (p <= q) {
        return 0;
    }
    const double rest = p < 1 ? (1 - p) * std::log((1 - p) / (1 - q)) : 0;
    return -static_cast<double>(all) * (p * std::log(p / q) + rest);
}

/// What a period explains of these moments: the share of its densest part, beyond what each part
/// has where there is no period.
struct explained {
    double share = 0;  ///< of the densest part
    double shares = 0; ///< of all parts that are denser than by chance
};

explained explain(std::span<const std::int64_t> moments, double ns, double log_allowed) {
    explained best;
    for (std::size_t division = 0; division < divisions; ++division) {
        const double shift = static_cast<double>(division) / (parts * divisions);
        part_counts counts = counts_of(moments, ns, shift);
        std::uint64_t all = 0;
        for (const std::uint64_t one : counts) {
            all += one;
        }
        std::sort(counts.rbegin(), counts.rend());
        // The two densest may be a tick and that of its host.
        std::size_t dense = 0;
        std::uint64_t left = all;
        while (dense < 2 && left != 0 && log_chance(counts[dense], left) <= log_allowed) {
            left -= counts[dense++];
        }
        const double background = static_cast<double>(left) / static_cast<double>(parts - dense);
        explained now;
        for (std::size_t i = 0; i < dense; ++i) {
            now.shares += (static_cast<double>(counts[i]) - background) / static_cast<double>(all);
            now.share = i == 0 ? now.shares : now.share;
        }
        if (now.share > best.share) {
            best = now;
        }
    }
    return best;
}

std::vector<double> near(double ns, std::span<const std::int64_t> moments) {
    constexpr double within = 0.02;
    constexpr double most_work = 4e6; ///< moments looked at, all in all
    constexpr double most_tried = 4'000;
    const auto span = static_cast<double>(moments.back() - moments.front());
    // From one to the next the phases at the two ends part by a quarter of a part.
    const double step = ns / (4 * parts) * (ns / std::max(span, ns));
    const double wanted = 2 * within * ns / step;
    if (wanted > most_tried || wanted * static_cast<double>(moments.size()) > most_work) {
        return {};
    }
    const auto steps = static_cast<int>(wanted);
    std::vector<double> tried;
    tried.reserve(static_cast<std::size_t>(steps) + 1);
    for (int i = 0; i <= steps; ++i) {
        tried.push_back(ns * (1 - within) + i * step);
    }
    return tried;
}

/// So many of the first moments that an unusual period can be looked for among them.
std::span<const std::int64_t> first_of(std::span<const std::int64_t> moments, double ns) {
    const auto end = std::upper_bound(moments.begin(), moments.end(),
                                      moments.front() + static_cast<std::int64_t>(500 * ns));
    return moments.first(
        std::min<std::size_t>(1'000, static_cast<std::size_t>(end - moments.begin())));
}

} // namespace

std::optional<double> common_distance(std::span<const std::int64_t> moments_ns,
                                      std::int64_t farthest_ns) {
    constexpr double width = 0.02;
    std::vector<double> distances;
    for (std::size_t i = 1; i < moments_ns.size(); ++i) {
        const std::int64_t distance = moments_ns[i] - moments_ns[i - 1];
        if (distance > 0 && distance < farthest_ns) {
            distances.push_back(static_cast<double>(distance));
        }
    }
    if (distances.size() < fewest) {
        return std::nullopt;
    }
    std::sort(distances.begin(), distances.end());
    std::size_t most = 0;
    double middle = 0;
    for (std::size_t begin = 0, end = 0; begin < distances.size(); ++begin) {
        while (end < distances.size() && distances[end] <= distances[begin] * (1 + width)) {
            ++end;
        }
        if (end - begin > most) {
            most = end - begin;
            middle = distances[begin + most / 2];
        }
    }
    return static_cast<double>(most) >= least_share * static_cast<double>(distances.size())
               ? std::optional(middle)
               : std::nullopt;
}

std::optional<period> find_period(std::span<const std::int64_t> moments_ns) {
    if (moments_ns.size() < fewest) {
        return std::nullopt;
    }
    constexpr std::array usual_hz{100.0, 250.0, 300.0, 1000.0};
    std::vector<double> unusual;
    std::span<const std::int64_t> some;
    if (const auto distance = common_distance(moments_ns, longest_slice_ns)) {
        some = first_of(moments_ns, *distance);
        unusual = near(*distance, some);
    }
    const double tried =
        static_cast<double>((usual_hz.size() + unusual.size()) * parts * divisions);
    const double log_allowed = std::log(allowed_error / tried);
    std::vector<std::pair<double, explained>> found;
    found.reserve(usual_hz.size() + unusual.size());
    for (const double hz : usual_hz) {
        found.emplace_back(1e9 / hz, explain(moments_ns, 1e9 / hz, log_allowed));
    }
    for (const double ns : unusual) {
        found.emplace_back(ns, explain(some, ns, log_allowed));
    }
    double most = 0;
    for (const auto& [ns, of] : found) {
        most = std::max(most, of.share);
    }
    if (most < least_share) {
        return std::nullopt;
    }
    constexpr double about_as_much = 0.9;
    const std::pair<double, explained>* best = nullptr;
    for (const auto& one : found) {
        // What is tried near a common distance is one candidate: the best of it.
        const bool as_much = one.second.share >= about_as_much * most;
        if (as_much && (best == nullptr || one.first > 1.1 * best->first ||
                        (one.first > 0.9 * best->first && one.second.share > best->second.share))) {
            best = &one;
        }
    }
    return period{best->first, std::min(1.0, best->second.shares)};
}

} // namespace tollgate::noise_test

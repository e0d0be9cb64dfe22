// SPDX-License-Identifier: BSL-1.0
#include "period.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace tollgate::noise_test {
namespace {

/// Parts of a period. Two divisions are tried, shifted by half a part, so that a cluster on a
/// border of one is in the middle of a part of the other.
constexpr std::size_t parts = 20;
constexpr std::size_t divisions = 2;
/// The allowed chance of an error: once for the usual ticks and their multiples, once more for an
/// unusual period.
constexpr double allowed_error = 0.0005;
constexpr double least_share = 0.1;
constexpr double about_as_much = 0.9;
constexpr std::size_t fewest = 20;
constexpr std::size_t fewest_units = 6;
constexpr std::size_t most_units = 100;
constexpr std::size_t thirds = 3;
constexpr std::int64_t longest_slice_ns = 20'000'000;
/// An unusual period is looked for within this share of the most common distance.
constexpr double within = 0.02;

using moments = std::span<const std::int64_t>;

/// The units of the test, which are independent of each other where no phase is kept.
std::vector<moments> units_of(moments all) {
    std::vector<std::size_t> slices;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (slices.empty() || all[i] - all[slices.back()] >= longest_slice_ns) {
            slices.push_back(i);
        }
    }
    const std::size_t slices_a_unit = (slices.size() + most_units - 1) / most_units;
    std::vector<moments> units;
    for (std::size_t i = 0; i < slices.size(); i += slices_a_unit) {
        const std::size_t next = i + slices_a_unit;
        const std::size_t end = next < slices.size() ? slices[next] : all.size();
        units.push_back(all.subspan(slices[i], end - slices[i]));
    }
    return units;
}

struct part_counts {
    std::array<double, parts> turns{}; ///< turns of the period with a moment in that part
    std::array<double, parts> all{};   ///< moments in it
};

part_counts counts_of(moments some, std::int64_t zero, double ns, double shift) {
    part_counts counts;
    std::array<std::int64_t, parts> last_turn;
    last_turn.fill(INT64_MIN);
    for (const std::int64_t moment : some) {
        const double turns = static_cast<double>(moment - zero) / ns + shift;
        const double whole = std::floor(turns);
        const auto part = std::min(parts - 1, static_cast<std::size_t>((turns - whole) * parts));
        const auto turn = static_cast<std::int64_t>(whole);
        if (last_turn[part] != turn) {
            last_turn[part] = turn;
            ++counts.turns[part];
        }
        ++counts.all[part];
    }
    return counts;
}

double sum_of(const std::array<double, parts>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

/// The logarithm of an upper bound of a chance: that the mean of `numbers` independent numbers from
/// 0 to 1, each of which is expected to be `q`, is `mean` or more.
double log_chance(double mean, double numbers, double q) {
    const double p = std::min(1.0, mean);
    if (p <= q) {
        return 0;
    }
    const double rest = p < 1 ? (1 - p) * std::log((1 - p) / (1 - q)) : 0;
    return -numbers * (p * std::log(p / q) + rest);
}

/// All units together, at one period.
struct folded {
    std::array<double, parts> shares{}; ///< the mean over the units, each of which has 1 in sum
    std::array<std::array<double, parts>, thirds> in_third{}; ///< the same of a third of the run
    std::array<double, parts> all{};                          ///< moments
};

folded fold(const std::vector<moments>& units, double ns, double shift) {
    folded seen;
    std::array<double, thirds> units_in{};
    for (std::size_t i = 0; i < units.size(); ++i) {
        const part_counts counts = counts_of(units[i], units.front().front(), ns, shift);
        const double turns = sum_of(counts.turns);
        const std::size_t third = i * thirds / units.size();
        ++units_in[third];
        for (std::size_t part = 0; part < parts; ++part) {
            seen.in_third[third][part] += counts.turns[part] / turns;
            seen.all[part] += counts.all[part];
        }
    }
    for (std::size_t third = 0; third < thirds; ++third) {
        for (std::size_t part = 0; part < parts; ++part) {
            seen.shares[part] += seen.in_third[third][part] / static_cast<double>(units.size());
            seen.in_third[third][part] /= std::max(1.0, units_in[third]);
        }
    }
    return seen;
}

/// The part of these moments that a period explains: the share of its densest part, beyond the
/// share that each part has where there is no period.
struct explained {
    double ns = 0;
    double share = 0;   ///< of the densest part, in the mean over the units
    double of_gaps = 0; ///< of all parts that are denser than by chance, of all gaps
};

/// Whether a part is denser than chance makes it, in all of the run: by nearly as much in each
/// third of it.
bool is_dense(const folded& seen, std::size_t part, double units, double log_allowed) {
    constexpr double nearly = 0.75;
    return log_chance(seen.shares[part], units, 1.0 / parts) <= log_allowed &&
           std::all_of(seen.in_third.begin(), seen.in_third.end(), [&](const auto& third) {
               return third[part] >= nearly * seen.shares[part];
           });
}

explained explain_division(const folded& seen, double ns, double units, double log_allowed) {
    std::array<std::size_t, parts> order;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return seen.shares[a] > seen.shares[b]; });
    // The two densest may be a tick and that of its host.
    std::size_t dense = 0;
    double shares_left = 1;
    double gaps = 0;
    while (dense < 2 && is_dense(seen, order[dense], units, log_allowed)) {
        shares_left -= seen.shares[order[dense]];
        gaps += seen.all[order[dense++]];
    }
    explained found{ns};
    if (dense != 0) {
        const auto others = static_cast<double>(parts - dense);
        const double all = sum_of(seen.all);
        found.share = seen.shares[order[0]] - shares_left / others;
        found.of_gaps = (gaps - static_cast<double>(dense) * (all - gaps) / others) / all;
    }
    return found;
}

explained explain(const std::vector<moments>& units, double ns, double log_allowed) {
    explained best{ns};
    for (std::size_t division = 0; division < divisions; ++division) {
        const double shift = static_cast<double>(division) / (parts * divisions);
        const explained now = explain_division(fold(units, ns, shift), ns,
                                               static_cast<double>(units.size()), log_allowed);
        if (now.share > best.share) {
            best = now;
        }
    }
    return best;
}

double log_allowed_of(double periods) {
    return std::log(allowed_error / (periods * parts * divisions));
}

/// The step between periods that are tried over a stretch of time: from one to the next, the phases
/// at its two ends part by a quarter of a part.
double step_of(double ns, double span_ns) {
    return ns / (4 * parts) * (ns / std::max(span_ns, ns));
}

/// How well a period keeps its phase within each stretch, of which each may have another phase.
double evenness(const std::vector<moments>& stretches, double ns) {
    double sum = 0;
    for (const moments& one : stretches) {
        for (const double turns : counts_of(one, one.front(), ns, 0).turns) {
            sum += turns * turns;
        }
    }
    return sum;
}

std::vector<moments> stretches_of(moments all, double span_ns) {
    std::vector<moments> stretches;
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= all.size(); ++i) {
        if (i == all.size() || static_cast<double>(all[i] - all[begin]) > span_ns) {
            stretches.push_back(all.subspan(begin, i - begin));
            begin = i;
        }
    }
    return stretches;
}

/// Some of the stretches, from all over the run, with not much more than `most` moments.
std::vector<moments> some_of(const std::vector<moments>& stretches, std::size_t most) {
    std::size_t all = 0;
    for (const moments& one : stretches) {
        all += one.size();
    }
    const std::size_t each = std::max<std::size_t>(1, (all + most - 1) / most);
    std::vector<moments> some;
    for (std::size_t i = 0; i < stretches.size(); i += each) {
        some.push_back(stretches[i].first(std::min(most, stretches[i].size())));
    }
    return some;
}

/// A period, and how far to each side of it others are as even.
struct even_period {
    double ns = 0;
    double half_width_ns = 0;
};

/// The most even of the periods from `low` on, in `steps` steps; of equal ones the middle one.
even_period most_even(const std::vector<moments>& stretches, double low, double step, int steps) {
    double best = -1;
    int first = 0;
    int last = 0;
    for (int i = 0; i <= steps; ++i) {
        const double now = evenness(stretches, low + i * step);
        if (now > best) {
            best = now;
            first = i;
            last = i;
        } else if (now == best && last == i - 1) {
            last = i;
        }
    }
    return {low + step * (first + last) / 2, step * (last - first) / 2};
}

/// Whether some of these stretches are about as long as they may be. Where slices are far apart,
/// each stretch may hold a single slice, and says no more than a shorter one.
bool are_long(const std::vector<moments>& stretches, double span_ns) {
    return std::any_of(stretches.begin(), stretches.end(), [&](const moments& one) {
        return static_cast<double>(one.back() - one.front()) > span_ns / 2;
    });
}

/// A distance made exact: first within slices, then over longer and longer stretches up to the
/// whole run. Over each of them the period is looked for as far to each side as it was not known
/// before.
double exact_period(moments all, double distance_ns) {
    constexpr std::size_t looked_at_first = 2'500;
    constexpr double longer = 4;
    constexpr double fewest_steps_to_a_side = 16;
    constexpr double most_steps_to_a_side = 2'000;
    const auto span_ns = static_cast<double>(all.back() - all.front());
    double stretch_ns = std::min(span_ns, static_cast<double>(longest_slice_ns));
    double step = step_of(distance_ns, stretch_ns);
    even_period found = most_even(some_of(stretches_of(all, stretch_ns), looked_at_first),
                                  distance_ns * (1 - within), step,
                                  static_cast<int>(2 * within * distance_ns / step));
    double unsure_ns = found.half_width_ns + fewest_steps_to_a_side * step;
    while (stretch_ns < span_ns) {
        stretch_ns = std::min(span_ns, longer * stretch_ns);
        const auto stretches = stretches_of(all, stretch_ns);
        if (!are_long(stretches, stretch_ns)) {
            continue;
        }
        step = step_of(found.ns, stretch_ns);
        const auto to_a_side = static_cast<int>(
            std::clamp(std::ceil(unsure_ns / step), fewest_steps_to_a_side, most_steps_to_a_side));
        found = most_even(stretches, found.ns - to_a_side * step, step, 2 * to_a_side);
        unsure_ns = std::max(found.half_width_ns + longer * step, fewest_steps_to_a_side * step);
    }
    return found.ns;
}

/// The longest of the periods that explain about as much as the best. Of periods that differ by
/// less than a part in 1000 it is the first. If there are no periods, it explains nothing.
explained longest_of(const std::vector<explained>& all) {
    constexpr double alike = 0.001;
    double most = 0;
    for (const explained& one : all) {
        most = std::max(most, one.share);
    }
    explained best;
    for (const explained& one : all) {
        if (one.share >= about_as_much * most && one.ns > best.ns * (1 + alike)) {
            best = one;
        }
    }
    return best;
}

/// A multiple of a period explains as much if the gaps are at its turns alone. By chance the gaps
/// of each unit would be at others of the turns.
explained longest_multiple(const std::vector<moments>& units, explained of) {
    constexpr std::array primes{2, 3, 5, 7, 11, 13};
    constexpr double longest_ns = 1e9;
    for (std::size_t i = 0; i < primes.size();) {
        const double ns = of.ns * primes[i];
        const explained multiple =
            ns <= longest_ns ? explain(units, ns, log_allowed_of(1)) : explained{};
        const double kept = multiple.share / of.share;
        const double chance =
            log_chance(kept, static_cast<double>(units.size()) * of.share, 1.0 / primes[i]);
        if (kept >= about_as_much && chance <= std::log(allowed_error / primes.size())) {
            of = multiple;
        } else {
            ++i;
        }
    }
    return of;
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

bool may_tell_period(std::span<const std::int64_t> moments_ns) {
    return moments_ns.size() >= fewest && units_of(moments_ns).size() >= fewest_units;
}

std::optional<period> find_period(std::span<const std::int64_t> moments_ns) {
    if (!may_tell_period(moments_ns)) {
        return std::nullopt;
    }
    constexpr std::array usual_hz{100.0, 250.0, 300.0, 1000.0}; // the longest period first
    const std::vector<moments> units = units_of(moments_ns);
    std::vector<explained> found;
    found.reserve(usual_hz.size() + 1);
    for (const double hz : usual_hz) {
        found.push_back(explain(units, 1e9 / hz, log_allowed_of(usual_hz.size())));
    }
    if (const auto distance = common_distance(moments_ns, longest_slice_ns)) {
        const double ns = exact_period(moments_ns, *distance);
        const auto span_ns = static_cast<double>(moments_ns.back() - moments_ns.front());
        const double periods = 1 + 2 * within * ns / step_of(ns, span_ns);
        found.push_back(explain(units, ns, log_allowed_of(periods)));
    }
    explained best = longest_of(found);
    if (best.share < least_share) {
        return std::nullopt;
    }
    best = longest_multiple(units, best);
    return period{best.ns, std::clamp(best.of_gaps, 0.0, 1.0)};
}

} // namespace tollgate::noise_test

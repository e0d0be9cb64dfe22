// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/machine_speed.hpp>

#include <tollgate/measure/digits.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::measure {
namespace {

constexpr std::size_t fewest_loops = 20;
/// A loop that lost more than this share of its time lost it to more than interrupts.
constexpr double most_by_interrupts = 0.5;

} // namespace

machine_speed speed_during(std::span<const case_record> records, std::map<int, double> fast_ns,
                           const std::vector<double>& interrupts_shares) {
    machine_speed speed;
    speed.fast_ns = std::move(fast_ns);
    if (!interrupts_shares.empty()) {
        speed.interrupts_share = ten_digits(stats::median(interrupts_shares));
        // How far one share alone may be off is not known: no less than all of it.
        const auto range = stats::mean_interval(interrupts_shares, 0.95);
        speed.interrupts_u95 =
            range ? ten_digits(range->half_width()) : std::abs(speed.interrupts_share);
    }
    std::vector<double> ratios;
    for (const case_record& record : records) {
        const double fast = speed.fast_ns_on(record.cpus);
        for (const case_round& round : record.rounds) {
            if (fast > 0 && round.has_references()) {
                ratios.push_back(round.reference_before_ns / fast);
                ratios.push_back(round.reference_after_ns / fast);
            }
        }
    }
    speed.loops = ratios.size();
    if (!ratios.empty()) {
        std::sort(ratios.begin(), ratios.end());
        const auto slow = std::upper_bound(ratios.begin(), ratios.end(), fast_within);
        speed.fast_share = ten_digits(static_cast<double>(slow - ratios.begin()) /
                                      static_cast<double>(ratios.size()));
        speed.slow_ratio = ten_digits(stats::quantile(ratios, 0.9));
    }
    return speed;
}

double fast_level(std::span<const reference_time> loops) {
    constexpr std::size_t rank = 3;
    std::vector<double> least;
    least.reserve(loops.size());
    for (const reference_time& one : loops) {
        least.push_back(one.least_ns);
    }
    if (least.empty()) {
        return 0;
    }
    std::sort(least.begin(), least.end());
    return ten_digits(least[std::min(rank, least.size()) - 1]);
}

std::optional<double> interrupts_share(std::span<const reference_time> loops) {
    const double limit = fast_within * fast_level(loops);
    double all = 0;
    double taken = 0;
    std::size_t fast = 0;
    for (const reference_time& one : loops) {
        const double more = one.mean_ns - one.part_ns;
        if (one.part_ns <= limit && more < most_by_interrupts * one.mean_ns) {
            all += one.mean_ns;
            taken += more;
            ++fast;
        }
    }
    return fast < fewest_loops ? std::nullopt : std::optional(ten_digits(taken / all));
}

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/lost_time.hpp>

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/stats/mean_interval.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tollgate::report {
namespace {

constexpr std::size_t most_listed = 6;
constexpr std::size_t worst_listed = 3;

/// A percentage without its sign, with at least two digits.
std::string percent_number(double share) {
    const double percent = 100 * share;
    const double whole_digits = percent > 0 ? std::floor(std::log10(percent)) : 1;
    return fmt::format("{:.{}f}", percent,
                       static_cast<int>(std::clamp(1 - whole_digits, 0.0, 6.0)));
}

std::string range_text(double low, double high) {
    return percent_number(low) == percent_number(high)
               ? share_text(low)
               : percent_number(low) + " to " + share_text(high);
}

std::string share_or_range_text(const measure::estimate& share) {
    if (!share.range) {
        return share_text(share.value) + " ?";
    }
    return is_sure(share) ? share_text(share.value)
                          : range_text(share.range->low, share.range->high);
}

std::string losses_text(const std::vector<lost_time>& of_cpus, const char* verb) {
    std::string text;
    for (const lost_time& each : of_cpus) {
        text += fmt::format("{}CPU {}{} {}", text.empty() ? "" : ", ", each.cpu,
                            text.empty() ? verb : "", share_or_range_text(each.share));
    }
    return text;
}

} // namespace

measure::estimate lost_share(const std::vector<measure::watched_time>& passes) {
    double lost = 0;
    double watched = 0;
    for (const measure::watched_time& each : passes) {
        lost += static_cast<double>(each.lost_ns);
        watched += static_cast<double>(each.watched_ns);
    }
    if (!(watched > 0)) {
        return {};
    }
    measure::estimate share{lost / watched, std::nullopt};
    if (passes.size() < measure::fewest_passes) {
        return share;
    }
    const double in_a_pass = watched / static_cast<double>(passes.size());
    std::vector<double> figures;
    figures.reserve(passes.size());
    for (const measure::watched_time& each : passes) {
        const double expected = share.value * static_cast<double>(each.watched_ns);
        figures.push_back(share.value + (static_cast<double>(each.lost_ns) - expected) / in_a_pass);
    }
    share.range = stats::mean_interval(figures, measure::confidence);
    if (share.range) {
        share.range->low = std::clamp(share.range->low, 0.0, share.value);
        share.range->high = std::clamp(share.range->high, share.value, 1.0);
    }
    return share;
}

std::int64_t first_gap_ns(const result& run) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const measure::case_result& each : run.cases) {
        for (const measure::gap& gap : each.record.gaps.listed) {
            first = std::min(first, gap.at_ns);
        }
        for (const measure::counted_gap& gap : each.record.gaps.longest) { // not all are listed
            first = std::min(first, gap.interruption.at_ns);
        }
    }
    return first;
}

std::vector<lost_time> lost_times(const result& run) {
    const std::int64_t first_ns = first_gap_ns(run);
    std::vector<lost_time> all;
    for (std::size_t i = 0; i < run.cases.size(); ++i) {
        const measure::case_record& record = run.cases[i].record;
        if (record.gaps.watched.empty()) {
            continue;
        }
        lost_time lost{i, record.key.number("cpu").value_or(0), lost_share(record.gaps.watched)};
        if (!record.gaps.longest.empty()) {
            const measure::gap& longest = record.gaps.longest.front().interruption;
            lost.longest_gap_ns = static_cast<double>(longest.length_ns);
            lost.longest_gap_at_s = static_cast<double>(longest.at_ns - first_ns) / 1e9;
        }
        all.push_back(lost);
    }
    return all;
}

std::string share_text(double share) {
    return percent_number(share) + " %";
}

std::string lost_range_text(const std::vector<lost_time>& of_cpus) {
    const auto [least, most] =
        std::ranges::minmax(of_cpus, {}, [](const lost_time& each) { return each.share.value; });
    return range_text(least.share.value, most.share.value);
}

std::string lost_time_text(const std::vector<lost_time>& of_cpus) {
    if (of_cpus.empty()) {
        return {};
    }
    std::string text;
    if (of_cpus.size() <= most_listed) {
        text = losses_text(of_cpus, " loses");
    } else {
        std::vector<lost_time> worst = of_cpus;
        std::ranges::stable_sort(worst, std::ranges::greater{},
                                 [](const lost_time& each) { return each.share.value; });
        text =
            fmt::format("{} CPUs lose {}, half of them at most {}", of_cpus.size(),
                        lost_range_text(of_cpus), share_text(worst[worst.size() / 2].share.value));
        worst.resize(worst_listed);
        text += "; most: " + losses_text(worst, "");
    }
    const lost_time& longest = *std::ranges::max_element(of_cpus, {}, &lost_time::longest_gap_ns);
    if (longest.longest_gap_ns > 0) {
        text +=
            fmt::format("; longest gap {} (CPU {}, {:.1f} s after the start)",
                        time_text(longest.longest_gap_ns), longest.cpu, longest.longest_gap_at_s);
    }
    return text + ".";
}

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <tollgate/report/number.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tollgate::report {
namespace {

/// How far figures rose from their first third to their last, relative to the first; nothing if
/// Kendall's rank correlation with their order would be as far from 0 in more than 1 of 100 series
/// without a trend.
std::optional<double> trend_of(const std::vector<double>& figures) {
    constexpr double normal_995 = 2.576;
    constexpr std::size_t fewest = 6;
    const auto n = static_cast<double>(figures.size());
    if (figures.size() < fewest) {
        return std::nullopt;
    }
    double rises = 0;
    for (std::size_t later = 1; later < figures.size(); ++later) {
        for (std::size_t before = 0; before < later; ++before) {
            rises += figures[later] > figures[before] ? 1 : 0;
            rises -= figures[later] < figures[before] ? 1 : 0;
        }
    }
    // One is taken off because the sum moves in steps of two.
    const double deviation = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
    if (std::abs(rises) - 1 < normal_995 * deviation) {
        return std::nullopt;
    }
    const auto third = static_cast<std::ptrdiff_t>(figures.size() / 3);
    const double first = stats::median({figures.begin(), figures.begin() + third});
    const double last = stats::median({figures.end() - third, figures.end()});
    return first > 0 ? std::optional(last / first - 1) : std::nullopt;
}

/// Code that is compiled while it runs becomes faster, and a heap that fills becomes slower.
/// The ratio to the case that it is compared with leaves out a drift of the machine.
void describe_trend(const measure::case_result& one, const std::vector<measure::case_result>& cases,
                    std::vector<std::string>& lines) {
    constexpr double least = 0.03;
    std::vector<double> figures = one.summary.pass_figures_ns;
    const auto other = std::find_if(cases.begin(), cases.end(), [&](const auto& each) {
        return each.record.key.name() == one.record.compared_with;
    });
    if (other != cases.end() && other->summary.pass_figures_ns.size() == figures.size()) {
        for (std::size_t i = 0; i < figures.size(); ++i) {
            figures[i] /= other->summary.pass_figures_ns[i];
        }
    }
    const auto trend = trend_of(figures);
    if (trend && std::abs(*trend) >= least) {
        lines.push_back(fmt::format(
            "{}: it {} by {} from the first passes to the last; give more time",
            one.record.key.name(), *trend < 0 ? "was still warming up, and fell" : "became slower,",
            percent_text(std::abs(*trend))));
    }
}

std::string disagreement(const measure::case_result& one) {
    const measure::closure& check = one.summary.check;
    const double overhead_ns = one.summary.overhead_ns.value;
    if (one.record.valued_by == measure::method::guest_batches) {
        return fmt::format(
            "by batches of two lengths an operation takes {} ns, and a batch {} ns besides{}",
            ns_text(check.slope_ns.value), ns_text(overhead_ns),
            overhead_ns < 0 ? ": the first operations are faster" : "");
    }
    return fmt::format(
        "the slope over groups of 1 to 32 says {} ns, {} {} than the unobserved loop{}",
        ns_text(check.slope_ns.value), percent_text(std::abs(check.difference)),
        check.difference < 0 ? "less" : "more",
        check.interrupts_share > 0 // else it is not known
            ? ", where interrupts make it " + percent_text(check.interrupts_share) + " less"
            : "");
}

void describe_case(const measure::case_result& one, std::vector<std::string>& lines) {
    const auto& [record, of] = one;
    const auto say = [&lines, &name = record.key.name()](const std::string& what) {
        lines.push_back(name + ": " + what);
    };
    if (of.check.disagrees) {
        say(disagreement(one));
    }
    if (record.repeated != 0) {
        say(fmt::format("{} of its events had to be repeated: the machine held up the thread that "
                        "brings them about",
                        record.repeated));
    }
    if (record.valued_by == measure::method::single_events && of.early != 0) {
        say(fmt::format("{} events were early; the percentiles are of the others", of.early));
    }
    if (of.off_scale != 0) {
        say(fmt::format("{} samples beyond the histogram's range", of.off_scale));
    }
}

/// What values were divided by, a line for each divisor: many cases may have the same. How much an
/// event is made of is its case's choice, and no count.
void describe_divisors(const std::vector<measure::case_result>& cases,
                       std::vector<std::string>& lines) {
    std::map<std::string, std::vector<std::string_view>> names;
    for (const auto& [record, of] : cases) {
        const double divisor = of.units_per_operation;
        if (divisor != 1 && of.rounds != 0 && record.valued_by != measure::method::single_events) {
            names[fmt::format("{:.4f}", divisor)].push_back(record.key.name());
        }
    }
    for (const auto& [divisor, of] : names) {
        lines.push_back(fmt::format("{}: divided by {} counted for each operation",
                                    first_and_more(of), divisor));
    }
}

} // namespace

std::vector<std::string> case_remarks(const std::vector<measure::case_result>& cases) {
    std::vector<std::string> lines;
    for (const measure::case_result& one : cases) {
        if (one.record.valued_by == measure::method::guest_batches) {
            describe_trend(one, cases, lines);
        }
        describe_case(one, lines);
    }
    describe_divisors(cases, lines);
    return lines;
}

} // namespace tollgate::report

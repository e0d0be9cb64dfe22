// SPDX-License-Identifier: BSL-1.0
#include "noise_text.hpp"

#include "period.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/lost_time.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tollgate::noise_test {
namespace {

using align = report::markdown_table::align;

constexpr std::size_t most_rows = 8;

double count_of(const measure::case_record& record, const char* name) {
    const auto result = record.counted.find(name);
    return result == record.counted.end() ? 0 : static_cast<double>(result->second);
}

measure::watched_time total_of(const measure::gap_log& gaps) {
    measure::watched_time total;
    for (const measure::watched_time& pass : gaps.watched) {
        total.lost_ns += pass.lost_ns;
        total.watched_ns += pass.watched_ns;
    }
    return total;
}

/// The p99 of the lengths.
std::string length_text(const measure::gap_log& gaps) {
    constexpr double quantile = 0.99;
    if (gaps.listed.size() < stats::samples_needed(quantile)) {
        return "-";
    }
    std::vector<double> lengths;
    for (const measure::gap& gap : gaps.listed) {
        lengths.push_back(static_cast<double>(gap.length_ns));
    }
    std::ranges::sort(lengths);
    return report::time_text(stats::quantile(lengths, quantile));
}

std::string period_text(const measure::gap_log& gaps) {
    std::vector<std::int64_t> begins_ns;
    for (const measure::gap& gap : gaps.listed) {
        begins_ns.push_back(gap.at_ns);
    }
    std::ranges::sort(begins_ns);
    const auto found = find_period(begins_ns);
    return found ? fmt::format("{}, {:.0f} % of gaps", report::time_text(found->ns),
                               100 * found->share)
                 : "-";
}

/// The CPUs of the table: all, or those that lose most.
std::vector<report::lost_time> rows_of(std::vector<report::lost_time> cpus) {
    if (cpus.size() > most_rows) {
        std::ranges::stable_sort(cpus, std::ranges::greater{},
                                 [](const auto& lost) { return lost.share.value; });
        cpus.resize(most_rows);
    }
    return cpus;
}

} // namespace

std::string noise_text(const report::result& result, std::size_t columns) {
    const std::vector<report::lost_time> of_cpus = report::lost_times(result);
    if (of_cpus.empty()) {
        return {};
    }
    report::markdown_table table({{"CPU"},
                                  {"lost"},
                                  {"95 % interval", align::left},
                                  {"gaps/s"},
                                  {"p99"},
                                  {"longest"},
                                  {"period", align::left},
                                  {"steal"}});
    bool sampled = false;
    double step_ns = 0; // the mean step of two readings, on the CPU where it is longest
    for (const report::lost_time& lost : rows_of(of_cpus)) {
        const measure::case_record& record = result.cases[lost.index].record;
        const measure::gap_log& gaps = record.gaps;
        const measure::watched_time total = total_of(gaps);
        const auto watched_ns = static_cast<double>(total.watched_ns);
        const double gaps_per_s = static_cast<double>(gaps.count()) * 1e9 / watched_ns;
        const auto& range = lost.share.range;
        table.add_row(
            {std::to_string(lost.cpu), report::share_text(lost.share.value),
             range ? report::share_text(range->low) + " to " + report::share_text(range->high)
                   : "-",
             fmt::format("{:.{}f}", gaps_per_s, gaps_per_s < 10 ? 1 : 0), length_text(gaps),
             lost.longest_gap_ns > 0 ? report::time_text(lost.longest_gap_ns) : "-",
             period_text(gaps),
             record.counted.contains("ns of steal")
                 ? report::share_text(count_of(record, "ns of steal") / watched_ns)
                 : "-"});
        sampled = sampled || gaps.unlisted != 0;
        step_ns = std::max(step_ns, static_cast<double>(total.watched_ns - total.lost_ns) /
                                        std::max(1.0, count_of(record, "readings")));
    }
    return report::lost_time_text(of_cpus) + "\n\n" + table.str(columns) +
           fmt::format(
               "\nThe error of a length is at most {:.0f} ns, one iteration of the loop that reads "
               "the counter; p99 and longest are lengths of gaps.\n{}\n",
               step_ns,
               sampled ? "For a CPU with very many gaps, p99 and period come from an even "
                         "selection of the gaps.\n"
                       : "");
}

std::string longest_gaps_text(const report::result& result) {
    std::vector<std::pair<std::uint64_t, const measure::counted_gap*>> longest;
    for (const report::lost_time& lost : report::lost_times(result)) {
        for (const measure::counted_gap& gap : result.cases[lost.index].record.gaps.longest) {
            longest.emplace_back(lost.cpu, &gap);
        }
    }
    if (longest.empty()) {
        return {};
    }
    std::ranges::stable_sort(longest, std::ranges::greater{}, [](const auto& entry) {
        return entry.second->interruption.length_ns;
    });
    longest.resize(std::min(longest.size(), measure::gap_log::most_longest));
    std::string text = "The longest gaps:\n";
    for (const auto& [cpu, gap] : longest) {
        text += fmt::format(
            "  - {} on CPU {}, {:.3f} s after the start, pass {}; counted in its slice: {}\n",
            report::time_text(static_cast<double>(gap->interruption.length_ns)), cpu,
            static_cast<double>(gap->interruption.at_ns - report::first_gap_ns(result)) / 1e9,
            gap->interruption.process + 1,
            gap->meanwhile.empty() ? "nothing"
                                   : fmt::format("{}", fmt::join(gap->meanwhile, ", ")));
    }
    return text;
}

} // namespace tollgate::noise_test

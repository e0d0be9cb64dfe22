// SPDX-License-Identifier: BSL-1.0
#include "estimate_of_passes.hpp"
#include "price_cases.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/stats/quantile.hpp>

#include <cstdint>
#include <map>
#include <utility>

namespace tollgate::sleep_test {
namespace {

/// The median of the rounds of each pass, as in result files.
measure::estimate cpu_time_of(const measure::case_record& record) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const measure::case_round& round : record.rounds) {
        passes[round.process].push_back(round.cpu_ns);
    }
    std::vector<double> figures;
    figures.reserve(passes.size());
    for (auto& [pass, rounds] : passes) {
        figures.push_back(stats::median(std::move(rounds)));
    }
    return estimate_of_passes(figures);
}

/// With three digits, so that the value lies in its interval.
std::string price_of(const measure::estimate& cpu_ns) {
    const char* mark = report::is_sure(cpu_ns)                            ? ""
                       : report::is_known_to(cpu_ns, report::rough_share) ? " ?"
                                                                          : " ??";
    return report::time_text(cpu_ns.value) + mark;
}

} // namespace

std::string price_text(const report::result& result, std::size_t columns) {
    using enum report::markdown_table::align;
    report::markdown_table table({{"one event", left}, {"CPU time"}, {"95 % interval"}});
    for (const auto& [record, summary] : result.cases) {
        if (record.rounds.empty()) {
            continue;
        }
        const measure::estimate cpu_ns = cpu_time_of(record);
        table.add_row({record.unit, price_of(cpu_ns),
                       cpu_ns.range ? report::range_text(*cpu_ns.range) : "-"});
    }
    return table.empty()
               ? "no event was measured\n"
               : table.str(columns) + "Below: about the elapsed times, not the CPU times.\n";
}

} // namespace tollgate::sleep_test

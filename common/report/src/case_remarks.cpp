// SPDX-License-Identifier: BSL-1.0
#include "case_remarks.hpp"

#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string_view>

namespace tollgate::report {
namespace {

void describe_case(const measure::case_result& one, std::vector<std::string>& lines) {
    const auto& [record, of] = one;
    if (of.check.disagrees) {
        const double expected = of.check.interrupts_share; // 0 in files of before
        lines.push_back(fmt::format(
            "{}: the slope over groups of 1 to 32 says {} ns, {} {} than the unobserved loop{}",
            record.key.name(), ns_text(of.check.slope_ns.value),
            percent_text(std::abs(of.check.difference)), of.check.difference < 0 ? "less" : "more",
            expected > 0 ? ", where interrupts make it " + percent_text(expected) + " less"
                         : std::string{}));
    }
    if (record.repeated != 0) {
        lines.push_back(fmt::format("{}: {} of its events had to be repeated: the machine held up "
                                    "the thread that brings them about",
                                    record.key.name(), record.repeated));
    }
    if (record.valued_by == measure::method::single_events && of.early != 0) {
        lines.push_back(fmt::format("{}: {} events were early; the percentiles are of the others",
                                    record.key.name(), of.early));
    }
    if (of.off_scale != 0) {
        lines.push_back(fmt::format("{}: {} samples beyond the histogram's range",
                                    record.key.name(), of.off_scale));
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
        lines.push_back(fmt::format("{}{}: divided by {} counted for each operation", of.front(),
                                    of.size() > 1 ? fmt::format(" and {} more", of.size() - 1) : "",
                                    divisor));
    }
}

} // namespace

std::vector<std::string> case_remarks(const std::vector<measure::case_result>& cases) {
    std::vector<std::string> lines;
    for (const measure::case_result& one : cases) {
        describe_case(one, lines);
    }
    describe_divisors(cases, lines);
    return lines;
}

} // namespace tollgate::report

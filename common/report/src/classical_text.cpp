// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace tollgate::report {
namespace {

std::string lower(std::string word) {
    for (char& letter : word) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return word;
}

std::string judgement(const result& seen, const classical_figure& figure) {
    const measure::case_result* reference = seen.find(figure.reference_case);
    if (reference == nullptr || reference->summary.rounds == 0) {
        return {};
    }
    const measure::case_summary& summary = reference->summary;
    const double unobserved = summary.value_ns.value;
    if (!(unobserved > 0)) {
        return {};
    }
    const double off = figure.compensated_ns() / unobserved - 1;
    const auto unsure = summary.value_ns.uncertainty();
    if (grade_of(summary.value_ns) == grade::poor) {
        return "    Unobserved, it was not measured well enough here to compare.\n";
    }
    const std::string sureness = sureness_text(summary.value_ns);
    const std::string text =
        fmt::format("    Unobserved, it costs {}{}", cost_text(summary.value_ns),
                    sureness.empty() ? "" : " ± " + sureness);
    if (std::abs(off) <= unsure.value_or(0) / unobserved) {
        return text + ": the classical figure agrees within that.\n";
    }
    return text + fmt::format(": the classical figure is {} too {}.\n", percent_text(std::abs(off)),
                              off < 0 ? "low" : "high");
}

} // namespace

std::string classical_text(const result& seen) {
    if (!seen.classical || seen.classical->switches == 0) {
        return {};
    }
    const classical_figure& figure = *seen.classical;
    const auto switches = static_cast<double>(figure.switches);
    std::string text = fmt::format(
        "{0} Context Switch Test Complete.\n"
        "    Total {0} Context Switch Time Difference Was: {1}ns across {2} Switches.\n"
        "  Average Time Difference Was: {3:.6g} nanoseconds\n"
        "    Total Call Time Difference Was: {4}ns across {2} Call Pairs.\n"
        "  Average Call Time Difference Was: {5:.6g} nanoseconds\n"
        "\n"
        "    The average, {6} call compensated, {7} context switch time is: {8:.6g} nanoseconds\n",
        figure.kind, figure.switches_total_ns, figure.switches,
        static_cast<double>(figure.switches_total_ns) / switches, figure.calls_total_ns,
        static_cast<double>(figure.calls_total_ns) / switches, figure.reading, lower(figure.kind),
        figure.compensated_ns());
    return text + judgement(seen, figure) + "\n";
}

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include <tollgate/report/figure.hpp>

#include <boost/algorithm/string/case_conv.hpp>
#include <fmt/format.h>

#include <cmath>

namespace tollgate::report {
namespace {

std::string judgement(const result& run, const clock_pair_average& figure) {
    const measure::case_result* reference = run.find(figure.reference_case);
    if (reference == nullptr || reference->summary.rounds == 0 ||
        !(reference->summary.value_ns.value > 0)) {
        return {};
    }
    const measure::estimate& cost = reference->summary.value_ns;
    if (grade_of(cost) == grade::poor) {
        return "    The cost in an untimed loop is too uncertain for a comparison.\n";
    }
    const std::string text = "    In an untimed loop, a switch costs " + whole_cost_text(cost);
    const double off = figure.compensated_ns() / cost.value - 1;
    if (std::abs(off) <= cost.uncertainty().value_or(0) / cost.value) {
        return text + ": the clock-pair average agrees within that.\n";
    }
    return text + fmt::format(": the clock-pair average is {} too {}.\n",
                              percent_text(std::abs(off)), off < 0 ? "low" : "high");
}

} // namespace

std::string clock_pair_text(const result& run) {
    if (!run.clock_pair || run.clock_pair->switches == 0) {
        return {};
    }
    const clock_pair_average& figure = *run.clock_pair;
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
        static_cast<double>(figure.calls_total_ns) / switches, figure.reading,
        boost::to_lower_copy(figure.kind), figure.compensated_ns());
    return text + judgement(run, figure) + "\n";
}

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>

#include <boost/algorithm/string/case_conv.hpp>
#include <fmt/format.h>

#include <cmath>

namespace tollgate::report {
namespace {

/// The operation that the run of a kind of program times, in words.
struct timed {
    const char* name;   ///< "Context Switch"
    const char* plural; ///< "Switches"
    const char* brief;  ///< "switch"
};

timed timed_by(const std::string& kind) {
    return kind == "Queue" ? timed{"Message", "Messages", "message"}
                           : timed{"Context Switch", "Switches", "switch"};
}

/// The cost in an untimed loop, and whether the average differs from it. A cost that is hardly
/// known judges nothing. Only a low average is an error of the method: a preemption in the short
/// run of a clock-pair average makes it high.
std::string judgement(const result& run, const clock_pair_average& figure) {
    const measure::case_result* reference = run.find(figure.reference_case);
    if (reference == nullptr || reference->summary.rounds == 0 ||
        !(reference->summary.as_it_is_ns.value > 0)) {
        return {};
    }
    const measure::estimate& cost = reference->summary.as_it_is_ns;
    std::string verdict;
    if (is_known_to(cost, rough_share)) {
        const double average = figure.compensated_ns();
        const double share = std::abs(average / cost.value - 1);
        const bool agrees = cost.range->contains(average);
        verdict =
            agrees
                ? ": this average agrees"
                : fmt::format(": this average is about {} % {}", ratio_digits_text(100 * share),
                              average < cost.value ? "lower" : "higher; it includes preemptions");
    }
    return fmt::format("    In an untimed loop, a {} costs {}{}.\n", timed_by(figure.kind).brief,
                       whole_cost_text(cost), verdict);
}

} // namespace

std::string clock_pair_average_text(const result& run) {
    if (!run.clock_pair || run.clock_pair->switches == 0) {
        return {};
    }
    const clock_pair_average& figure = *run.clock_pair;
    return fmt::format("    The average, {} call compensated, {} {} time is: {:.6g} nanoseconds\n",
                       figure.reading, boost::to_lower_copy(figure.kind),
                       boost::to_lower_copy(std::string(timed_by(figure.kind).name)),
                       figure.compensated_ns()) +
           judgement(run, figure) + "\n";
}

std::string clock_pair_text(const result& run) {
    if (!run.clock_pair || run.clock_pair->switches == 0) {
        return {};
    }
    const clock_pair_average& figure = *run.clock_pair;
    const auto switches = static_cast<double>(figure.switches);
    const timed words = timed_by(figure.kind);
    return fmt::format("{0} {7} Test Complete.\n"
                       "    Total {0} {7} Time Difference Was: {1}ns across {2} {3}.\n"
                       "  Average Time Difference Was: {4:.6g} nanoseconds\n"
                       "    Total Call Time Difference Was: {5}ns across {2} Call Pairs.\n"
                       "  Average Call Time Difference Was: {6:.6g} nanoseconds\n"
                       "\n",
                       figure.kind, figure.switches_total_ns, figure.switches, words.plural,
                       static_cast<double>(figure.switches_total_ns) / switches,
                       figure.calls_total_ns, static_cast<double>(figure.calls_total_ns) / switches,
                       words.name) +
           clock_pair_average_text(run);
}

} // namespace tollgate::report

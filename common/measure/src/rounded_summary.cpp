// SPDX-License-Identifier: BSL-1.0
#include "rounded_summary.hpp"

#include <tollgate/measure/digits.hpp>

namespace tollgate::measure {
namespace {

void round_off(double& figure) {
    figure = ten_digits(figure);
}
void round_off(std::optional<double>& figure) {
    if (figure) {
        round_off(*figure);
    }
}
void round_off(std::optional<stats::interval>& range) {
    if (range) {
        range = stats::interval{ten_digits(range->low), ten_digits(range->high),
                                ten_digits(range->confidence)};
    }
}
void round_off(estimate& figure) {
    round_off(figure.value);
    round_off(figure.range);
}

} // namespace

case_summary in_ten_digits(case_summary of) {
    const auto all = [](auto&... figures) { (round_off(figures), ...); };
    all(of.value_ns, of.as_it_is_ns, of.mean_ns, of.stddev_ns, of.explained, of.overhead_ns,
        of.check.slope_ns, of.check.difference, of.check.interrupts_share, of.check.unexplained,
        of.max_raw_ns, of.max_corrected_ns, of.slope_mean_ns, of.raw_mean_ns, of.cpu_ns,
        of.cpu_user_ns, of.cpu_system_ns, of.voluntary_switches, of.involuntary_switches,
        of.units_per_operation);
    if (of.quiet_ns) {
        round_off(*of.quiet_ns);
    }
    for (std::vector<double>* figures : {&of.pass_figures_ns, &of.all_rounds_passes_ns}) {
        for (double& figure : *figures) {
            round_off(figure);
        }
    }
    for (percentile& one : of.percentiles) {
        all(one.raw_ns, one.corrected_ns);
    }
    for (curve_point& point : of.curve) {
        all(point.beyond, point.raw_ns);
    }
    return of;
}

} // namespace tollgate::measure

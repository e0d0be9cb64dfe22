// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/batch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tollgate::measure {
namespace {

void count_iterations(const batch& done, std::uint64_t expected,
                      std::vector<std::string>& failures) {
    const std::vector<std::uint64_t>& iterations = done.report.probe_calls;
    const std::uint64_t counted =
        std::accumulate(iterations.begin(), iterations.end(), std::uint64_t{0});
    if (counted != expected) {
        failures.push_back("iterations lost or invented: " + std::to_string(counted) +
                           " counted, " + std::to_string(expected) + " due");
    }
}

void check_evenness(const std::vector<std::uint64_t>& iterations,
                    std::vector<std::string>& failures) {
    if (!iterations.empty()) {
        const auto [least, most] = std::minmax_element(iterations.begin(), iterations.end());
        if (*most - *least > 1) {
            failures.push_back("iterations not shared evenly: one member did " +
                               std::to_string(*least) + ", another " + std::to_string(*most));
        }
    }
}

void check_intervals(const batch& done, const schedule& scheduled,
                     std::vector<std::string>& failures) {
    if (!done.complete || done.intervals.size() != scheduled.groups()) {
        failures.emplace_back("an interval is missing or holds more operations than it should");
    }
    const auto backwards = std::count_if(done.intervals.begin(), done.intervals.end(),
                                         [](std::int64_t length) { return length < 0; });
    if (backwards != 0) {
        failures.push_back(ended_before_they_began(static_cast<std::uint64_t>(backwards)));
    }
    if (!done.intervals.empty() && outlasts(*std::ranges::max_element(done.intervals), done)) {
        failures.emplace_back(longer_than_its_batch);
    }
}

void check_divisor(double units_per_operation, std::vector<std::string>& failures) {
    if (!(units_per_operation > 0) || !std::isfinite(units_per_operation)) {
        failures.emplace_back("nothing was counted to divide by");
    }
}

void check_cpus(const loop_report& report, std::vector<std::string>& failures) {
    if (report.cpus_intended.empty()) {
        return;
    }
    for (const int cpu : report.cpus) {
        if (std::find(report.cpus_intended.begin(), report.cpus_intended.end(), cpu) ==
            report.cpus_intended.end()) {
            failures.push_back("a thread ran on CPU " + std::to_string(cpu) +
                               ", where it was not put");
            return;
        }
    }
}

} // namespace

std::string ended_before_they_began(std::uint64_t intervals) {
    return std::to_string(intervals) + " interval(s) ended before they began: a stamp was taken "
                                       "too early, or the clock was set "
                                       "back, or differs between CPUs";
}

bool outlasts(std::int64_t length, const batch& whole) {
    using std::chrono::nanoseconds;
    // The two clocks are not read at the same moment, and one of them may be being adjusted.
    constexpr nanoseconds tolerance = std::chrono::milliseconds(1);
    constexpr int thousand = 1'000;
    return whole.lasted &&
           nanoseconds(length) - *whole.lasted > *whole.lasted / thousand + tolerance;
}

std::vector<std::string> failed_self_checks(const batch& done, const schedule& scheduled) {
    std::vector<std::string> failures = done.report.failures;
    // The first call of `keep_running` comes before the first operation.
    count_iterations(done, scheduled.operations() + 1, failures);
    check_evenness(done.report.probe_calls, failures);
    check_intervals(done, scheduled, failures);
    check_divisor(done.report.units_per_operation, failures);
    check_cpus(done.report, failures);
    return failures;
}

std::vector<std::string> failed_event_self_checks(const batch& done, const schedule& scheduled) {
    std::vector<std::string> failures = done.report.failures;
    count_iterations(done, scheduled.operations(), failures);
    check_intervals(done, scheduled, failures);
    check_divisor(done.report.units_per_operation, failures);
    check_cpus(done.report, failures);
    return failures;
}

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/number.hpp>
#include <tollgate/report/text.hpp>

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {
namespace {

std::string proofs(const result& seen) {
    std::string failures;
    for (const measure::case_result& one : seen.cases) {
        for (const std::string& failure : one.record.failures) {
            failures += fmt::format("  - {}: {}\n", one.record.key.name(), failure);
        }
    }
    for (const std::string& failure : seen.failures) {
        failures += fmt::format("  - {}\n", failure);
    }
    for (const std::string& failure : seen.twin.record.failures) {
        failures +=
            fmt::format("  - {} (its second run): {}\n", seen.twin.record.key.name(), failure);
    }
    if (!failures.empty()) {
        return "proofs of work: FAILED, no figure of this run is worth anything\n" + failures;
    }
    if (std::all_of(seen.cases.begin(), seen.cases.end(),
                    [](const auto& one) { return one.summary.rounds == 0; })) {
        return "proofs of work: none, no round was measured\n";
    }
    std::uint64_t backwards = 0;
    for (const auto& [record, summary] : seen.cases) {
        // An event may be early: what was expected of it is taken off.
        if (record.valued_by == measure::method::unobserved_loop) {
            backwards += summary.early;
        }
    }
    return fmt::format("proofs of work: all held (turns accounted for and shared evenly, no "
                       "interval missing, {} impossible samples, threads where they were put)\n",
                       backwards);
}

std::string noise(const result& seen) {
    if (seen.cases.empty()) {
        return {};
    }
    const measure::noise_floor floor = seen.noise_floor();
    const auto smallest = floor.smallest_difference();
    if (!smallest) {
        return "noise floor: not known, it takes 6 rounds\n";
    }
    return fmt::format(
        "noise floor: {} ({} against itself: ratio {:.4f} to {:.4f}){}\n", percent_text(*smallest),
        seen.cases.front().record.key.name(), floor.range->low, floor.range->high,
        floor.claims_difference ? "; it claims a difference that does not exist" : "");
}

std::string clock_line(const measure::calibration& clock) {
    std::string text = fmt::format("clock: {}, a reading costs {} ns (p99 {}), resolution {} ns",
                                   clock::to_string(clock.source), ns_text(clock.reading_ns_p50),
                                   ns_text(clock.reading_ns_p99), ns_text(clock.resolution_ns));
    if (clock.source == clock::source::tsc) {
        text += fmt::format(", {:.3f} MHz ± {:.1f} ppm", clock.rate_hz / 1e6,
                            1e6 * clock.rate_error_hz / clock.rate_hz);
    }
    return text + "\n";
}

std::string stopping(const result& seen) {
    std::string_view why;
    switch (seen.stopped) {
    case measure::stop_reason::converged:
        why = "every interval is narrow enough";
        break;
    case measure::stop_reason::budget:
        why = "the time is spent";
        break;
    case measure::stop_reason::rounds:
        why = "all rounds are done";
        break;
    case measure::stop_reason::interrupted:
        why = "interrupted; what stands here is partial";
        break;
    case measure::stop_reason::failed:
        why = "a proof of work failed";
        break;
    }
    std::string text =
        fmt::format("stopped: {} ({} rounds in {:.1f} s", why, seen.rounds, seen.took_s);
    if (seen.processes > 1) {
        text += fmt::format(", {} processes", seen.processes);
    }
    return text + ")\n";
}

void describe_case(const measure::case_result& one, std::string& text) {
    const auto& [record, of] = one;
    if (of.check.disagrees) {
        text += fmt::format("  - {}: the slope over groups of 1 to 32 says {} ns, {} {} than the "
                            "unobserved loop\n",
                            record.key.name(), ns_text(of.check.slope_ns.value),
                            percent_text(std::abs(of.check.difference)),
                            of.check.difference < 0 ? "less" : "more");
    }
    if (of.halves.drifted && of.spread.processes == 1) {
        text += fmt::format("  - {}: the machine changed its speed during the run: {} ns in the "
                            "first half, {} in the second\n",
                            record.key.name(), ns_text(of.halves.first_half_ns),
                            ns_text(of.halves.second_half_ns));
    }
    if (of.disturbed_rounds != 0) {
        text += fmt::format("  - {}: {} of {} rounds disturbed ({}, for example)",
                            record.key.name(), of.disturbed_rounds, of.rounds, of.disturbed_by);
        text += of.undisturbed_ns
                    ? fmt::format("; without them {} ns\n", ns_text(*of.undisturbed_ns))
                    : "; none was quiet\n";
    }
    if (of.spread.layout_dominates) {
        text += fmt::format(
            "  - {}: the medians of {} processes lie {} ns apart, each is sure to {} "
            "ns: code and stack layout dominate (or the machine changed its speed between "
            "them), and the interval covers it\n",
            record.key.name(), of.spread.processes, ns_text(of.spread.between_ns),
            ns_text(of.spread.within_ns));
    }
    if (record.repeated != 0) {
        text += fmt::format("  - {}: {} of its events had to be repeated: the machine held up the "
                            "thread that brings them about\n",
                            record.key.name(), record.repeated);
    }
    if (record.valued_by == measure::method::single_events && of.early != 0) {
        text += fmt::format("  - {}: {} events were early; the percentiles are of the others\n",
                            record.key.name(), of.early);
    }
    if (of.off_scale != 0) {
        text += fmt::format("  - {}: {} samples beyond the histogram's range\n", record.key.name(),
                            of.off_scale);
    }
}

/// What values were divided by, a line for each divisor: many cases may have the same. How much an
/// event is made of is its case's choice, and no count.
void describe_divisors(const std::vector<measure::case_result>& cases, std::string& text) {
    std::map<std::string, std::vector<std::string_view>> names;
    for (const auto& [record, of] : cases) {
        const double divisor = of.units_per_operation;
        if (divisor != 1 && of.rounds != 0 && record.valued_by != measure::method::single_events) {
            names[fmt::format("{:.4f}", divisor)].push_back(record.key.name());
        }
    }
    for (const auto& [divisor, of] : names) {
        text +=
            fmt::format("  - {}{}: divided by {} counted for each operation\n", of.front(),
                        of.size() > 1 ? fmt::format(" and {} more", of.size() - 1) : "", divisor);
    }
}

} // namespace

std::string conditions_text(const result& seen) {
    std::string text = proofs(seen) + noise(seen) + clock_line(seen.clock) + stopping(seen);
    std::string remarks;
    for (const measure::case_result& one : seen.cases) {
        describe_case(one, remarks);
    }
    describe_divisors(seen.cases, remarks);
    for (const std::string& note : seen.notes) {
        remarks += "  - " + note + "\n";
    }
    if (!remarks.empty()) {
        text += "remarks:\n" + remarks;
    }
    if (!seen.unavailable.empty()) {
        text += "not available here:\n";
        for (const unavailable_case& one : seen.unavailable) {
            text += fmt::format("  - {}: {}\n", one.key.name(), one.reason);
        }
    }
    return text;
}

std::string environment_text(const std::vector<environment::verdict>& environment, bool whole) {
    std::string text;
    for (const environment::verdict& one : environment) {
        if (one.state == environment::condition::ok && !whole) {
            continue;
        }
        text +=
            fmt::format("  - {} {}: {}", environment::to_string(one.state), one.name, one.found);
        if (!one.why.empty()) {
            text += " (" + one.why + ")";
        }
        text += "\n";
        if (!one.fix.empty()) {
            text += "      fix:  " + one.fix + "\n";
        }
        if (!one.undo.empty()) {
            text += "      undo: " + one.undo + "\n";
        }
    }
    if (environment.empty()) {
        return {}; // the environment was not examined
    }
    if (text.empty()) {
        return "environment: all ok\n";
    }
    return (whole ? "environment:\n" : "environment, what is not ok:\n") + text;
}

std::string full_text(const result& seen) {
    return classical_text(seen) + case_table(seen) + comparison_text(seen) + conditions_text(seen) +
           environment_text(seen.environment, false);
}

} // namespace tollgate::report

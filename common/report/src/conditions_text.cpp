// SPDX-License-Identifier: BSL-1.0
#include "case_remarks.hpp"

#include <tollgate/report/number.hpp>
#include <tollgate/report/text.hpp>

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
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
    for (const measure::case_result& twin : seen.twins) {
        for (const std::string& failure : twin.record.failures) {
            failures +=
                fmt::format("  - {} (its second run): {}\n", twin.record.key.name(), failure);
        }
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

std::string noise_in_brief(const result& seen) {
    std::string text;
    for (const measure::noise_floor& floor : seen.noise_floors()) {
        const auto smallest = floor.smallest_difference();
        text += fmt::format("{}{}", text.empty() ? "noise floor: " : ", ",
                            smallest ? percent_text(*smallest) : "not known");
    }
    return text.empty() ? text : text + " (the first case of each kind against itself)\n";
}

std::string noise(const result& seen) {
    std::string text;
    for (const measure::noise_floor& floor : seen.noise_floors()) {
        const auto smallest = floor.smallest_difference();
        text +=
            smallest && *smallest > 1
                ? fmt::format("noise floor: none, nothing is told from anything ({} against "
                              "itself)\n",
                              floor.of.name())
            : smallest
                ? fmt::format(
                      "noise floor: {} ({} against itself: ratio {:.4f} to "
                      "{:.4f}){}\n",
                      percent_text(*smallest), floor.of.name(), floor.range->low, floor.range->high,
                      floor.claims_difference ? "; it claims a difference that does not exist" : "")
                : fmt::format("noise floor: not known ({} against itself): it takes {} "
                              "passes\n",
                              floor.of.name(), measure::fewest_passes);
    }
    return text;
}

/// The share of the rounds' variance that reference loops explain, in the middle one of these
/// cases.
std::optional<double> explained(const result& seen, bool of_one_thread) {
    std::vector<double> shares;
    for (const auto& [record, of] : seen.cases) {
        if ((record.threads == 1) == of_one_thread && of.referenced_rounds != 0) {
            shares.push_back(of.explained);
        }
    }
    return shares.empty() ? std::nullopt : std::optional(stats::median(std::move(shares)));
}

std::string speed_lines(const result& seen, extent how_much) {
    const measure::machine_speed& speed = seen.speed;
    if (speed.loops == 0) {
        return {};
    }
    constexpr double changed = 1.1;
    std::string text =
        fmt::format("machine: {} of {} reference loops were fast{}{}\n",
                    percent_text(speed.fast_share), speed.loops,
                    speed.slow_ratio > changed
                        ? fmt::format(", one in ten took {:.2f} times as long or longer: it "
                                      "changed its speed",
                                      speed.slow_ratio)
                        : std::string{},
                    speed.interrupts_share > 0 // else there were too few loops to tell
                        ? "; interrupts took " + percent_text(speed.interrupts_share)
                        : std::string{});
    if (how_much == extent::brief) {
        return text;
    }
    const auto alone = explained(seen, true);
    const auto several = explained(seen, false);
    if (alone) {
        text +=
            fmt::format("  the loops explain {} of the variance of cases of one thread{}\n",
                        percent_text(*alone),
                        several ? fmt::format(", {} of those of several", percent_text(*several))
                                : std::string{});
    } else if (several) {
        text += fmt::format("  the loops explain {} of the variance of cases of several threads\n",
                            percent_text(*several));
    }
    return text;
}

std::string disturbances(const result& seen) {
    std::uint64_t rounds = 0;
    std::uint64_t disturbed = 0;
    std::string example;
    for (const measure::case_result& one : seen.cases) {
        rounds += one.summary.rounds;
        disturbed += one.summary.disturbed_rounds;
        example = example.empty() ? one.summary.disturbed_by : example;
    }
    return disturbed == 0 ? std::string{}
                          : fmt::format("taken from it: in {} of {} batches ({}, for example)\n",
                                        disturbed, rounds, example);
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
        fmt::format("stopped: {} ({} rounds in {} pass{}, {:.1f} s", why, seen.rounds, seen.passes,
                    seen.passes == 1 ? "" : "es", seen.took_s);
    constexpr double over = 1.25;
    if (seen.stopped == measure::stop_reason::budget && seen.budget_s > 0 &&
        seen.took_s > over * seen.budget_s) {
        text += fmt::format(" instead of {:.1f} s: so many passes take as long", seen.budget_s);
    }
    if (seen.spread_over_s > 1.1 * seen.took_s) {
        text += fmt::format(", spread over {:.0f} s", seen.spread_over_s);
    }
    return text + ")\n";
}

std::string listed(std::string_view title, const std::vector<std::string>& lines, extent how_much) {
    constexpr std::size_t few = 2;
    if (lines.empty()) {
        return {};
    }
    const bool cut = how_much == extent::brief && lines.size() > few + 1;
    std::string text = fmt::format("{}\n", title);
    for (std::size_t i = 0; i < (cut ? few : lines.size()); ++i) {
        text += "  - " + lines[i] + "\n";
    }
    return cut ? text + fmt::format("  - and {} more, all in the file that --json writes\n",
                                    lines.size() - few)
               : text;
}

/// What the ± of the cases is worth.
std::string precision(const result& seen) {
    constexpr double poor = 0.1;
    bool by_passes = false;
    std::vector<std::string_view> by_rounds;
    std::vector<std::string_view> unsure;
    for (const auto& [record, of] : seen.cases) {
        if (of.rounds == 0) {
            continue;
        }
        if (of.over == measure::basis::rounds) {
            by_rounds.push_back(record.key.name());
        } else {
            by_passes = true;
        }
        const auto uncertainty = of.value_ns.uncertainty();
        if (!uncertainty || *uncertainty > poor * std::abs(of.value_ns.value)) {
            unsure.push_back(record.key.name());
        }
    }
    const auto and_more = [](const std::vector<std::string_view>& names) {
        return fmt::format("{}{}", names.front(),
                           names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "");
    };
    std::string text;
    if (!by_rounds.empty()) {
        text += fmt::format("± of {}: over rounds of {} pass{}, as if they were independent; where "
                            "a machine changes its speed it is too narrow\n",
                            and_more(by_rounds), seen.passes, seen.passes == 1 ? "" : "es");
    } else if (by_passes) {
        text += fmt::format("±: 95 % for this machine over these {:.0f} s, each pass a process\n",
                            std::max(1.0, std::max(seen.took_s, seen.spread_over_s)));
    }
    if (!unsure.empty()) {
        text +=
            fmt::format("not sure to 10 %: {}; more --time, or fewer cases\n", and_more(unsure));
    }
    return text;
}

} // namespace

std::string conditions_text(const result& seen, extent how_much) {
    const bool brief = how_much == extent::brief;
    std::string text = proofs(seen) + (brief ? noise_in_brief(seen) : noise(seen)) +
                       clock_line(seen.clock) + speed_lines(seen, how_much) +
                       (brief ? "" : disturbances(seen)) + stopping(seen) + precision(seen);
    std::vector<std::string> remarks = case_remarks(seen.cases);
    // In brief the notes are what is read.
    remarks.insert(brief ? remarks.begin() : remarks.end(), seen.notes.begin(), seen.notes.end());
    text += listed("remarks:", remarks, how_much);
    std::vector<std::string> unavailable;
    for (const unavailable_case& one : seen.unavailable) {
        unavailable.push_back(fmt::format("{}: {}", one.key.name(), one.reason));
    }
    return text + listed("not available here:", unavailable, how_much);
}

std::string full_text(const result& seen) {
    return classical_text(seen) + case_table(seen) + comparison_text(seen) + conditions_text(seen) +
           environment_text(seen.environment, false);
}

} // namespace tollgate::report

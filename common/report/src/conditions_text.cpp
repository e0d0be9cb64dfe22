// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace tollgate::report {
namespace {

using lines = std::vector<std::string>;

std::string listed(std::string_view title, const lines& all) {
    std::string text = all.empty() ? "" : fmt::format("{}\n", title);
    for (const std::string& line : all) {
        text += fmt::format("  - {}\n", line);
    }
    return text;
}

/// The first `most` lines, each with the title, and the number of the others.
std::string first_of(std::string_view title, const lines& all, std::size_t most) {
    // A single line more is printed: its omission would take a line as well.
    const std::size_t shown = all.size() > most + 1 ? most : all.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += fmt::format("{}: {}\n", title, all[i]);
    }
    return shown == all.size()
               ? text
               : text + fmt::format("{}: and {} more, all in the file that --json writes\n", title,
                                    all.size() - shown);
}

std::string self_checks_text(const result& run) {
    lines failures;
    const auto add = [&](const measure::case_record& record, const char* note) {
        for (const std::string& failure : record.failures) {
            failures.push_back(record.key.name() + note + ": " + failure);
        }
    };
    std::uint64_t rounds = 0;
    std::uint64_t backwards = 0;
    for (const auto& [record, summary] : run.cases) {
        add(record, "");
        rounds += summary.rounds;
        // An event may be early: its expected time is subtracted.
        backwards += record.valued_by == measure::method::untimed_loop ? summary.early : 0;
    }
    failures.insert(failures.end(), run.failures.begin(), run.failures.end());
    for (const measure::case_result& control : run.controls) {
        add(control.record, " (its control)");
    }
    if (!failures.empty()) {
        return listed("self-checks: FAILED, do not use any figure of this run", failures);
    }
    if (rounds == 0) {
        return "self-checks: none, no round was measured\n";
    }
    return fmt::format(
        "self-checks: all passed (all iterations counted and shared evenly, no timed "
        "interval missing, {} impossible samples, each thread on its CPU)\n",
        backwards);
}

std::string floor_of(const measure::noise_floor& floor, extent detail) {
    const auto smallest = floor.smallest_difference();
    std::string text = floor_text(smallest);
    if (detail == extent::brief) {
        return text;
    }
    const std::string itself = floor.subject.name() + " against itself";
    if (!smallest) {
        return fmt::format("{} ({}): {} passes are needed", text, itself, measure::fewest_passes);
    }
    if (*smallest > 1) {
        return fmt::format("{}, no difference can be detected ({})", text, itself);
    }
    return fmt::format(
        "{} ({}: ratio {:.4f} to {:.4f}){}", text, itself, floor.range->low, floor.range->high,
        floor.claims_difference ? "; it claims a difference that does not exist" : "");
}

/// The smallest detectable difference for each kind of case.
std::string noise_text(const result& run, extent detail) {
    lines floors;
    for (const measure::noise_floor& floor : run.noise_floors()) {
        floors.push_back(floor_of(floor, detail));
    }
    if (floors.empty()) {
        return {};
    }
    return detail == extent::whole
               ? fmt::format("noise floor: {}\n", fmt::join(floors, "\nnoise floor: "))
               : fmt::format("noise floor: {} (the first case of each kind against itself)\n",
                             fmt::join(floors, ", "));
}

/// Why the run stopped, after how many rounds and passes and how much time.
std::string stopping_text(const result& run) {
    constexpr const char* words[] = {"every interval is narrow enough",
                                     "the time is spent",
                                     "all rounds are done",
                                     "all passes are done",
                                     "interrupted; these results are partial",
                                     "a self-check failed",
                                     "a pass was lost; these results are partial"};
    std::string text = fmt::format("stopped: {} ({} round{} in {} pass{}, {:.1f} s",
                                   words[static_cast<std::size_t>(run.stopped)], run.rounds,
                                   run.rounds == 1 ? "" : "s", run.passes,
                                   run.passes == 1 ? "" : "es", run.took_s);
    constexpr double over = 1.25;
    if (run.stopped == measure::stop_reason::budget && run.budget_s > 0 &&
        run.took_s > over * run.budget_s) {
        text += fmt::format(" instead of {:.1f} s: {}", run.budget_s,
                            run.stops == 0 ? "the passes took longer than planned"
                                           : fmt::format("it was stopped {} time{}", run.stops,
                                                         run.stops == 1 ? "" : "s"));
    }
    if (run.spread_over_s > 1.1 * run.took_s) {
        text += fmt::format(", spread over {:.0f} s", run.spread_over_s);
    }
    return text + ")\n";
}

/// The meaning of the ±, and the costs that are not sure.
std::string precision_text(const result& run) {
    std::vector<std::string_view> unsure;
    bool has_range = false;
    for (const auto& [record, summary] : run.cases) {
        has_range = has_range || summary.value_ns.range;
        if (summary.rounds != 0 && grade_of(summary.value_ns) != grade::sure) {
            unsure.push_back(record.key.name());
        }
    }
    const std::string text = has_range ? fmt::format("±: a 95 % interval for this machine over "
                                                     "these {:.0f} s; each pass is a process\n",
                                                     std::max({1.0, run.took_s, run.spread_over_s}))
                                       : "";
    const char* const helps = run.stopped == measure::stop_reason::passes ? "use more --passes"
                              : run.stopped == measure::stop_reason::rounds
                                  ? "use more --rounds"
                                  : "use more --time or fewer cases";
    return text + (unsure.empty() ? ""
                                  : fmt::format("cost not known within 10 %: {}; {}\n",
                                                first_and_more(unsure), helps));
}

} // namespace

std::string first_and_more(const std::vector<std::string_view>& names) {
    return fmt::format("{}{}", names.front(),
                       names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "");
}

std::string conditions_text(const result& run, extent detail) {
    const bool brief = detail == extent::brief;
    lines remarks = case_remarks(run.cases);
    remarks.insert(brief ? remarks.begin() : remarks.end(), run.notes.begin(), run.notes.end());
    lines unavailable;
    lines given_up;
    for (const unavailable_case& each : run.unavailable) {
        (each.failed ? given_up : unavailable).push_back(each.text());
    }
    const std::string text = self_checks_text(run) + noise_text(run, detail) +
                             machine_text(run, detail) + stopping_text(run) + precision_text(run);
    constexpr std::size_t few = 2; // nobody reads more
    return brief ? text + first_of("failed", given_up, few) + first_of("remark", remarks, few) +
                       first_of("not available here", unavailable, few)
                 : text + listed("failed:", given_up) + listed("remarks:", remarks) +
                       listed("not available here:", unavailable);
}

std::string full_text(const result& run) {
    return clock_pair_text(run) + case_table(run) + comparison_text(run) + conditions_text(run) +
           environment_text(run.environment, false);
}

std::string brief_text(const result& run, const std::string& answer) {
    return clock_pair_text(run) + answer + (answer.empty() ? "" : "\n") + brief_table(run) +
           conditions_text(run, extent::brief) + environment_summary(run.environment);
}

} // namespace tollgate::report

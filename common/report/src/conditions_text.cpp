// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

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

/// The self-checks that failed.
lines failures_of(const result& run) {
    lines failures;
    const auto add = [&](const measure::case_record& record, const char* note) {
        for (const std::string& failure : record.failures) {
            failures.push_back(record.key.name() + note + ": " + failure);
        }
    };
    for (const measure::case_result& each : run.cases) {
        add(each.record, "");
    }
    failures.insert(failures.end(), run.failures.begin(), run.failures.end());
    for (const measure::case_result& control : run.controls) {
        add(control.record, " (its control)");
    }
    return failures;
}

bool measured_nothing(const result& run) {
    return std::ranges::all_of(run.cases,
                               [](const auto& each) { return each.summary.rounds == 0; });
}

std::string self_checks_text(const result& run, bool brief) {
    if (const lines failures = failures_of(run); !failures.empty()) {
        return listed("self-checks: FAILED, do not use any figure of this run", failures);
    }
    if (measured_nothing(run)) {
        return "self-checks: none, no round was measured\n";
    }
    if (brief) {
        return fmt::format("self-checks: all passed; noise floor: {}\n",
                           largest_floor_text(measure::largest_floor(run.noise_floors())));
    }
    std::uint64_t backwards = 0;
    for (const auto& [record, summary] : run.cases) {
        // An event may be early: its expected time is subtracted.
        backwards += record.valued_by == measure::method::untimed_loop ? summary.early : 0;
    }
    return fmt::format(
        "self-checks: all passed (all iterations counted, no timed interval missing, {} impossible "
        "samples, each thread on its CPU)\n",
        backwards);
}

std::string floor_of(const measure::noise_floor& floor) {
    const auto smallest = floor.smallest_difference();
    const std::string text = floor_text(smallest);
    const std::string itself = floor.subject.name() + " against itself";
    if (!smallest) {
        return fmt::format("{} ({}): {} passes are needed", text, itself, measure::fewest_passes);
    }
    return fmt::format(
        "{} ({}: ratio {:.4f} to {:.4f}){}", text, itself, floor.range->low, floor.range->high,
        floor.claims_difference ? "; it claims a difference that does not exist" : "");
}

/// The smallest detectable difference for each kind of case.
std::string noise_text(const result& run) {
    std::string text;
    for (const measure::noise_floor& floor : run.noise_floors()) {
        text += "noise floor: " + floor_of(floor) + "\n";
    }
    return text;
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
    if (run.stopped == measure::stop_reason::interrupted && run.rounds == 0) {
        return fmt::format(
            "stopped: interrupted in the first round; these results are partial ({})\n",
            measured_nothing(run) ? "nothing was measured" : "a cost is from a single batch");
    }
    std::string text = fmt::format("stopped: {} ({} round{} in {} pass{}, {:.1f} s",
                                   words[static_cast<std::size_t>(run.stopped)], run.rounds,
                                   run.rounds == 1 ? "" : "s", run.passes,
                                   run.passes == 1 ? "" : "es", run.took_s);
    constexpr double over = 1.25;
    if (run.stopped == measure::stop_reason::budget && run.budget_s > 0 &&
        run.took_s > over * run.budget_s) {
        text += fmt::format(" instead of {:.1f} s: {}", run.budget_s,
                            run.stops == 0 ? "the passes took longer"
                                           : fmt::format("it was stopped {} time{}", run.stops,
                                                         run.stops == 1 ? "" : "s"));
    }
    if (run.spread_over_s > 1.1 * run.took_s) {
        text += fmt::format(", spread over {:.0f} s", run.spread_over_s);
    }
    return text + ")\n";
}

/// The meaning of the ±.
std::string interval_text(const result& run) {
    const bool has_range = std::ranges::any_of(
        run.cases, [](const auto& each) { return each.summary.as_it_is_ns.range.has_value(); });
    return has_range ? fmt::format("±: a 95 % interval for this machine over these {:.0f} s; each "
                                   "pass is a process\n",
                                   std::max({1.0, run.took_s, run.spread_over_s}))
                     : "";
}

/// The option that would make the costs sure.
const char* what_helps(const result& run) {
    using measure::stop_reason;
    if (run.stopped == stop_reason::rounds && run.rounds < measure::fewest_passes) {
        return "more --rounds";
    }
    if (run.stopped == stop_reason::passes ||
        (run.passes < measure::fewest_passes && !run.partial())) {
        return "more --passes";
    }
    return run.stopped == stop_reason::rounds ? "more --rounds" : "more --time or fewer cases";
}

/// The number of costs in the table that are not sure.
std::string unsure_text(const result& run) {
    std::size_t costs = 0;
    std::size_t unsure = 0;
    std::size_t rough = 0;
    for (const measure::case_result& each : run.cases) {
        const measure::case_summary& summary = each.summary;
        const bool has_cost = summary.rounds != 0 && has_cost_row(each);
        costs += has_cost ? 1 : 0;
        unsure += has_cost && !is_sure(summary.as_it_is_ns) ? 1 : 0;
        rough += has_cost && !is_known_to(summary.as_it_is_ns, rough_share) ? 1 : 0;
    }
    return unsure == 0
               ? ""
               : fmt::format("?: {} of {} costs are not known within 10 %{}; {} would help\n",
                             unsure, costs, rough == 0 ? "" : " (??: within 50 %)",
                             what_helps(run));
}

lines unavailable_cases(const result& run, bool failed) {
    lines texts;
    for (const unavailable_case& each : run.unavailable) {
        if (each.failed == failed) {
            texts.push_back(each.text());
        }
    }
    return texts;
}

/// The cases that this machine cannot measure: a line for each reason.
std::string reasons_text(const result& run) {
    std::string text;
    std::set<std::string_view> reasons;
    for (const unavailable_case& each : run.unavailable) {
        if (each.failed || !reasons.insert(each.reason).second) {
            continue;
        }
        const auto cases = std::ranges::count_if(run.unavailable, [&](const auto& other) {
            return !other.failed && other.reason == each.reason;
        });
        text += fmt::format("not available here: {}{}: {}\n", each.key.name(),
                            cases == 1 ? "" : fmt::format(" and {} more", cases - 1), each.reason);
    }
    return text;
}

/// The conditions that may be left out, the most important first.
lines less_important(const result& run, const row_names& name) {
    lines all{unsure_text(run), interval_text(run)};
    const auto add = [&](const char* title, const lines& more) {
        for (const std::string& line : more) {
            all.push_back(fmt::format("{}: {}\n", title, line));
        }
    };
    add("remark", run.notes);
    all.push_back(machine_text(run, true));
    all.push_back(environment_summary(run.environment).other);
    add("remark", case_remarks(run.cases, name));
    std::erase(all, "");
    return all;
}

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

} // namespace

std::string conditions_text(const result& run) {
    lines remarks = case_remarks(run.cases, [](const auto& key) { return key.name(); });
    remarks.insert(remarks.end(), run.notes.begin(), run.notes.end());
    return self_checks_text(run, false) + noise_text(run) + machine_text(run, false) +
           stopping_text(run) + interval_text(run) + unsure_text(run) +
           listed("failed:", unavailable_cases(run, true)) + listed("remarks:", remarks) +
           listed("not available here:", unavailable_cases(run, false));
}

std::string brief_conditions(const result& run, const std::vector<case_words>& words,
                             const terminal& on, std::size_t most_lines) {
    std::vector<measure::case_key> keys;
    for (const measure::case_result& each : run.cases) {
        keys.push_back(each.record.key);
    }
    std::string text = fitted(self_checks_text(run, true) + stopping_text(run) +
                                  listed("failed:", unavailable_cases(run, true)) +
                                  reasons_text(run) + environment_summary(run.environment).bad,
                              on.columns);
    std::size_t left_out = 0;
    for (const std::string& line : less_important(run, row_names(keys, words))) {
        const std::string more = fitted(line, on.columns);
        const bool has_room = lines_of(text) + lines_of(more) < most_lines;
        text += has_room ? more : "";
        left_out += has_room ? 0 : 1;
    }
    return text + (left_out == 0 ? ""
                                 : fmt::format("--wide prints {} more remark{}\n", left_out,
                                               left_out == 1 ? "" : "s"));
}

std::string partial_text(const result& run) {
    return run.partial() ? "PARTIAL results: the run did not end by itself\n" : "";
}

std::string full_text(const result& run) {
    return case_table(run) + comparison_text(run) + clock_pair_text(run) + conditions_text(run) +
           environment_text(run.environment, false);
}

std::string brief_text(const result& run, const std::string& answer,
                       const std::vector<case_words>& words, const terminal& on) {
    constexpr std::size_t most_lines = 40;
    constexpr std::ptrdiff_t most_rows = 12;
    constexpr std::size_t least_of_conditions = 6; // below a long table
    const bool may_fit = std::ranges::count_if(run.cases, has_cost_row) <= most_rows;
    const std::string begin =
        fitted(partial_text(run) + answer + (answer.empty() ? "" : "\n"), on.columns);
    const auto text_with = [&](bool legend, bool totals) {
        const std::string above =
            begin + brief_table(run, words, on, legend) +
            fitted(totals ? clock_pair_text(run) : clock_pair_average_text(run), on.columns);
        const std::size_t room = most_lines - std::min(lines_of(above), most_lines);
        return above + brief_conditions(run, words, on,
                                        may_fit ? room : std::max(room, least_of_conditions));
    };
    std::string text = text_with(true, true);
    for (const bool totals : {true, false}) {
        if (may_fit && lines_of(text) > most_lines) {
            text = text_with(false, totals);
        }
    }
    return text;
}

} // namespace tollgate::report

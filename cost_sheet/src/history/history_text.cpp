// SPDX-License-Identifier: BSL-1.0
#include "history/history.hpp"

#include "compare/comparison.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tollgate::cost_sheet {
namespace {

/// "6.1", of a logarithm.
std::string per_cent(double log, double uncertainty) {
    return resolved(100 * std::expm1(log), 100 * uncertainty, 2);
}

/// "+6.1 %"
std::string signed_per_cent(const stats::interval& step) {
    const double log = (step.low + step.high) / 2;
    return (log > 0 ? "+" : "") + per_cent(log, step.half_width()) + " %";
}

/// ", 3 cases together (+4.1 % to +6.1 %)"
std::string together_text(const joint_change& change) {
    if (change.members.size() == 1) {
        return "";
    }
    return fmt::format(", {} cases together ({} to {})", change.members.size(),
                       signed_per_cent(change.members.back().change.step),
                       signed_per_cent(change.members.front().change.step));
}

std::string change_text(const joint_change& change, const history& measured, bool every_case) {
    const auto name_of = [&](const joint_change::member& each) {
        return report::printable(measured.cases[each.case_index].key.name());
    };
    const joint_change::member& first = change.members.front();
    std::string text = name_of(first) + step_text(first.change.step) +
                       place_text(change, measured) + together_text(change);
    text += "; found at " + measured.points[change.found_at].label + "\n";
    for (const joint_change::member& each : change.members) {
        if (every_case && change.members.size() > 1) {
            text += "  " + name_of(each) + step_text(each.change.step) + "\n";
        }
    }
    return text;
}

/// The steps that the next points would show.
std::string visible_text(const judged_history& judged) {
    std::vector<double> steps;
    for (const stats::level_history& each : judged.cases) {
        if (each.visible_step) {
            steps.push_back(*each.visible_step);
        }
    }
    std::ranges::sort(steps);
    const std::size_t without = judged.cases.size() - steps.size();
    std::string text;
    if (!steps.empty()) {
        const auto step = [&](double share) {
            return fmt::format("{:.2g} %", 100 * std::expm1(stats::quantile(steps, share)));
        };
        text = fmt::format("Within {} more points, nine times in ten, a step is found of {} in the "
                           "middle case, of {} in nine of ten cases.\n",
                           stats::level_history::ten, step(0.5), step(0.9));
    }
    if (without != 0) {
        text += fmt::format("In {} even {} more points would show no step: too few points since "
                            "the begin or the last change.\n",
                            count_of(without, "case"), stats::level_history::ten);
    }
    return text;
}

std::string judged_text(const history& measured, const judged_history& judged) {
    std::set<std::string> programs;
    std::size_t cases = 0;
    std::size_t most = 0;
    for (const history_case& each : measured.cases) {
        programs.insert(each.program);
        cases += each.missing != 0 ? 1 : 0;
        most = std::max(most, each.missing);
    }
    std::string text = fmt::format(
        "{}, {} to {}; {} of {}, judged together{}.\n", count_of(measured.points.size(), "point"),
        measured.points.front().label, measured.points.back().label,
        count_of(measured.cases.size(), "case"), count_of(programs.size(), "program"),
        measured.in_pairs ? ", each point against the old binary" : "");
    if (cases != 0) {
        text += fmt::format("Points that lack a case are skipped: up to {} in {}.\n", most,
                            count_of(cases, "case"));
    }
    return text + visible_text(judged);
}

} // namespace

std::string step_text(const stats::interval& step) {
    const double uncertainty = step.half_width();
    return fmt::format(": {} ({} to {})", signed_per_cent(step), per_cent(step.low, uncertainty),
                       per_cent(step.high, uncertainty));
}

std::string place_text(const joint_change& change, const history& measured) {
    const auto label = [&](std::size_t place) { return measured.points[place].label; };
    const std::string at = " at " + label(change.at);
    const std::size_t others = change.latest - change.earliest;
    return others == 0   ? at
           : others == 1 ? at + (change.at == change.latest ? " or the one before" : " or the next")
                         : fmt::format("{}, or from {} to {}", at, label(change.earliest),
                                       label(change.latest));
}

std::string history_text(const history& measured, const judged_history& judged,
                         std::optional<std::size_t> since, bool every_case) {
    std::string text;
    for (const joint_change& change : judged.changes) {
        if (!since || change.last_found_at > *since) {
            text += change_text(change, measured, every_case);
        }
    }
    const std::string when = since ? " found after " + measured.points[*since].label : "";
    text = text.empty() ? fmt::format("No change{}.\n", when) : text;
    text += "\n" + judged_text(measured, judged);
    std::vector<std::string> failed;
    for (const std::string& each : measured.failed) {
        failed.push_back(report::printable(each, 400));
    }
    text += list_text("At the newest point:", failed);
    return text + list_text("Note:", measured.notes);
}

} // namespace tollgate::cost_sheet

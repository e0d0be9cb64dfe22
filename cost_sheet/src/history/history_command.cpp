// SPDX-License-Identifier: BSL-1.0
#include "history/history.hpp"

#include "compare/comparison.hpp"
#include "page/sections.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::cost_sheet {
namespace {

/// The place of the point with this name or label.
std::size_t place_of(const std::string& name, const history& measured) {
    const auto is_named = [&](const history_point& point) {
        return point.name == name || point.label == name;
    };
    const auto point = std::ranges::find_if(measured.points, is_named);
    if (point == measured.points.end()) {
        throw run::usage_error(fmt::format("--since: '{}' is no point of this history; the newest "
                                           "is {}",
                                           report::printable(name), measured.points.back().label));
    }
    return static_cast<std::size_t>(point - measured.points.begin());
}

/// Adds the answer to --fail-if-slower. Returns whether the check passed.
bool guard_holds(const history& measured, const judged_history& judged, double share,
                 std::optional<std::size_t> since, std::string& text) {
    // Without --since: the newest point alone.
    const std::size_t first = since ? *since + 1 : measured.points.size() - 1;
    const std::string when =
        since ? "after " + measured.points[*since].label : "at " + measured.points.back().label;
    std::vector<std::string> slower;
    for (const joint_change& change : judged.changes) {
        for (const joint_change::member& each : change.members) {
            if (each.change.above_limit_at && *each.change.above_limit_at >= first) {
                slower.push_back(measured.cases[each.case_index].key.name() +
                                 step_text(each.change.step) + place_text(change, measured));
            }
        }
    }
    const std::string certain =
        fmt::format("certainly slower by more than {} {}", share_text(share), when);
    text += slower.empty() ? fmt::format("\nNo case became {}.\n", certain)
                           : list_text(fmt::format("Became {}:", certain).c_str(), slower);
    return slower.empty();
}

} // namespace

cli::exit_code show_history(const options& wanted) {
    if (wanted.html) {
        cli::expect_writable("--html", *wanted.html, page_limit);
    }
    const history measured = read_history(wanted.files.front(), wanted.only);
    if (measured.cases.empty()) {
        if (wanted.only && measured.all_readable) {
            throw run::usage_error(fmt::format("--only: '{}' matches no case of this history",
                                               report::printable(*wanted.only)));
        }
        say({report::printable(measured.folder) + ": no point has a case with a value"});
        return cli::exit_code::refused;
    }
    const auto since =
        wanted.since ? std::optional(place_of(*wanted.since, measured)) : std::nullopt;
    const double share = wanted.fail_if_slower.value_or(default_share);
    const judged_history judged = judge(measured, share);
    if (wanted.html) {
        cli::replace_file("--html", *wanted.html, history_page(measured, judged));
    }
    std::string text = history_text(measured, judged, since, wanted.all);
    bool holds = measured.failed.empty();
    if (wanted.fail_if_slower) {
        holds = guard_holds(measured, judged, share, since, text) && holds;
    }
    cli::write_stdout(report::fitted(text, width_of(wanted)));
    return code_of(holds, measured.all_readable);
}

} // namespace tollgate::cost_sheet

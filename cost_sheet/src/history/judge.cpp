// SPDX-License-Identifier: BSL-1.0
#include "history/history.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

using member = joint_change::member;

double size_of(const member& each) {
    return std::abs(each.change.step.low + each.change.step.high);
}

bool is_slower(const member& each) {
    return each.change.step.low + each.change.step.high > 0;
}

/// Whether the change may have happened at a place that all changes of `group` allow, or next to
/// one.
bool belongs(const member& each, const joint_change& group) {
    return is_slower(each) == is_slower(group.members.front()) &&
           each.change.earliest <= group.latest + 1 && group.earliest <= each.change.latest + 1;
}

void add(const member& each, joint_change& group) {
    const stats::level_change& change = each.change;
    if (group.members.empty()) {
        group = {{}, change.at, change.earliest, change.latest, change.found_at, 0};
    }
    std::tie(group.earliest, group.latest) =
        std::minmax({std::max(group.earliest, change.earliest),
                     std::min(group.latest, change.latest)}); // places next to each other stay both
    group.at = std::clamp(group.at, group.earliest, group.latest);
    group.found_at = std::min(group.found_at, change.found_at);
    group.last_found_at = std::max(group.last_found_at, change.found_at);
    group.members.push_back(each);
}

} // namespace

judged_history judge(const history& measured, double share) {
    std::vector<stats::level_series> series;
    for (const history_case& each : measured.cases) {
        series.push_back(each.values);
    }
    judged_history judged{stats::level_changes(series, std::log1p(share)), {}};
    std::vector<member> all;
    for (std::size_t i = 0; i < judged.cases.size(); ++i) {
        for (const stats::level_change& change : judged.cases[i].changes) {
            all.push_back({i, change});
        }
    }
    // The most precise place decides first.
    std::ranges::stable_sort(all, {}, [](const member& each) {
        return std::tuple(each.change.latest - each.change.earliest, -size_of(each));
    });
    std::vector<joint_change>& groups = judged.changes;
    for (const member& each : all) {
        auto group = std::ranges::find_if(
            groups, [&](const joint_change& known) { return belongs(each, known); });
        add(each, group == groups.end() ? groups.emplace_back() : *group);
    }
    for (joint_change& group : groups) {
        std::ranges::stable_sort(group.members, std::greater<>(), size_of);
    }
    std::ranges::stable_sort(groups, [](const joint_change& a, const joint_change& b) {
        return std::tuple(b.at, size_of(b.members.front())) <
               std::tuple(a.at, size_of(a.members.front()));
    });
    return judged;
}

} // namespace tollgate::cost_sheet

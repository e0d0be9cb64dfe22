// SPDX-License-Identifier: BSL-1.0
#include "ladder.hpp"

#include <tollgate/clock/source.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Title and question of each choice, in their order.
constexpr std::array<std::pair<std::string_view, std::string_view>, all_choices.size()> choice_texts{{
    {"Switch", "from one fiber to another in the same thread"},
    {"Hand-off", "of a turn or a message to another thread or fiber"},
    {"Timeout", "a wait with a limit, and the timers behind it"},
    {"Cancel", "being able to be stopped, and stopping"},
    {"Heartbeat", "being watched"},
    {"Sleep", "waking up, and how late"},
    {"Other", "cases of other programs"},
}};

ladder_group ranked(const sheet& all, choice what, std::vector<std::size_t> cases) {
    std::stable_sort(cases.begin(), cases.end(), [&](std::size_t a, std::size_t b) {
        return all.cases[a].value_ns < all.cases[b].value_ns;
    });
    ladder_group group{what, {}};
    std::vector<measured_cost> costs;
    for (const std::size_t index : cases) {
        costs.push_back(all.cases[index].cost());
    }
    const std::vector<bool> shown = shown_above_first(costs);
    const double cheapest = costs.front().value_ns;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        rung one{cases[i], std::nullopt, i != 0 && !shown[i]};
        if (cheapest > 0 && !one.tied) {
            one.ratio = costs[i].value_ns / cheapest;
        }
        group.rungs.push_back(one);
    }
    return group;
}

/// Several files of one machine say the same: the cheapest reading of each clock is named.
std::vector<mark> marks_of(const sheet& all) {
    std::vector<mark> marks;
    const auto add = [&](std::string name, double ns) {
        if (!(ns > 0) || !std::isfinite(ns)) {
            return;
        }
        const auto same = std::find_if(marks.begin(), marks.end(),
                                       [&](const mark& one) { return one.name == name; });
        if (same == marks.end()) {
            marks.push_back({std::move(name), ns});
        } else {
            same->ns = std::min(same->ns, ns);
        }
    };
    for (const sheet_file& file : all.files) {
        if (!file.foreign && file.proven) {
            add("a reading of the clock " + std::string(clock::to_string(file.clock.source)),
                file.clock.reading_ns_p50);
            add("a load that misses the first cache", file.clock.l1_miss_ns);
        }
    }
    std::sort(marks.begin(), marks.end(), [](const mark& a, const mark& b) { return a.ns < b.ns; });
    return marks;
}

void find_scale(const sheet& all, ladder& found) {
    const auto see = [&](double ns) {
        if (ns > 0) {
            found.least_ns = found.least_ns > 0 ? std::min(found.least_ns, ns) : ns;
            found.most_ns = std::max(found.most_ns, ns);
        }
    };
    for (const mark& one : found.marks) {
        see(one.ns);
    }
    for (const ladder_group& group : found.groups) {
        for (const rung& one : group.rungs) {
            const sheet_case& shown = all.cases[one.of];
            see(shown.value_ns);
            see(shown.percentiles_ns[2].value_or(0));
        }
    }
}

} // namespace

std::string_view title_of(choice one) {
    return choice_texts.at(static_cast<std::size_t>(one)).first;
}

std::string_view question_of(choice one) {
    return choice_texts.at(static_cast<std::size_t>(one)).second;
}

choice choice_of(const measure::case_key& of) {
    constexpr std::pair<std::string_view, choice> programs[] = {
        {"fiber", choice::switching},    {"thread", choice::hand_off}, {"queue", choice::hand_off},
        {"timeout", choice::timeout},    {"timer", choice::timeout},   {"cancel", choice::cancel},
        {"liveness", choice::heartbeat}, {"sleep", choice::sleep}};
    const std::string_view program = of.program();
    const std::string_view what = std::string_view(of.path()).substr(program.size());
    if (program == "fiber" && what.find("channel") != std::string_view::npos) {
        return choice::hand_off;
    }
    const auto* found = std::find_if(std::begin(programs), std::end(programs),
                                     [&](const auto& one) { return one.first == program; });
    return found == std::end(programs) || what.empty() ? choice::other : found->second;
}

ladder make_ladder(const sheet& all) {
    std::array<std::vector<std::size_t>, all_choices.size()> members;
    ladder found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const sheet_case& one = all.cases[i];
        if (!one.proven || !all.files[one.file].proven) {
            found.failed.push_back(i);
        } else {
            members.at(static_cast<std::size_t>(choice_of(one.key))).push_back(i);
        }
    }
    for (const choice what : all_choices) {
        auto& cases = members.at(static_cast<std::size_t>(what));
        if (!cases.empty()) {
            found.groups.push_back(ranked(all, what, std::move(cases)));
        }
    }
    found.marks = marks_of(all);
    find_scale(all, found);
    return found;
}

} // namespace tollgate::cost_sheet

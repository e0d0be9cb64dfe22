// SPDX-License-Identifier: BSL-1.0
#include "ladder.hpp"

#include <tollgate/clock/source.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Title and question of each choice, in their order.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> choice_texts{{
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
    std::map<std::string, double> cheapest;
    for (const sheet_file& file : all.files) {
        const std::pair<std::string, double> costs[] = {
            {"a reading of the clock " + std::string(clock::to_string(file.clock.source)),
             file.clock.reading_ns_p50},
            {"a load that misses the first cache", file.clock.l1_miss_ns}};
        for (const auto& [name, ns] : costs) {
            if (!file.foreign && file.proven && ns > 0 && std::isfinite(ns)) {
                double& least = cheapest.try_emplace(name, ns).first->second;
                least = std::min(least, ns);
            }
        }
    }
    std::vector<mark> marks;
    for (const auto& [name, ns] : cheapest) {
        marks.push_back({name, ns});
    }
    std::stable_sort(marks.begin(), marks.end(),
                     [](const mark& a, const mark& b) { return a.ns < b.ns; });
    return marks;
}

void find_scale(const sheet& all, ladder& found) {
    std::vector<double> costs;
    for (const mark& one : found.marks) {
        costs.push_back(one.ns);
    }
    for (const ladder_group& group : found.groups) {
        for (const rung& one : group.rungs) {
            costs.push_back(all.cases[one.of].value_ns);
            costs.push_back(all.cases[one.of].percentiles_ns[2].value_or(0));
        }
    }
    std::erase_if(costs, [](double ns) { return !(ns > 0); });
    if (!costs.empty()) {
        const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
        found.least_ns = *least;
        found.most_ns = *most;
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
    static const std::map<std::string_view, choice> programs{
        {"fiber", choice::switching},    {"thread", choice::hand_off}, {"queue", choice::hand_off},
        {"timeout", choice::timeout},    {"timer", choice::timeout},   {"cancel", choice::cancel},
        {"liveness", choice::heartbeat}, {"sleep", choice::sleep}};
    const auto found = programs.find(of.program());
    if (found == programs.end() || of.path() == of.program()) {
        return choice::other;
    }
    const bool channel = found->second == choice::switching &&
                         of.within_program().find("channel") != std::string_view::npos;
    return channel ? choice::hand_off : found->second;
}

ladder make_ladder(const sheet& all) {
    std::map<choice, std::vector<std::size_t>> members;
    ladder found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const sheet_case& one = all.cases[i];
        if (!one.proven || !all.files[one.file].proven) {
            found.failed.push_back(i);
        } else {
            members[choice_of(one.key)].push_back(i);
        }
    }
    for (auto& [what, cases] : members) {
        found.groups.push_back(ranked(all, what, std::move(cases)));
    }
    found.marks = marks_of(all);
    find_scale(all, found);
    return found;
}

} // namespace tollgate::cost_sheet

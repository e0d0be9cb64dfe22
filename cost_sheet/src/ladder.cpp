// SPDX-License-Identifier: BSL-1.0
#include "ladder.hpp"

#include "comparable.hpp"

#include <tollgate/clock/source.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// In the order of the choices.
constexpr std::array<choice_text, 7> choice_texts{{
    {"Switch", "from one fiber to another in the same thread"},
    {"Hand-off", "of a turn or a message to another thread or fiber"},
    {"Timeout", "a wait with a limit, and the timers behind it"},
    {"Cancel", "being able to be stopped, and stopping"},
    {"Heartbeat", "being watched"},
    {"Sleep", "waking up, and how late"},
    {"Other", "cases of other programs"},
}};

/// The rows of each file are compared with the cheapest of that file: another one is another run,
/// of another moment and maybe of another clock.
ladder_group ranked(const results& all, choice kind, const std::vector<std::size_t>& cases) {
    const auto ns_of = [&](std::size_t index) { return all.cases[index].ns(); };
    std::map<std::size_t, std::vector<std::size_t>> of_files;
    for (const std::size_t index : cases) {
        of_files[all.cases[index].file].push_back(index);
    }
    ladder_group group{kind, {}};
    for (auto& [file, members] : of_files) {
        std::ranges::stable_sort(members, {}, ns_of);
        std::vector<measured_cost> costs(members.size());
        std::ranges::transform(members, costs.begin(),
                               [&](std::size_t index) { return all.cases[index].cost; });
        const std::vector<bool> shown = shown_above_first(costs);
        for (std::size_t i = 0; i < members.size(); ++i) {
            ranked_row row{members[i], std::nullopt, i != 0 && !shown[i]};
            if (costs.front().ns.value > 0 && !row.tied) {
                row.ratio = times_as_much(costs[i], costs.front());
            }
            group.rows.push_back(row);
        }
    }
    std::ranges::stable_sort(group.rows, {}, [&](const auto& row) { return ns_of(row.of); });
    return group;
}

/// Several files of one machine say the same: the cheapest reading of each clock is named.
std::vector<mark> marks_of(const results& all) {
    std::map<std::string, double> cheapest;
    for (const result_file& file : all.files) {
        const double ns = file.clock.reading_ns_p50;
        if (!file.foreign && file.proven() && ns > 0 && std::isfinite(ns)) {
            const std::string name =
                "a reading of the clock " + std::string(clock::to_string(file.clock.source));
            double& least = cheapest.try_emplace(name, ns).first->second;
            least = std::min(least, ns);
        }
    }
    std::vector<mark> marks(cheapest.size());
    std::ranges::transform(cheapest, marks.begin(), [](const auto& each) {
        return mark{each.first, each.second};
    });
    std::ranges::stable_sort(marks, {}, &mark::ns);
    return marks;
}

void find_scale(const results& all, ladder& found) {
    std::vector<double> costs;
    for (const mark& familiar : found.marks) {
        costs.push_back(familiar.ns);
    }
    for (const ladder_group& group : found.groups) {
        for (const ranked_row& row : group.rows) {
            costs.push_back(all.cases[row.of].ns());
            costs.push_back(all.cases[row.of].p99_ns().value_or(0));
        }
    }
    std::erase_if(costs, [](double ns) { return !(ns > 0); });
    if (!costs.empty()) {
        found.least_ns = std::ranges::min(costs);
        found.most_ns = std::ranges::max(costs);
    }
}

/// `runs` says how many files of each program there are.
std::string table_of(const results& all, const ladder_group& group,
                     const std::map<std::string, int>& runs) {
    report::markdown_table table(
        {{"case", report::markdown_table::align::left}, {"ns/op"}, {"±"}, {"p99"}, {"×"}});
    for (const ranked_row& rank : group.rows) {
        const case_row& row = all.cases[rank.of];
        const result_file& file = all.file_of(row);
        const std::string of_file =
            runs.at(file.about.program) > 1 ? "  [" + report::printable(file.label) + "]" : "";
        table.add_row({report::printable(row.key().name()) + of_file, report::ns_text(row.ns()),
                       report::ns_unsure_text(row.cost.ns),
                       row.p99_ns() ? report::ns_text(*row.p99_ns()) : "-",
                       rank.tied    ? "="
                       : rank.ratio ? report::ratio_text(*rank.ratio)
                                    : "-"});
    }
    return table.str();
}

} // namespace

const choice_text& text_of_choice(choice kind) {
    return choice_texts.at(static_cast<std::size_t>(kind));
}

choice choice_of(const measure::case_key& key) {
    static const std::map<std::string_view, choice> programs{
        {"fiber", choice::switching},    {"thread", choice::hand_off}, {"queue", choice::hand_off},
        {"timeout", choice::timeout},    {"timer", choice::timeout},   {"cancel", choice::cancel},
        {"liveness", choice::heartbeat}, {"sleep", choice::sleep}};
    const auto found = programs.find(key.program());
    if (found == programs.end() || key.path() == key.program()) {
        return choice::other;
    }
    const bool channel = found->second == choice::switching &&
                         key.within_program().find("channel") != std::string_view::npos;
    return channel ? choice::hand_off : found->second;
}

ladder make_ladder(const results& all) {
    std::map<choice, std::vector<std::size_t>> members;
    ladder found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        if (all.counts(all.cases[i])) {
            members[choice_of(all.cases[i].key())].push_back(i);
        } else {
            ++found.failed;
        }
    }
    for (const auto& [kind, cases] : members) {
        found.groups.push_back(ranked(all, kind, cases));
    }
    found.marks = marks_of(all);
    find_scale(all, found);
    return found;
}

std::string ladder_text(const results& all) {
    const ladder found = make_ladder(all);
    std::map<std::string, int> runs;
    for (const result_file& file : all.files) {
        runs[file.about.program] += file.explains ? 0 : 1;
    }
    std::string text;
    for (const ladder_group& group : found.groups) {
        text += fmt::format("\n{}: {}\n\n{}", text_of_choice(group.kind).title,
                            text_of_choice(group.kind).question, table_of(all, group, runs));
    }
    if (found.failed != 0) {
        text += fmt::format("\nNot ranked, because a proof of work of their run failed: {} cases\n",
                            found.failed);
    }
    if (!found.groups.empty()) {
        text += "\n× is how many times the cheapest of its group in its file: two files are two "
                "runs, which only make compare\ncompares. = is a tie with that one: not shown to "
                "differ.\n";
    }
    const std::string mixture = mixture_text(all);
    return found.groups.empty() || mixture.empty() ? text : text + mixture + "\n";
}

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#include "ranking.hpp"

#include "comparable.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// In the order of the choices.
constexpr std::array<choice_text, 10> choice_texts{{
    {"Switch", "from one fiber or coroutine to another in the same thread"},
    {"Create", "a fiber, coroutine or thread, and wait for its end"},
    {"Hand-off", "of control or a message to another thread or fiber"},
    {"Meet", "at a lock, a counter or a barrier"},
    {"CPU to CPU", "a cache line from one CPU to another"},
    {"Timeout", "a wait with a timeout, and its timers"},
    {"Cancel", "waits and loops that can be stopped, and stopping them"},
    {"Heartbeat", "threads that a monitor watches"},
    {"Sleep", "waking up, and its lateness"},
    {"Other", "cases of other programs"},
}};

/// Compares the rows of each file with the cheapest row of that file. Another file is another run,
/// at another time and maybe with another clock.
ranking_group ranked(const results& all, choice kind, const std::vector<std::size_t>& cases) {
    const auto ns_of = [&](std::size_t index) {
        return all.cases[index].cost.estimate_of(true).value;
    };
    std::map<std::size_t, std::vector<std::size_t>> by_file;
    for (const std::size_t index : cases) {
        by_file[all.cases[index].file].push_back(index);
    }
    ranking_group group{kind, {}};
    for (auto& [file, members] : by_file) {
        std::ranges::stable_sort(members, {}, ns_of);
        std::vector<measured_cost> costs(members.size());
        std::ranges::transform(members, costs.begin(), [&](std::size_t index) {
            return all.cases[index].cost.over_all_rounds();
        });
        const std::vector<bool> shown = shown_above_first(costs);
        for (std::size_t i = 0; i < members.size(); ++i) {
            const bool by_run =
                all.run_allows_difference(all.cases[members[i]], all.cases[members.front()]);
            ranked_row row{members[i], std::nullopt, i != 0 && !(shown[i] && by_run)};
            if (costs.front().ns.value > 0 && !row.not_resolved) {
                row.ratio = times_as_much(costs[i], costs.front());
            }
            group.rows.push_back(row);
        }
    }
    std::ranges::stable_sort(group.rows, {},
                             [&](const auto& row) { return ns_of(row.case_index); });
    return group;
}

/// `runs` has the number of files of each program.
std::string table_of(const results& all, const ranking_group& group,
                     const std::map<std::string, int>& runs, std::size_t columns) {
    report::markdown_table table(
        {{"case", report::markdown_table::align::left}, {"ns/op"}, {"±"}, {"p99"}, {"×"}});
    for (const ranked_row& rank : group.rows) {
        const case_row& row = all.cases[rank.case_index];
        const result_file& file = all.file_of(row);
        const std::string of_file =
            runs.at(file.about.program) > 1 ? "  [" + report::printable(file.label) + "]" : "";
        table.add_row({report::printable(row.key().name()) + of_file,
                       report::ns_text(row.cost.estimate_of(true).value),
                       report::ns_unsure_text(row.cost.estimate_of(true)),
                       row.p99_ns() ? report::ns_text(*row.p99_ns()) : "-",
                       rank.not_resolved ? "="
                       : rank.ratio      ? report::ratio_text(*rank.ratio)
                                         : "-"});
    }
    return table.str(columns);
}

} // namespace

const choice_text& text_of_choice(choice kind) {
    return choice_texts.at(static_cast<std::size_t>(kind));
}

choice choice_of(const measure::case_key& key) {
    static const std::map<std::string_view, choice> programs{
        {"fiber", choice::switching}, {"thread", choice::hand_off},    {"queue", choice::hand_off},
        {"lock", choice::meeting},    {"timeout", choice::timeout},    {"timer", choice::timeout},
        {"cancel", choice::cancel},   {"liveness", choice::heartbeat}, {"sleep", choice::sleep}};
    // Words of paths whose cases differ from the others of their program.
    static constexpr std::pair<std::string_view, choice> exceptions[] = {
        {"create", choice::creating},
        {"channel", choice::hand_off},
        {"barrier", choice::meeting},
        {"latch", choice::meeting},
        {"cache_line", choice::cache_line}};
    const auto found = programs.find(key.program());
    if (found == programs.end() || key.path() == key.program()) {
        return choice::other;
    }
    if (found->second == choice::switching || key.program() == "thread") {
        for (const auto& [word, kind] : exceptions) {
            if (key.within_program().find(word) != std::string_view::npos) {
                return kind;
            }
        }
    }
    return found->second;
}

ranking make_ranking(const results& all) {
    std::map<choice, std::vector<std::size_t>> members;
    ranking found;
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
    return found;
}

std::string ranking_text(const results& all, std::size_t columns) {
    const ranking found = make_ranking(all);
    std::map<std::string, int> runs;
    for (const result_file& file : all.files) {
        runs[file.about.program] += file.explains ? 0 : 1;
    }
    std::string text;
    for (const ranking_group& group : found.groups) {
        text +=
            fmt::format("\n{}: {}\n\n{}", text_of_choice(group.kind).title,
                        text_of_choice(group.kind).question, table_of(all, group, runs, columns));
    }
    if (found.failed != 0) {
        text += fmt::format("\nNot ranked, because a self-check of their run failed: {}\n",
                            count_of(found.failed, "case"));
    }
    if (!found.groups.empty()) {
        text +=
            "\n×: multiple of the cheapest row of its group in the same file. =: no significant "
            "difference from it.\ncostSheet --compare OLD NEW compares two "
            "files.\n";
    }
    const std::string mixture = mixture_text(all);
    return found.groups.empty() || mixture.empty() ? text : text + mixture + "\n";
}

} // namespace tollgate::cost_sheet

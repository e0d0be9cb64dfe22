// SPDX-License-Identifier: BSL-1.0
#include "other_runtimes.hpp"

#include "../printable.hpp"
#include "line_of.hpp"
#include "rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

/// A path, its numbers and a placement; of the guest's numbers those that our cases of the path
/// have, too.
measure::case_key question_of(const sheet& all, const sheet_case& guest) {
    measure::case_key asked(guest.key.path());
    for (const measure::parameter& each : guest.key.parameters()) {
        const bool ours = std::any_of(all.cases.begin(), all.cases.end(), [&](const auto& other) {
            return !other.of_guest && other.key.path() == guest.key.path() &&
                   other.key.number(each.name);
        });
        if (each.name == "placement" || ours) {
            asked = asked.with(each.name, each.value);
        }
    }
    return asked;
}

bool answers(const sheet_case& one, const measure::case_key& asked) {
    return one.key.path() == asked.path() && one.key.has("placement") == asked.has("placement") &&
           std::all_of(asked.parameters().begin(), asked.parameters().end(),
                       [&](const measure::parameter& each) {
                           return one.key.text(each.name) == measure::to_string(each.value);
                       });
}

/// The questions that guests answer, in the sheet's order.
std::vector<measure::case_key> questions_of(const sheet& all) {
    std::vector<measure::case_key> found;
    for (const sheet_case& one : all.cases) {
        if (one.of_guest && counts(all, one)) {
            const measure::case_key asked = question_of(all, one);
            if (std::find(found.begin(), found.end(), asked) == found.end()) {
                found.push_back(asked);
            }
        }
    }
    return found;
}

/// The cheapest case of each runtime, by its name; that of ours has none.
std::map<std::string, std::size_t> cheapest_of(const sheet& all, const measure::case_key& asked) {
    std::map<std::string, std::size_t> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const sheet_case& one = all.cases[i];
        if (!counts(all, one) || !answers(one, asked)) {
            continue;
        }
        const auto [known, added] =
            found.try_emplace(one.of_guest ? one.key.text("impl") : std::string{}, i);
        if (!added && one.value_ns < all.cases[known->second].value_ns) {
            known->second = i;
        }
    }
    return found;
}

/// `thread/condvar threads:4 same`.
std::string title_of(const measure::case_key& asked) {
    std::string title = asked.path();
    for (const measure::parameter& each : asked.parameters()) {
        title += each.name == "placement" ? " " : " " + each.name + ":";
        title += measure::to_string(each.value);
    }
    return title;
}

/// Of the letters of a runtime's name two mean something else in a regular expression.
std::string as_expression(const std::string& name) {
    std::string text;
    for (const char one : name) {
        text += one == '.' || one == '+' ? std::string("\\") + one : std::string(1, one);
    }
    return text;
}

screen_line line_of_case(const sheet& all, const measure::case_key& asked,
                         const std::string& runtime, std::size_t index) {
    const sheet_case& one = all.cases[index];
    screen_line line;
    line.what = runtime.empty() ? printable(title_of(asked)) + ", ours" : "- " + printable(runtime);
    line.of = index;
    line.cost = {one.value_ns, one.range};
    line.p99_ns = one.percentiles_ns[2];
    line.program = printable(all.files[one.file].about.program);
    line.only = runtime.empty() ? printable(one.key.within_program())
                                : "impl:" + as_expression(printable(runtime));
    return line;
}

/// Ours first, then the guests by their names.
std::vector<screen_line> lines_of(const sheet& all, const measure::case_key& asked) {
    std::vector<screen_line> lines;
    for (const auto& [runtime, index] : cheapest_of(all, asked)) {
        lines.push_back(line_of_case(all, asked, runtime, index));
    }
    std::vector<screen_line*> ranked;
    ranked.reserve(lines.size());
    for (screen_line& one : lines) {
        ranked.push_back(&one);
    }
    rank(all, std::move(ranked));
    return lines;
}

/// The groups that fit, in their order: the first of each program, then the second of each.
std::vector<std::vector<screen_line>> those_that_fit(std::vector<std::vector<screen_line>> groups,
                                                     std::size_t most_lines) {
    std::map<std::string, std::size_t> of_program;
    std::multimap<std::size_t, std::size_t> by_turn; // equal ones stay in their order
    for (std::size_t i = 0; i < groups.size(); ++i) {
        by_turn.emplace(of_program[groups[i].front().program]++, i);
    }
    std::set<std::size_t> taken;
    std::size_t lines = 0;
    for (const auto& [turn, index] : by_turn) {
        if (lines + groups[index].size() <= most_lines) {
            lines += groups[index].size();
            taken.insert(index);
        }
    }
    std::vector<std::vector<screen_line>> kept;
    kept.reserve(taken.size());
    for (const std::size_t index : taken) {
        kept.push_back(std::move(groups[index]));
    }
    return kept;
}

} // namespace

screen_section other_runtimes(const sheet& all) {
    constexpr std::size_t most_lines = 20;
    std::vector<std::vector<screen_line>> groups;
    for (const measure::case_key& asked : questions_of(all)) {
        groups.push_back(lines_of(all, asked));
    }
    if (groups.empty()) {
        return {};
    }
    screen_section section{
        "other runtimes", {}, {"These are measured with --guests NAME, or --guest COMMAND, too."}};
    const std::size_t questions = groups.size();
    const auto kept = those_that_fit(std::move(groups), most_lines);
    for (const std::vector<screen_line>& lines : kept) {
        section.lines.insert(section.lines.end(), lines.begin(), lines.end());
    }
    if (kept.size() < questions) {
        section.sentences.front() +=
            fmt::format(" {} more questions: --all.", questions - kept.size());
    }
    return section;
}

} // namespace tollgate::cost_sheet

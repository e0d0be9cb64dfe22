// SPDX-License-Identifier: BSL-1.0
#include "lines.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
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

/// The cheapest case of each runtime, by its name; that of ours has none.
std::map<std::string, std::size_t> cheapest_of(const sheet& all, const measure::case_key& asked) {
    std::map<std::string, std::size_t> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const sheet_case& one = all.cases[i];
        if (counts(all, one) && answers(one, asked)) {
            const std::string runtime = one.of_guest ? one.key.text("impl") : std::string();
            std::size_t& known = found.try_emplace(runtime, i).first->second;
            known = one.value_ns < all.cases[known].value_ns ? i : known;
        }
    }
    return found;
}

/// `condvar threads:4 same`.
std::string title_of(const measure::case_key& asked) {
    std::string title(asked.within_program());
    for (const measure::parameter& each : asked.parameters()) {
        title += each.name == "placement" ? " " : " " + each.name + ":";
        title += measure::to_string(each.value);
    }
    return title;
}

/// Of the letters of a runtime's name two mean something else in a regular expression.
std::string as_expression(const std::string& name) {
    return boost::replace_all_copy(boost::replace_all_copy(name, ".", "\\."), "+", "\\+");
}

/// Which of several it is that answer a question: its words that the question leaves open, by their
/// names where an implementation is called the same.
std::string words_of(const measure::case_key& key, const measure::case_key& asked) {
    const std::string impl = key.text("impl");
    std::string words;
    for (const measure::parameter& each : key.parameters()) {
        if (each.name != "impl" && !asked.has(each.name) && !key.number(each.name)) {
            const std::string word = measure::to_string(each.value);
            words += " " + (word == impl ? each.name + ":" : "") + word;
        }
    }
    return words;
}

/// Ours first, then the guests by their names.
std::vector<screen_line> lines_of(const sheet& all, const measure::case_key& asked) {
    std::vector<screen_line> lines;
    for (const auto& [runtime, index] : cheapest_of(all, asked)) {
        const sheet_case& one = all.cases[index];
        const std::string impl = one.key.text("impl");
        screen_line line;
        line.what =
            (runtime.empty() ? title_of(asked) + ", ours" + (impl.empty() ? "" : ": " + impl)
                             : "- " + runtime) +
            words_of(one.key, asked);
        line.of = index;
        line.cost = {one.value_ns, one.range};
        line.p99_ns = one.percentiles_ns[2];
        line.program = all.files[one.file].about.program;
        line.only = runtime.empty() ? std::string(one.key.within_program())
                                    : "impl:" + as_expression(runtime);
        lines.push_back(std::move(line));
    }
    rank(all, lines);
    return lines;
}

/// The groups that fit, in their order: the first of each program, then the second of each.
std::vector<std::vector<screen_line>> those_that_fit(std::vector<std::vector<screen_line>> groups,
                                                     std::size_t most_lines) {
    std::map<std::string, std::size_t> of_program;
    std::multimap<std::size_t, std::size_t> by_rank; // equal ones stay in their order
    for (std::size_t i = 0; i < groups.size(); ++i) {
        by_rank.emplace(of_program[groups[i].front().program]++, i);
    }
    std::size_t lines = 0;
    for (const auto& [rank, index] : by_rank) {
        if (lines + groups[index].size() <= most_lines) {
            lines += groups[index].size();
        } else {
            groups[index].clear();
        }
    }
    std::erase_if(groups, [](const auto& group) { return group.empty(); });
    return groups;
}

} // namespace

screen_section other_runtimes(const sheet& all) {
    constexpr std::size_t most_lines = 20;
    std::vector<measure::case_key> questions; // in the sheet's order
    std::vector<std::vector<screen_line>> groups;
    for (const sheet_case& one : all.cases) {
        if (one.of_guest && counts(all, one)) {
            const measure::case_key asked = question_of(all, one);
            if (std::count(questions.begin(), questions.end(), asked) == 0) {
                questions.push_back(asked);
                groups.push_back(lines_of(all, asked));
            }
        }
    }
    if (groups.empty()) {
        return {};
    }
    screen_section section{
        "other runtimes", {}, {"These are measured with --guests NAME, or --guest COMMAND, too."}};
    const auto kept = those_that_fit(std::move(groups), most_lines);
    for (const std::vector<screen_line>& lines : kept) {
        section.lines.insert(section.lines.end(), lines.begin(), lines.end());
    }
    if (kept.size() < questions.size()) {
        section.sentences.front() +=
            fmt::format(" {} more questions: --all.", questions.size() - kept.size());
    }
    return section;
}

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

/// The path, the placement, and the runtime's numbers that our cases of the path also have.
measure::case_key question_of(const results& all, const case_row& runtime) {
    measure::case_key question(runtime.key().path());
    for (const measure::parameter& each : runtime.key().parameters()) {
        const bool ours = std::ranges::any_of(all.cases, [&](const auto& other) {
            return !other.of_other_runtime() && other.key().path() == runtime.key().path() &&
                   other.key().number(each.name);
        });
        if (each.name == "placement" || ours) {
            question = question.with(each.name, each.value);
        }
    }
    return question;
}

/// The cheapest case of each runtime, by name; our cheapest case has the empty name.
std::map<std::string, std::size_t> cheapest_of(const results& all,
                                               const measure::case_key& question) {
    report::case_pattern pattern{question.path()};
    for (const measure::parameter& each : question.parameters()) {
        pattern.texts.emplace_back(each.name, measure::to_string(each.value));
    }
    std::map<std::string, std::size_t> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const case_row& row = all.cases[i];
        if (all.counts(row) && pattern.matches(row.key()) &&
            row.key().has("placement") == question.has("placement")) {
            const std::string runtime =
                row.of_other_runtime() ? row.key().text("impl") : std::string();
            std::size_t& known = found.try_emplace(runtime, i).first->second;
            known = row.all_rounds_ns() < all.cases[known].all_rounds_ns() ? i : known;
        }
    }
    return found;
}

/// `condvar threads:4 same`.
std::string title_of(const measure::case_key& question) {
    std::string title(question.within_program());
    for (const measure::parameter& each : question.parameters()) {
        title += each.name == "placement" ? " " : " " + each.name + ":";
        title += measure::to_string(each.value);
    }
    return title;
}

/// The texts of a case that the question leaves open. A text that is also the name of the
/// implementation has its parameter's name before it.
std::string words_of(const measure::case_key& key, const measure::case_key& question) {
    const std::string impl = key.text("impl");
    std::string words;
    for (const measure::parameter& each : key.parameters()) {
        if (each.name != "impl" && !question.has(each.name) && !key.number(each.name)) {
            const std::string text = measure::to_string(each.value);
            words += " " + (text == impl ? each.name + ":" : "") + text;
        }
    }
    return words;
}

/// Our line first, then the runtimes by name.
std::vector<screen_line> lines_of(const results& all, const measure::case_key& question) {
    std::vector<screen_line> lines;
    for (const auto& [runtime, index] : cheapest_of(all, question)) {
        const case_row& row = all.cases[index];
        const std::string impl = row.key().text("impl");
        std::string pattern =
            boost::replace_all_copy(runtime, ".", "\\."); // it is a regular expression
        boost::replace_all(pattern, "+", "\\+");
        screen_line line = line_with_cost(all, index);
        line.label =
            (runtime.empty() ? title_of(question) + ", ours" + (impl.empty() ? "" : ": " + impl)
                             : "- " + runtime) +
            words_of(row.key(), question);
        line.only = runtime.empty() ? std::string(row.key().within_program()) : "impl:" + pattern;
        line.made_by = runtime.empty() ? maker::tollgate : maker::other;
        lines.push_back(std::move(line));
    }
    rank(all, lines);
    return lines;
}

} // namespace

screen_section other_runtimes(const results& all) {
    constexpr std::size_t most_lines = 20;
    std::vector<measure::case_key> questions; // in the cases' order
    for (const case_row& row : all.cases) {
        if (row.of_other_runtime() && all.counts(row)) {
            const measure::case_key question = question_of(all, row);
            if (std::ranges::count(questions, question) == 0) {
                questions.push_back(question);
            }
        }
    }
    if (questions.empty()) {
        return {};
    }
    // The first question of each program, then the second of each, as far as their lines fit.
    std::map<std::string_view, std::size_t> questions_of;
    std::multimap<std::size_t, std::size_t> by_round;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        by_round.emplace(questions_of[questions[i].program()]++, i);
    }
    std::map<std::size_t, std::vector<screen_line>> shown;
    std::size_t lines = 0;
    for (const auto& [round, i] : by_round) {
        std::vector<screen_line> answers = lines_of(all, questions[i]);
        if (lines + answers.size() <= most_lines) {
            lines += answers.size();
            shown.emplace(i, std::move(answers));
        }
    }
    screen_section section;
    for (auto& [i, answers] : shown) {
        std::ranges::move(answers, std::back_inserter(section.lines));
    }
    if (const std::size_t left_out = questions.size() - shown.size(); left_out != 0) {
        section.note = count_of(left_out, "more question") + ": ./costSheet --all FILES";
    }
    return section;
}

} // namespace tollgate::cost_sheet

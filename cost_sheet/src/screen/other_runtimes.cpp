// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

/// A path, its numbers and a placement; of the runtime's numbers those that our cases of the path
/// have, too.
measure::case_key question_of(const results& all, const case_row& runtime) {
    measure::case_key asked(runtime.key().path());
    for (const measure::parameter& each : runtime.key().parameters()) {
        const bool ours = std::ranges::any_of(all.cases, [&](const auto& other) {
            return !other.of_other_runtime() && other.key().path() == runtime.key().path() &&
                   other.key().number(each.name);
        });
        if (each.name == "placement" || ours) {
            asked = asked.with(each.name, each.value);
        }
    }
    return asked;
}

/// The cheapest case of each runtime, by its name; that of ours has none.
std::map<std::string, std::size_t> cheapest_of(const results& all, const measure::case_key& asked) {
    report::case_pattern pattern{asked.path()};
    for (const measure::parameter& each : asked.parameters()) {
        pattern.texts.emplace_back(each.name, measure::to_string(each.value));
    }
    std::map<std::string, std::size_t> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const case_row& row = all.cases[i];
        if (all.counts(row) && pattern.matches(row.key()) &&
            row.key().has("placement") == asked.has("placement")) {
            const std::string runtime =
                row.of_other_runtime() ? row.key().text("impl") : std::string();
            std::size_t& known = found.try_emplace(runtime, i).first->second;
            known = row.ns() < all.cases[known].ns() ? i : known;
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

/// Ours first, then the runtimes by their names.
std::vector<screen_line> lines_of(const results& all, const measure::case_key& asked) {
    std::vector<screen_line> lines;
    for (const auto& [runtime, index] : cheapest_of(all, asked)) {
        const case_row& row = all.cases[index];
        const std::string impl = row.key().text("impl");
        std::string pattern =
            boost::replace_all_copy(runtime, ".", "\\."); // it is a regular expression
        boost::replace_all(pattern, "+", "\\+");
        screen_line line;
        line.what =
            (runtime.empty() ? title_of(asked) + ", ours" + (impl.empty() ? "" : ": " + impl)
                             : "- " + runtime) +
            words_of(row.key(), asked);
        line.program = all.file_of(row).about.program;
        line.only = runtime.empty() ? std::string(row.key().within_program()) : "impl:" + pattern;
        line.of = index;
        line.cost = row.cost;
        line.p99_ns = row.p99_ns();
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
            const measure::case_key asked = question_of(all, row);
            if (std::ranges::count(questions, asked) == 0) {
                questions.push_back(asked);
            }
        }
    }
    if (questions.empty()) {
        return {};
    }
    // The first of each program, then the second of each, as long as there is room for its lines.
    std::map<std::string_view, std::size_t> of_program;
    std::multimap<std::size_t, std::size_t> by_turn;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        by_turn.emplace(of_program[questions[i].program()]++, i);
    }
    std::map<std::size_t, std::vector<screen_line>> shown;
    std::size_t lines = 0;
    for (const auto& [turn, i] : by_turn) {
        std::vector<screen_line> of_question = lines_of(all, questions[i]);
        if (lines + of_question.size() <= most_lines) {
            lines += of_question.size();
            shown.emplace(i, std::move(of_question));
        }
    }
    screen_section section{"other runtimes",
                           {},
                           {"These are measured with --runtimes NAME, or --runtime COMMAND, too."}};
    for (const auto& [i, of_question] : shown) {
        section.lines.insert(section.lines.end(), of_question.begin(), of_question.end());
    }
    if (shown.size() < questions.size()) {
        section.sentences.front() +=
            fmt::format(" {} more questions: --all.", questions.size() - shown.size());
    }
    return section;
}

} // namespace tollgate::cost_sheet

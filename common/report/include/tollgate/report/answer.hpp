// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/report/terminal.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tollgate::report {

/// The answer of a program: its findings in sentences.
///
///     const report::result run;
///     report::answer answer(run);
///     answer.say("A yield costs", {"fiber/yield", {{"fibers", "4"}}});
///     const std::string text = answer.str();
///
/// A sentence is left out if its case was not measured. The text is empty if a self-check failed.
///
/// - *Threads*: not thread-safe.
/// - *Lifetime*: the result must outlive the answer.
class answer {
public:
    /// Begins an answer without sentences about this result, for a terminal of this width.
    explicit answer(const result& run, std::size_t columns = terminal{}.columns)
        : run_(run), columns_(columns) {}

    /// Adds a sentence: "A yield of ours costs 33.0 ns ± 0.6 %, 0.75 times a yield (44.2 ns)."
    /// `begin` is the subject and the verb: "A yield of ours costs". `pattern` selects the case of
    /// the cost. The cost is the value as it is, from all rounds. `other` selects another case for
    /// the ratio, and `other_name` is the name of that case: "a yield".
    ///
    /// The sentence has the ratio if the run compared the two cases, in either order, and the
    /// difference is significant. If the interval of the ratio reaches below half or above twice
    /// the ratio, the sentence has "more than" or "less than" in place of the ratio. If the
    /// difference is not significant, the sentence says so, and has the ratio of the CPU times if
    /// this ratio is significant. If there are too few passes to compare, the sentence says that.
    /// If the other case does not exist, the sentence leaves it out.
    void say(std::string_view begin, const case_pattern& pattern, std::string_view other_name = {},
             const case_pattern& other = {});

    /// Adds a text of the program, such as a sentence or a table. The text ends with a line feed.
    void state(std::string_view text);

    /// The result that the answer is about.
    [[nodiscard]] const result& run() const { return run_; }

    /// The width of the terminal, for tables in texts of the program.
    [[nodiscard]] std::size_t columns() const { return columns_; }

    /// All sentences, each on its own line. Empty if there are no sentences, or if a self-check
    /// failed.
    [[nodiscard]] std::string str() const;

private:
    [[nodiscard]] const measure::case_result* find(const case_pattern& pattern) const;
    [[nodiscard]] std::string relation(const measure::case_key& key, std::string_view other_name,
                                       const measure::case_result& other) const;

    const result& run_;
    std::size_t columns_;
    std::string text_;
};

} // namespace tollgate::report

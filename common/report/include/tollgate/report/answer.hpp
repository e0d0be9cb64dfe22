// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::report {

/// A pattern that selects the case of a sentence or a line: the first case with this path and these
/// values of parameters.
struct case_pattern {
    std::string path; ///< "fiber/yield"
    /// Names and values of parameters, as text. An empty value means that the case must not have
    /// the parameter.
    std::vector<std::pair<std::string, std::string>> texts{};

    /// Whether the key has the path and the values.
    [[nodiscard]] bool matches(const measure::case_key& key) const;
};

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
    /// Begins an answer without sentences about this result.
    explicit answer(const result& run) : run_(run) {}

    /// Adds a sentence: "A yield of ours costs 33.0 ns ± 0.6 %, 0.75 times a yield (44.2 ns)."
    /// `begin` is the subject and the verb: "A yield of ours costs". `pattern` selects the case of
    /// the cost. The form of the cost depends on its grade (see figure.hpp). `other` selects
    /// another case for the ratio, and `other_name` is the name of that case: "a yield".
    ///
    /// The sentence has the ratio if the run compared the two cases, in either order, and the
    /// difference is significant. If the interval of the ratio reaches below half or above twice
    /// the ratio, the sentence has "more than" or "less than" in place of the ratio. If the
    /// difference is not significant, the sentence has "no significant difference". The sentence
    /// leaves out the other case if this case does not exist, or if it was not measured well
    /// enough.
    void say(std::string_view begin, const case_pattern& pattern, std::string_view other_name = {},
             const case_pattern& other = {});

    /// Adds a text of the program, such as a sentence or a table. The text ends with a line feed.
    void state(std::string_view text);

    /// The result that the answer is about.
    [[nodiscard]] const result& run() const { return run_; }

    /// All sentences, each on its own line. Empty if there are no sentences, or if a self-check
    /// failed.
    [[nodiscard]] std::string str() const;

private:
    [[nodiscard]] const measure::case_result* find(const case_pattern& pattern) const;
    [[nodiscard]] std::string relation(const measure::case_key& key, std::string_view other_name,
                                       const measure::case_result& other) const;

    const result& run_;
    std::string text_;
};

} // namespace tollgate::report

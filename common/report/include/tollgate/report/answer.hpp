// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::report {

/// The case that a sentence or a line is about: the first case of this path whose parameters have
/// these texts.
struct case_pattern {
    std::string path; ///< "fiber/yield"
    /// Names and texts of parameters. An empty text requires that the case lacks the parameter.
    std::vector<std::pair<std::string, std::string>> texts{};

    /// Whether the key has the path and the texts.
    [[nodiscard]] bool matches(const measure::case_key& key) const;
};

/// The findings of a program in sentences.
///
///     const report::result run;
///     report::answer answer(run);
///     answer.say("A yield costs", {"fiber/yield", {{"fibers", "4"}}});
///     const std::string text = answer.str();
///
/// A sentence is left out if its case was not measured. The text is empty if a self-check failed.
///
/// - *Threads*: not thread safe.
/// - *Lifetime*: refers to the result.
class answer {
public:
    /// Begins an answer without sentences about this result.
    explicit answer(const result& run) : run_(run) {}

    /// Adds a sentence: "A yield of ours costs 33.0 ns ± 0.6 %, 0.75 times a yield (44.2 ns)."
    /// `begin` has the verb. A rough cost is printed as a range; the sentence names a poor cost as
    /// such.
    ///
    /// The ratio is printed if the run compared the two cases, in either order, and the difference
    /// is significant. If the interval of the ratio is wider than a factor of two, the sentence
    /// says "more than" or "less than". If the difference is not significant, the sentence says
    /// that. The other case is left out if there is none, or if it was not measured well enough.
    void say(std::string_view begin, const case_pattern& pattern, std::string_view other_name = {},
             const case_pattern& other = {});

    /// Adds a sentence or a table of the program's own; it ends with a line feed.
    void state(std::string_view text);

    /// The result that the answer is about.
    [[nodiscard]] const result& run() const { return run_; }

    /// All sentences, one a line; empty if nothing is known.
    [[nodiscard]] std::string str() const;

private:
    [[nodiscard]] const measure::case_result* find(const case_pattern& pattern) const;
    [[nodiscard]] std::string relation(const measure::case_key& key, std::string_view other_name,
                                       const measure::case_result& other) const;

    const result& run_;
    std::string text_;
};

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::report {

/// Which case a sentence or a line is about: the first of this path whose parameters have these
/// texts. An empty text is that of a parameter that the case does not have.
struct case_pattern {
    std::string path;
    std::vector<std::pair<std::string, std::string>> texts{};

    [[nodiscard]] bool matches(const measure::case_key& key) const;
};

/// What a program has found out, in sentences. A sentence is left out if its case was not measured;
/// the whole is empty if a proof of work failed. Refers to the result. Not thread safe.
class answer {
public:
    explicit answer(const result& seen) : seen_(seen) {}

    /// "A yield of ours costs 33.0 ns ± 0.6 %, 0.75 times a yield (44.2 ns)." `begin` has the verb.
    /// A cost that is not sure is a range, a poor one is said to be that. How many times is said
    /// only where the run compared the two, in whatever order, and resolved the difference; where
    /// it did not resolve it, that is said. If it resolved it, but the ratio lies within no factor
    /// of two, it says "more than" or "less than". The rest is left out if there is no other, or it
    /// was not measured, or not well enough.
    void say(std::string_view begin, const case_pattern& pattern, std::string_view other_name = {},
             const case_pattern& other = {});

    /// Adds a sentence, or a table, of the program's own; it ends with a line feed.
    void state(std::string_view text);

    /// The result from which the answer is made.
    [[nodiscard]] const result& seen() const { return seen_; }

    /// A sentence a line; empty if nothing is known.
    [[nodiscard]] std::string str() const;

private:
    [[nodiscard]] const measure::case_result* find(const case_pattern& pattern) const;
    [[nodiscard]] std::string relation(const measure::case_key& key, std::string_view other_name,
                                       const measure::case_result& other) const;

    const result& seen_;
    std::string text_;
};

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/answer.hpp>

#include "run_text.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::report {

bool case_pattern::matches(const measure::case_key& key) const {
    const auto has = [&](const auto& text) { return key.text(text.first) == text.second; };
    return key.path() == path && std::ranges::all_of(texts, has);
}

const measure::case_result* answer::find(const case_pattern& pattern) const {
    for (const measure::case_result& each : run_.cases) {
        // A program answers only from its own cases.
        if (pattern.matches(each.record.key) && each.summary.rounds != 0 &&
            each.record.valued_by != measure::method::self_timed) {
            return &each;
        }
    }
    return nullptr;
}

std::string answer::relation(const measure::case_key& key, std::string_view other_name,
                             const measure::case_result& other) const {
    const measure::case_key& other_key = other.record.key;
    const std::string the_other =
        fmt::format("{} ({})", other_name, cost_text(other.summary.value_ns));
    for (const measure::comparison& pair : run_.comparisons()) {
        const bool straight = pair.subject == key && pair.reference == other_key;
        const bool reversed = pair.subject == other_key && pair.reference == key;
        if (pair.pairs == 0 || (!straight && !reversed)) {
            continue;
        }
        if (!pair.resolved || !(pair.ratio > 0)) {
            return "; no significant difference from " + the_other;
        }
        const double ratio = straight ? pair.ratio : 1 / pair.ratio;
        const std::string times = tells_its_size(pair) ? times_text(ratio)
                                  : ratio < 1          ? "less than"
                                                       : "more than";
        return fmt::format(", {} {}", times, the_other);
    }
    return fmt::format("; {}, {}", other_name, cost_text(other.summary.value_ns));
}

void answer::say(std::string_view begin, const case_pattern& pattern, std::string_view other_name,
                 const case_pattern& other_pattern) {
    const measure::case_result* result = find(pattern);
    if (result == nullptr) {
        return;
    }
    const measure::estimate& cost = result->summary.value_ns;
    if (grade_of(cost) == grade::poor) {
        text_ += fmt::format("{} an amount that was not measured well enough here.\n", begin);
        return;
    }
    const measure::case_result* other = find(other_pattern);
    const bool comparable = other != nullptr && grade_of(other->summary.value_ns) != grade::poor;
    text_ += fmt::format("{} {}{}.\n", begin, whole_cost_text(cost),
                         comparable ? relation(result->record.key, other_name, *other) : "");
}

void answer::state(std::string_view text) {
    text_ += text;
}

std::string answer::str() const {
    return run_.self_checks_held() ? text_ : std::string{};
}

} // namespace tollgate::report

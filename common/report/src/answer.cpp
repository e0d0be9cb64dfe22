// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/answer.hpp>

#include "run_text.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <optional>

namespace tollgate::report {
namespace {

using measure::comparison;

/// The comparison of these two cases, turned so that `subject` is its subject. Absent if the run
/// did not compare them.
std::optional<comparison> ratio_in(const std::vector<comparison>& all,
                                   const measure::case_key& subject,
                                   const measure::case_key& reference) {
    for (const comparison& pair : all) {
        if (pair.pairs == 0) {
            continue;
        }
        comparison turned = pair;
        turned.resolved = pair.resolved && pair.ratio > 0;
        if (pair.subject == subject && pair.reference == reference) {
            return turned;
        }
        if (pair.subject == reference && pair.reference == subject) {
            turned.ratio = 1 / pair.ratio;
            if (pair.range) {
                turned.range = stats::interval{1 / pair.range->high, 1 / pair.range->low,
                                               pair.range->confidence};
            }
            return turned;
        }
    }
    return std::nullopt;
}

} // namespace

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
    const std::string the_other =
        fmt::format("{} ({})", other_name, cost_text(other.summary.as_it_is_ns));
    const measure::case_key& other_key = other.record.key;
    const auto time = ratio_in(run_.comparisons(), key, other_key);
    if (!time) {
        return fmt::format("; {}, {}", other_name, cost_text(other.summary.as_it_is_ns));
    }
    if (time->resolved) {
        return fmt::format(", {} {}",
                           tells_its_size(*time) ? times_text(time->ratio)
                           : time->ratio < 1     ? "less than"
                                                 : "more than",
                           the_other);
    }
    if (!time->range) {
        return "; too few passes to compare with " + the_other;
    }
    const auto cpu = ratio_in(run_.cpu_comparisons(), key, other_key);
    return cpu && cpu->resolved
               ? fmt::format("; no significant difference in time from {}, but {} CPU time",
                             the_other,
                             tells_its_size(*cpu) ? times_text(cpu->ratio) + " its"
                             : cpu->ratio < 1     ? "less"
                                                  : "more")
               : "; no significant difference from " + the_other;
}

void answer::say(std::string_view begin, const case_pattern& pattern, std::string_view other_name,
                 const case_pattern& other_pattern) {
    const measure::case_result* result = find(pattern);
    if (result == nullptr) {
        return;
    }
    const measure::case_result* other = find(other_pattern);
    text_ += fmt::format("{} {}{}.\n", begin, whole_cost_text(result->summary.as_it_is_ns),
                         other == nullptr ? "" : relation(result->record.key, other_name, *other));
}

void answer::state(std::string_view text) {
    text_ += text;
}

std::string answer::str() const {
    return run_.self_checks_held() ? text_ : std::string{};
}

} // namespace tollgate::report

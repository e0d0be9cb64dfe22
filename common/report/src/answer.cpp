// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/answer.hpp>

#include "run_text.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::report {
namespace {

std::string with_sureness(const measure::estimate& cost) {
    const std::string unsure = sureness_text(cost);
    return cost_text(cost) + (unsure.empty() ? "" : " ± " + unsure);
}

std::string sentence(std::string_view begin, const measure::case_result& one,
                     const std::string& relation) {
    const measure::estimate& cost = one.summary.value_ns;
    if (grade_of(cost) == grade::poor) {
        return fmt::format("{} an amount that was not measured well enough here.\n", begin);
    }
    return fmt::format("{} {}{}.\n", begin, with_sureness(cost), relation);
}

} // namespace

bool case_pattern::matches(const measure::case_key& key) const {
    return key.path() == path && std::all_of(texts.begin(), texts.end(), [&](const auto& one) {
               return key.text(one.first) == one.second;
           });
}

const measure::case_result* answer::find(const case_pattern& of) const {
    for (const measure::case_result& one : seen_.cases) {
        // A program answers from its own cases alone.
        if (of.matches(one.record.key) && one.summary.rounds != 0 &&
            one.record.valued_by != measure::method::guest_batches) {
            return &one;
        }
    }
    return nullptr;
}

std::string answer::relation(const measure::case_result& one, std::string_view other_name,
                             const measure::case_result& other) const {
    const measure::case_key& key = one.record.key;
    const measure::case_key& other_key = other.record.key;
    const std::string other_cost = cost_text(other.summary.value_ns);
    for (const measure::comparison& pair : seen_.comparisons()) {
        const bool straight = pair.of == key && pair.reference == other_key;
        const bool reversed = pair.of == other_key && pair.reference == key;
        if (pair.pairs == 0 || (!straight && !reversed)) {
            continue;
        }
        if (!pair.resolved || !(pair.ratio > 0)) {
            return fmt::format("; no difference from {} ({}) is resolved", other_name, other_cost);
        }
        const double ratio = straight ? pair.ratio : 1 / pair.ratio;
        return tells_its_size(pair)
                   ? fmt::format(", {} {} ({})", times_text(ratio), other_name, other_cost)
                   : fmt::format(", {} than {} ({})", ratio < 1 ? "less" : "more", other_name,
                                 other_cost);
    }
    return fmt::format("; {}, {}", other_name, other_cost);
}

void answer::say(std::string_view begin, const case_pattern& of) {
    if (const measure::case_result* one = find(of)) {
        text_ += sentence(begin, *one, {});
    }
}

void answer::say(std::string_view begin, const case_pattern& of, std::string_view other_name,
                 const case_pattern& other_pattern) {
    const measure::case_result* one = find(of);
    const measure::case_result* other = find(other_pattern);
    if (one == nullptr) {
        return;
    }
    const bool comparable = other != nullptr && grade_of(other->summary.value_ns) != grade::poor;
    text_ += sentence(begin, *one, comparable ? relation(*one, other_name, *other) : "");
}

void answer::state(std::string_view text) {
    text_ += text;
}

std::string answer::str() const {
    return seen_.proven() ? text_ : std::string{};
}

} // namespace tollgate::report

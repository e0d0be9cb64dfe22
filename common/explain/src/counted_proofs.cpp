// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/counted_proofs.hpp>

#include <tollgate/explain/arm.hpp>

#include <cstdio>
#include <optional>
#include <string>

namespace tollgate::explain {
namespace {

using verdict = hold_proof::verdict;

/// Two digits at least, and none behind the point from a hundred on.
std::string times_text(double times) {
    char text[32];
    std::snprintf(text, sizeof text, times >= 100 || times == 0 ? "%.0f" : "%.1f", times);
    return text;
}

/// How often something was counted in a round; absent: it was not counted.
std::optional<double> counted_in_a_round(const measure::case_record& record, const char* what) {
    const auto found = record.counted.find(what);
    if (found == record.counted.end() || record.rounds.empty()) {
        return std::nullopt;
    }
    return static_cast<double>(found->second) / static_cast<double>(record.rounds.size());
}

bool was_refused(const measure::case_record& arm) {
    return counted_in_a_round(arm, witness::refused).value_or(0) > 0;
}

} // namespace

hold_proof expect_fewer(const measure::case_record& control, const measure::case_record& arm,
                        const char* what, const char* says) {
    constexpr double most_left = 0.1;
    constexpr double noticed = 0.1; // once in ten batches
    const auto before = counted_in_a_round(control, what);
    const auto after = counted_in_a_round(arm, what);
    if (was_refused(arm)) {
        return {verdict::failed, "the machine refused it"};
    }
    if (!before || !after) {
        return {verdict::unprovable, "nothing here counts it"};
    }
    const std::string text = std::string(says) + " " + times_text(*after) +
                             " times a batch instead of " + times_text(*before);
    if (*before < noticed) {
        return {verdict::pointless,
                std::string(says) + " " + times_text(*before) + " times a batch without it"};
    }
    return {*after <= most_left * *before ? verdict::held : verdict::failed, text};
}

hold_proof expect_all_threads(const measure::case_record& control, const measure::case_record& arm,
                              const char* what, const char* says) {
    const double threads = counted_in_a_round(arm, witness::threads).value_or(0);
    const double those = counted_in_a_round(arm, what).value_or(0);
    if (threads == 0) {
        return {verdict::unprovable, "its threads do not say"};
    }
    if (counted_in_a_round(control, what).value_or(0) > 0) {
        return {verdict::pointless, std::string(says) + " anyway"};
    }
    const std::string text =
        std::string(says) + ": " + times_text(those) + " of " + times_text(threads) + " threads";
    return {those == threads && !was_refused(arm) ? verdict::held : verdict::failed, text};
}

hold_proof fewer_switches(const measure::case_record& control, const measure::case_record& under) {
    return expect_fewer(control, under, witness::switches, "its threads slept");
}

} // namespace tollgate::explain

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/counted_proofs.hpp>

#include <tollgate/explain/arm.hpp>

#include <cstdint>
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

/// The count of `what` in 1,000 operations; absent if it was not counted. It is not by batch,
/// because batches of a faster arm have more operations.
std::optional<double> counted_in_1000(const measure::case_record& record, const char* what) {
    const auto found = record.counted.find(what);
    double operations = 0;
    for (const measure::case_round& one : record.rounds) {
        operations += static_cast<double>(one.operations);
    }
    if (found == record.counted.end() || operations == 0) {
        return std::nullopt;
    }
    return 1000 * static_cast<double>(found->second) / operations;
}

std::uint64_t counted(const measure::case_record& record, const char* what) {
    const auto found = record.counted.find(what);
    return found == record.counted.end() ? 0 : found->second;
}

constexpr const char* says_refused = "the machine refused it, or another run has it";

} // namespace

bool was_refused(const measure::case_record& arm) {
    return counted(arm, witness::refused) > 0;
}

hold_proof expect_fewer(const measure::case_record& control, const measure::case_record& arm,
                        const char* what, const char* says) {
    constexpr double most_left = 0.1;
    constexpr double noticed = 1;
    const auto before = counted_in_1000(control, what);
    const auto after = counted_in_1000(arm, what);
    if (was_refused(arm)) {
        return {verdict::failed, says_refused};
    }
    if (!before || !after) {
        return {verdict::unprovable, "nothing here counts it"};
    }
    const std::string text = std::string(says) + " " + times_text(*after) +
                             " times in 1,000 operations instead of " + times_text(*before);
    if (*before < noticed) {
        return {verdict::pointless, std::string(says) + " " + times_text(*before) +
                                        " times in 1,000 operations without it"};
    }
    return {*after <= most_left * *before ? verdict::held : verdict::failed, text};
}

hold_proof expect_all_threads(const measure::case_record& control, const measure::case_record& arm,
                              const char* what, const char* says) {
    const std::uint64_t threads = counted(arm, witness::threads);
    const std::uint64_t those = counted(arm, what);
    if (threads == 0) {
        return {verdict::unprovable, "its threads do not say"};
    }
    if (counted(control, what) > 0) {
        return {verdict::pointless, std::string(says) + " anyway"};
    }
    if (was_refused(arm)) {
        return {verdict::failed, says_refused};
    }
    const std::string text = std::string(says) + ": " + std::to_string(those) + " of " +
                             std::to_string(threads) + " threads";
    return {those == threads ? verdict::held : verdict::failed, text};
}

hold_proof fewer_switches(const measure::case_record& control, const measure::case_record& under) {
    return expect_fewer(control, under, witness::switches, "its threads slept");
}

} // namespace tollgate::explain

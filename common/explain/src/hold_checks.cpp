// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/hold_checks.hpp>

#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

namespace tollgate::explain {
namespace {

using verdict = hold_check::verdict;

/// A number with at least two digits, and no decimals from a hundred on; the same in every locale.
std::string times_text(double times) {
    char text[32];
    const bool many = times >= 10 || times == 0;
    const auto format = many ? std::chars_format::fixed : std::chars_format::general;
    const int digits = !many ? 2 : times >= 100 || times == 0 ? 0 : 1;
    return {text, std::to_chars(text, std::end(text), times, format, digits).ptr};
}

/// The count of an event in 1,000 operations; absent if it was not counted. Counts by batch would
/// mislead, because batches of a faster variant have more operations.
std::optional<double> counted_in_1000(const measure::case_record& record, const char* counted) {
    const auto entry = record.counted.find(counted);
    double operations = 0;
    for (const measure::case_round& round : record.rounds) {
        operations += static_cast<double>(round.operations);
    }
    if (entry == record.counted.end() || operations == 0) {
        return std::nullopt;
    }
    return 1000 * static_cast<double>(entry->second) / operations;
}

std::uint64_t count_of(const measure::case_record& record, const char* counted) {
    const auto entry = record.counted.find(counted);
    return entry == record.counted.end() ? 0 : entry->second;
}

constexpr const char* refused_text = "the machine refused it, or another run has it";

} // namespace

bool was_refused(const measure::case_record& variant) {
    return count_of(variant, witness::refused) > 0;
}

hold_check_function expect_fewer(const char* counted, const char* event) {
    return [=](const measure::case_record& control, const measure::case_record& variant) {
        constexpr double most_left = 0.1;
        constexpr double noticed = 1;
        const auto before = counted_in_1000(control, counted);
        const auto after = counted_in_1000(variant, counted);
        if (was_refused(variant)) {
            return hold_check{verdict::failed, refused_text};
        }
        if (!before || !after) {
            return hold_check{verdict::uncheckable, "this machine does not count these events"};
        }
        if (*before < noticed) {
            return hold_check{verdict::pointless,
                              std::string(event) + " " + times_text(*before) +
                                  " times in 1,000 operations without the intervention"};
        }
        return hold_check{*after <= most_left * *before ? verdict::held : verdict::failed,
                          std::string(event) + " " + times_text(*after) +
                              " times in 1,000 operations instead of " + times_text(*before)};
    };
}

hold_check_function expect_all_threads(const char* counted) {
    return [=](const measure::case_record& control, const measure::case_record& variant) {
        const std::uint64_t threads = count_of(variant, witness::threads);
        const std::uint64_t changed = count_of(variant, counted);
        if (threads == 0) {
            return hold_check{verdict::uncheckable, "the settings of its threads are not known"};
        }
        if (count_of(control, counted) > 0) {
            return hold_check{verdict::pointless, std::string("there are ") + counted +
                                                      " also without the intervention"};
        }
        if (was_refused(variant)) {
            return hold_check{verdict::failed, refused_text};
        }
        return hold_check{changed == threads ? verdict::held : verdict::failed,
                          std::to_string(changed) + " of its " + std::to_string(threads) +
                              " threads are " + counted};
    };
}

} // namespace tollgate::explain

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/comparison.hpp>

#include <tollgate/measure/digits.hpp>
#include <tollgate/stats/sign_test.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace tollgate::measure {
namespace {

std::vector<double> paired_log_ratios(const case_record& one, const case_record& reference) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, double> values;
    for (const case_round& round : reference.rounds) {
        values[{round.process, round.round}] = round.value_ns;
    }
    std::vector<double> ratios;
    for (const case_round& round : one.rounds) {
        const auto other = values.find({round.process, round.round});
        if (other != values.end() && other->second > 0 && round.value_ns > 0) {
            ratios.push_back(std::log(round.value_ns / other->second));
        }
    }
    return ratios;
}

std::optional<stats::interval> exponential(const std::optional<stats::interval>& logs) {
    if (!logs) {
        return std::nullopt;
    }
    return stats::interval{ten_digits(std::exp(logs->low)), ten_digits(std::exp(logs->high)),
                           ten_digits(logs->confidence)};
}

const case_record* reference_of(const case_record& one, const std::vector<case_result>& cases) {
    if (one.compared_with.empty()) {
        return &cases.front().record;
    }
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const case_result& other) {
        return other.record.key.name() == one.compared_with;
    });
    return found == cases.end() ? nullptr : &found->record;
}

} // namespace

std::optional<double> noise_floor::smallest_difference() const {
    if (!range) {
        return std::nullopt;
    }
    return std::max(std::abs(range->low - 1), std::abs(range->high - 1));
}

noise_floor find_noise_floor(const case_record& first, const case_record& twin) {
    const auto test = stats::sign_test(paired_log_ratios(twin, first), confidence);
    return {ten_digits(std::exp(test.median)), exponential(test.range), test.resolved()};
}

comparison compare(const case_record& one, const case_record& reference, const noise_floor& floor,
                   double sure) {
    const auto test = stats::sign_test(paired_log_ratios(one, reference), sure);
    comparison result;
    result.of = one.key;
    result.reference = reference.key;
    result.ratio = ten_digits(std::exp(test.median));
    result.range = exponential(test.range);
    result.rounds = test.pairs;
    result.ties = test.ties;
    const auto smallest = floor.smallest_difference();
    result.resolved = test.resolved() && smallest && std::abs(result.ratio - 1) > *smallest;
    return result;
}

std::vector<comparison> compare_all(const std::vector<case_result>& cases,
                                    const noise_floor& floor) {
    std::vector<std::pair<const case_record*, const case_record*>> pairs;
    for (const auto& [one, summary] : cases) {
        const case_record* reference = reference_of(one, cases);
        if (reference != nullptr && reference != &one) {
            pairs.emplace_back(&one, reference);
        }
    }
    std::vector<comparison> all;
    all.reserve(pairs.size());
    const double of_each =
        1 - error_level / static_cast<double>(std::max<std::size_t>(1, pairs.size()));
    for (const auto& [one, reference] : pairs) {
        all.push_back(compare(*one, *reference, floor, of_each));
    }
    return all;
}

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/stop_reason.hpp>

#include <tollgate/measure/case_summary.hpp>

#include <tollgate/stats/order_statistic_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tollgate::measure {
namespace {

constexpr std::array names{"converged", "budget", "rounds", "interrupted", "failed"};

bool narrow_enough(const case_record& record, double precision) {
    std::vector<double> values;
    values.reserve(record.rounds.size());
    for (const case_round& round : record.rounds) {
        values.push_back(round.value_ns);
    }
    std::sort(values.begin(), values.end());
    const auto range = stats::order_statistic_interval(values, 0.5, confidence);
    return range && range->half_width() <= precision * std::abs(stats::quantile(values, 0.5));
}

} // namespace

std::string_view to_string(stop_reason why) {
    return names[static_cast<std::size_t>(why)];
}

std::optional<stop_reason> parse_stop_reason(std::string_view text) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (text == names[i]) {
            return static_cast<stop_reason>(i);
        }
    }
    return std::nullopt;
}

std::optional<stop_reason> decide_stop(const limits& until, std::uint64_t rounds,
                                       std::chrono::nanoseconds elapsed,
                                       std::span<const case_record> records) {
    if (until.exact_rounds) {
        return rounds >= *until.exact_rounds ? std::optional(stop_reason::rounds) : std::nullopt;
    }
    if (rounds < until.least_rounds) {
        return std::nullopt;
    }
    const bool converged = std::all_of(records.begin(), records.end(), [&](const auto& record) {
        return narrow_enough(record, until.precision);
    });
    if (converged) {
        return stop_reason::converged;
    }
    if (rounds >= until.most_rounds) {
        return stop_reason::rounds;
    }
    const auto next_round = elapsed / static_cast<std::int64_t>(rounds);
    if (elapsed + next_round > until.budget) {
        return stop_reason::budget;
    }
    return std::nullopt;
}

} // namespace tollgate::measure

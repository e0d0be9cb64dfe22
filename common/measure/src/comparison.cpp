// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/comparison.hpp>

#include <tollgate/stats/max_t.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace tollgate::measure {
namespace {

using case_pair = std::pair<const case_result*, const case_result*>; ///< compared, reference

using pass_ratios = std::map<std::uint64_t, double>; ///< pass to logarithm of the ratio

/// The ratio of the two means over those rounds of a pass that have both cases.
pass_ratios ratios_of_means(const case_pair& pair, round_figure figure) {
    const auto& [compared, reference] = pair;
    std::map<std::pair<std::uint64_t, std::uint64_t>, double> figures;
    for (const case_round& round : reference->record.rounds) {
        figures[{round.process, round.round}] = round.*figure;
    }
    std::map<std::uint64_t, std::pair<double, double>> sums; // of as many rounds
    for (const case_round& round : compared->record.rounds) {
        const auto other = figures.find({round.process, round.round});
        if (other != figures.end() && other->second > 0 && round.*figure > 0) {
            auto& [of_compared, of_reference] = sums[round.process];
            of_compared += round.*figure;
            of_reference += other->second;
        }
    }
    pass_ratios logs;
    for (const auto& [pass, sum] : sums) {
        logs[pass] = std::log(sum.first) - std::log(sum.second);
    }
    return logs;
}

/// A row for each pair of cases, and a column for each pass of any pair.
std::vector<stats::max_t_row> rows_of(const std::vector<pass_ratios>& family) {
    std::map<std::uint64_t, std::size_t> columns;
    for (const pass_ratios& ratios : family) {
        for (const auto& [pass, log] : ratios) {
            columns.try_emplace(pass, columns.size());
        }
    }
    std::vector<stats::max_t_row> rows;
    for (const pass_ratios& ratios : family) {
        stats::max_t_row row(columns.size());
        for (const auto& [pass, log] : ratios) {
            row[columns.at(pass)] = log;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Judges the logarithms of the ratios.
std::vector<stats::max_t_result> judge_together(const std::vector<case_pair>& pairs,
                                                round_figure figure) {
    std::vector<pass_ratios> family;
    family.reserve(pairs.size());
    for (const case_pair& pair : pairs) {
        family.push_back(ratios_of_means(pair, figure));
    }
    return stats::max_t(rows_of(family), confidence);
}

/// An interval of logarithms that excludes 0 becomes an interval of ratios that excludes 1.
std::optional<stats::interval> exponential(const std::optional<stats::interval>& logs) {
    // The exponential of a larger end would be infinite, which a file cannot hold.
    constexpr double most = 690;
    if (!logs) {
        return std::nullopt;
    }
    stats::interval ratios{std::exp(std::min(logs->low, most)),
                           std::exp(std::min(logs->high, most)), logs->confidence};
    if (logs->low > 0) {
        ratios.low = std::max(ratios.low, std::nextafter(1.0, 2.0));
    } else if (logs->high < 0) {
        ratios.high = std::min(ratios.high, std::nextafter(1.0, 0.0));
    }
    return ratios;
}

const case_result* result_named(const std::string& name, const std::vector<case_result>& cases) {
    const auto entry = std::find_if(cases.begin(), cases.end(), [&](const case_result& result) {
        return result.record.key.name() == name;
    });
    return entry == cases.end() ? nullptr : &*entry;
}

/// The difference of the larger cost from the smaller one, as a share of the smaller: finite.
double difference_at(double ratio) {
    return std::max(ratio, 1 / std::max(ratio, std::numeric_limits<double>::min())) - 1;
}

case_kind kind_of(const case_record& record) {
    return measure::kind_of(record.valued_by, record.threads, record.key);
}

} // namespace

case_kind kind_of(method valued_by, std::uint64_t threads, const case_key& key) {
    return {valued_by, threads > 1, key.text("placement")};
}

std::optional<double> noise_floor::smallest_difference() const {
    if (!range) {
        return std::nullopt;
    }
    return std::max(difference_at(range->low), difference_at(range->high));
}

std::optional<double> largest_floor(const std::vector<noise_floor>& floors) {
    std::optional<double> largest;
    for (const noise_floor& floor : floors) {
        if (const auto smallest = floor.smallest_difference()) {
            largest = std::max(largest.value_or(0), *smallest);
        }
    }
    return largest;
}

std::optional<double> floor_of(const case_record& record, const std::vector<case_result>& cases,
                               const std::vector<noise_floor>& floors) {
    for (const noise_floor& floor : floors) {
        const case_result* control = result_named(floor.subject.name(), cases);
        if (control != nullptr && kind_of(control->record) == kind_of(record)) {
            return floor.smallest_difference();
        }
    }
    // Cases that time themselves scatter differently.
    return floors.empty() || record.valued_by == method::self_timed
               ? std::nullopt
               : floors.front().smallest_difference();
}

std::vector<noise_floor> find_noise_floors(const std::vector<case_result>& cases,
                                           const std::vector<case_result>& controls,
                                           round_figure figure) {
    std::vector<case_pair> pairs;
    for (const case_result& control : controls) {
        if (const case_result* first = result_named(control.record.key.name(), cases)) {
            pairs.emplace_back(&control, first);
        }
    }
    const std::vector<stats::max_t_result> judged = judge_together(pairs, figure);
    std::vector<noise_floor> floors;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        floors.push_back({pairs[i].first->record.key, std::exp(judged[i].estimate),
                          exponential(judged[i].range), judged[i].resolved});
    }
    return floors;
}

std::vector<comparison> compare_all(const std::vector<case_result>& cases,
                                    const std::vector<noise_floor>& floors, round_figure figure) {
    std::vector<case_pair> pairs;
    for (const case_result& compared : cases) {
        const case_result* reference = compared.record.compared_with.empty()
                                           ? &cases.front()
                                           : result_named(compared.record.compared_with, cases);
        if (reference != nullptr && reference != &compared) {
            pairs.emplace_back(&compared, reference);
        }
    }
    const std::vector<stats::max_t_result> judged = judge_together(pairs, figure);
    std::vector<comparison> all;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& [compared, reference] = pairs[i];
        comparison entry{
            compared->record.key,         reference->record.key, std::exp(judged[i].estimate),
            exponential(judged[i].range), judged[i].columns,     false};
        const auto floor = floor_of(compared->record, cases, floors);
        entry.resolved = entry.range && !entry.range->contains(1) && floor &&
                         difference_at(entry.ratio) > *floor;
        all.push_back(std::move(entry));
    }
    return all;
}

} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include "limits/limits.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <boost/algorithm/string/join.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tollgate::cost_sheet {
namespace {

std::optional<measure::estimate> figure_of(const case_row& row, const limited_figure& figure) {
    if (!figure.percentile) {
        return row.summary.as_it_is_ns;
    }
    const measure::percentile& found = row.summary.percentiles.at(*figure.percentile);
    return found.corrected_ns
               ? std::optional(measure::estimate{*found.corrected_ns, found.range_ns})
               : std::nullopt;
}

std::string why_absent(const std::string& name, const results& all) {
    for (const result_file& file : all.files) {
        for (const report::unavailable_case& missing : file.unavailable) {
            if (missing.key.name() == name) {
                return "not measured: " + missing.reason;
            }
        }
    }
    return "no file has this case";
}

std::string without_interval(const std::vector<const case_row*>& runs,
                             const limited_figure& figure) {
    const bool has_value = std::ranges::any_of(
        runs, [&](const case_row* row) { return figure_of(*row, figure).has_value(); });
    return !has_value ? fmt::format("too few samples for {}", figure.name)
           : figure.percentile
               ? fmt::format("too few passes or samples for the interval of {}", figure.name)
               : "one pass has no interval";
}

std::string range_text(const measure::estimate& found) {
    return fmt::format("{} ({} to {})", report::time_text(found.value),
                       report::time_text(found.range->low), report::time_text(found.range->high));
}

limit_verdict judge_figure(const limit& asked, const results& all) {
    limit_verdict verdict{asked, limit_state::cannot_tell, "", ""};
    std::vector<const case_row*> runs;
    for (const case_row& row : all.cases) {
        if (row.key().name() != asked.subject) {
            continue;
        }
        if (!all.counts(row)) {
            verdict.why = "a self-check failed in " + all.file_of(row).path;
            return verdict;
        }
        if (!all.file_of(row).about.release_build) {
            verdict.why = "a debug build measured it in " + all.file_of(row).path;
            return verdict;
        }
        runs.push_back(&row);
    }
    if (runs.empty()) {
        verdict.why = why_absent(asked.subject, all);
        return verdict;
    }
    const auto found = figure_of_runs(runs, *asked.figure);
    if (!found) {
        verdict.why = without_interval(runs, *asked.figure);
        return verdict;
    }
    verdict.found = range_text(*found);
    verdict.state = found->range->high <= asked.most_ns ? limit_state::met
                    : found->range->low > asked.most_ns ? limit_state::broken
                                                        : limit_state::cannot_tell;
    if (verdict.state == limit_state::cannot_tell) {
        verdict.why = runs.size() == 1
                          ? "the interval includes the limit; a longer run (--time) or "
                            "more runs help"
                          : "the interval of the runs includes the limit";
    }
    return verdict;
}

/// "quota" is short for "cgroup quota".
bool names_condition(const std::string& word, const std::string& condition) {
    return condition == word || condition.ends_with(" " + word);
}

limit_verdict judge_condition(const limit& asked, const results& all) {
    limit_verdict verdict{asked, limit_state::met, "", ""};
    std::set<std::string> known;
    std::set<std::string> found;
    for (const result_file& file : all.files) {
        for (const environment::verdict& each : file.environment) {
            known.insert(each.name);
            if (!names_condition(asked.subject, each.name)) {
                continue;
            }
            found.insert(fmt::format("{}: {}", to_string(each.state), each.found));
            if (each.state == environment::condition::bad) {
                verdict.state = limit_state::broken;
            } else if (each.state == environment::condition::unknown &&
                       verdict.state == limit_state::met) {
                verdict.state = limit_state::cannot_tell;
            }
        }
    }
    verdict.found = boost::algorithm::join(found, "; ");
    if (found.empty() && !known.empty()) {
        throw run::usage_error(fmt::format("--limits: environment: '{}' is not one of {}",
                                           report::printable(asked.subject),
                                           report::printable(boost::algorithm::join(known, ", "))));
    }
    if (found.empty()) {
        verdict.state = limit_state::cannot_tell;
        verdict.why = "no file has conditions";
    } else if (verdict.state == limit_state::cannot_tell) {
        verdict.why = "the machine does not show it";
    }
    return verdict;
}

} // namespace

std::optional<measure::estimate> figure_of_runs(const std::vector<const case_row*>& runs,
                                                const limited_figure& figure) {
    std::vector<double> values;
    double squares = 0;
    for (const case_row* row : runs) {
        if (const auto found = figure_of(*row, figure)) {
            if (!found->range) {
                return std::nullopt; // the run may be the worst one
            }
            values.push_back(found->value);
            squares += std::pow(*found->uncertainty(), 2);
            if (runs.size() == 1) {
                return found;
            }
        }
    }
    if (values.size() < 2) {
        return std::nullopt;
    }
    const auto between = stats::mean_interval(values, measure::confidence);
    const double mean = stats::mean(values);
    const double half =
        std::max(between->half_width(), std::sqrt(squares) / static_cast<double>(values.size()));
    return measure::estimate{mean, stats::interval{mean - half, mean + half, measure::confidence}};
}

std::vector<limit_verdict> judge(const std::vector<limit>& limits, const results& all) {
    std::vector<limit_verdict> verdicts;
    for (const result_file& file : all.files) {
        if (!file.self_checks_held() || file.lost_any()) {
            verdicts.push_back({{"self-checks", {}, 0, "", ""},
                                limit_state::broken,
                                "",
                                "one failed in " + file.path});
        }
    }
    for (const std::string& each : all.unreadable) {
        verdicts.push_back({{"result files", {}, 0, "", ""}, limit_state::cannot_tell, "", each});
    }
    for (const limit& each : limits) {
        verdicts.push_back(each.figure ? judge_figure(each, all) : judge_condition(each, all));
    }
    return verdicts;
}

} // namespace tollgate::cost_sheet

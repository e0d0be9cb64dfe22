// SPDX-License-Identifier: BSL-1.0
#include "compare/measured_run.hpp"
#include "compare/speed_marks.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace tollgate::cost_sheet {

namespace {

std::vector<double> process_logs(const measure::case_summary& of) {
    std::vector<double> logs;
    for (const double median : of.pass_figures_ns) {
        if (median > 0) {
            logs.push_back(std::log(median));
        }
    }
    return logs;
}

/// Of a digest, which has no rounds, nothing is known of single passes.
run_cost cost_of_all_rounds(const measure::case_record& record, const measure::case_summary& of) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const measure::case_round& round : record.rounds) {
        passes[round.process].push_back(round.value_ns);
    }
    const double value_ns = of.as_it_is_ns.value;
    const auto& range = of.as_it_is_ns.range;
    run_cost all{value_ns, range, {}, log_half_width(value_ns, range)};
    for (const auto& [pass, values_ns] : passes) {
        const double mean_ns = stats::mean(values_ns);
        if (mean_ns > 0) {
            all.process_logs.push_back(std::log(mean_ns));
        }
    }
    if (all.process_logs.empty()) {
        all.process_logs = {std::log(all.value_ns)};
    }
    return all;
}

/// The number that these digits make; nothing if they are not all digits.
std::optional<int> number_at(std::string_view text, std::size_t at, std::size_t digits) {
    int value = 0;
    if (at + digits > text.size()) {
        return std::nullopt;
    }
    const char* end = text.data() + at + digits;
    const auto read = std::from_chars(text.data() + at, end, value);
    return read.ec == std::errc{} && read.ptr == end && value >= 0 ? std::optional(value)
                                                                   : std::nullopt;
}

/// "Z", "+01:00" or "-0730", in minutes.
std::optional<int> offset_of(std::string_view zone) {
    if (zone.empty() || zone == "Z") {
        return 0;
    }
    const auto hours = number_at(zone, 1, 2);
    const auto minutes = number_at(zone, zone.size() > 3 && zone[3] == ':' ? 4 : 3, 2);
    if ((zone[0] != '+' && zone[0] != '-') || !hours || !minutes) {
        return std::nullopt;
    }
    return (zone[0] == '-' ? -1 : 1) * (*hours * 60 + *minutes);
}

} // namespace

std::optional<double> log_half_width(double value_ns, const std::optional<stats::interval>& range) {
    if (!range) {
        return std::nullopt;
    }
    return range->low > 0 ? std::log(range->high / range->low) / 2
                          : std::log(range->high / value_ns);
}

std::optional<std::int64_t> seconds_of(std::string_view date) {
    const auto year = number_at(date, 0, 4);
    const auto month = number_at(date, 5, 2);
    const auto day = number_at(date, 8, 2);
    const auto hour = number_at(date, 11, 2);
    const auto minute = number_at(date, 14, 2);
    const auto second = number_at(date, 17, 2);
    if (!year || !month || !day || !hour || !minute || !second) {
        return std::nullopt;
    }
    const std::chrono::year_month_day when{std::chrono::year{*year},
                                           std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    std::string_view zone = date.substr(19);
    if (!zone.empty() && zone[0] == '.') {
        zone.remove_prefix(std::min(zone.find_first_not_of("0123456789", 1), zone.size()));
    }
    const auto offset = offset_of(zone);
    if (!when.ok() || !offset) {
        return std::nullopt;
    }
    const std::chrono::seconds moment =
        std::chrono::sys_days{when}.time_since_epoch() + std::chrono::hours{*hour} +
        std::chrono::minutes{*minute - *offset} + std::chrono::seconds{*second};
    return moment.count();
}

measured_run reduce(const report::result& seen, bool foreign, std::string path) {
    measured_run kept;
    kept.path = std::move(path);
    // Two builds of another program often lie under two names.
    kept.program = foreign ? "another program" : seen.about.program;
    kept.date_text = seen.about.date;
    kept.date_s = seconds_of(seen.about.date);
    kept.facts = facts_of(seen.about, seen.clock.source, seen.environment, foreign);
    kept.proven = seen.proven();
    kept.partial = seen.partial();
    for (const report::unavailable_case& one : seen.unavailable) {
        if (one.failed) {
            kept.lost.push_back(one.key.name() + ": " + one.reason);
        }
    }
    if (!foreign) {
        kept.marks = marks_of(seen.clock, seen.speed);
    }
    const auto floors = foreign ? std::vector<measure::noise_floor>{} : seen.noise_floors();
    for (const auto& [record, of] : seen.cases) {
        if (of.rounds == 0) {
            continue;
        }
        std::vector<double> logs = process_logs(of);
        if (!(of.value_ns.value > 0) || !std::isfinite(of.value_ns.value) || logs.empty()) {
            kept.without_ratio.push_back(record.key.name());
            continue;
        }
        run_case& one = kept.cases[record.key.name()];
        one.unit = record.unit;
        one.valued_by = record.valued_by;
        one.noise_floor = measure::floor_of(record, seen.cases, floors);
        one.cost = {of.value_ns.value, of.value_ns.range, std::move(logs),
                    log_half_width(of.value_ns.value, of.value_ns.range)};
        if (of.quiet_ns && of.as_it_is_ns.value > 0) {
            one.of_all = cost_of_all_rounds(record, of);
        }
    }
    return kept;
}

run_list all_runs(const case_runs& one) {
    run_list all = one.old_runs;
    all.insert(all.end(), one.new_runs.begin(), one.new_runs.end());
    return all;
}

bool only_partly_quiet(const run_list& runs, const std::string& name) {
    const auto quiet = std::count_if(runs.begin(), runs.end(), [&](const measured_run* one) {
        return one->cases.at(name).of_all.has_value();
    });
    return quiet != 0 && static_cast<std::size_t>(quiet) != runs.size();
}

std::vector<double> run_logs(const run_list& runs, const std::string& name, bool as_it_is) {
    std::vector<double> logs;
    logs.reserve(runs.size());
    for (const measured_run* each : runs) {
        const run_case& one = each->cases.at(name);
        logs.push_back(std::log((as_it_is ? one.as_it_is() : one.cost).value_ns));
    }
    return logs;
}

} // namespace tollgate::cost_sheet

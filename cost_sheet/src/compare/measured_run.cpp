// SPDX-License-Identifier: BSL-1.0
#include "measured_run.hpp"

#include "compare/measured_run.hpp"
#include "compare/speed_marks.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/stats/quantile.hpp>

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

std::optional<double> rounds_half_width(const measure::case_summary& of) {
    const auto& range = of.value_ns.range;
    if (!range || !(range->low > 0)) {
        return std::nullopt;
    }
    return std::log(range->high / range->low) / 2;
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
    kept.facts = facts_of(seen, foreign);
    kept.proven = seen.proven();
    kept.partial = seen.partial();
    if (!foreign) {
        kept.marks = marks_of(seen.clock, seen.speed);
        kept.noise_floor = measure::largest_floor(seen.noise_floors());
    }
    for (const auto& [record, of] : seen.cases) {
        if (of.rounds == 0) {
            continue;
        }
        std::vector<double> logs = process_logs(of);
        if (!(of.value_ns.value > 0) || !std::isfinite(of.value_ns.value) || logs.empty()) {
            kept.without_ratio.push_back(record.key.name());
            continue;
        }
        kept.cases[record.key.name()] = {record.unit,       record.valued_by, of.value_ns.value,
                                         of.value_ns.range, std::move(logs),  rounds_half_width(of),
                                         of.rounds};
    }
    return kept;
}

std::vector<double> run_logs(const run_list& runs, const std::string& name) {
    std::vector<double> logs;
    logs.reserve(runs.size());
    for (const measured_run* one : runs) {
        logs.push_back(std::log(one->cases.at(name).value_ns));
    }
    return logs;
}

} // namespace tollgate::cost_sheet

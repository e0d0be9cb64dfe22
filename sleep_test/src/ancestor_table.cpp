// SPDX-License-Identifier: BSL-1.0
#include "ancestor_table.hpp"

#include "case_key.hpp"

#include <tollgate/report/markdown_table.hpp>

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tollgate::sleep_test {
namespace {

/// Of all events, not of rounds. Nothing without events.
std::optional<double> mean_us(const measure::case_record& record) {
    double sum_ns = 0;
    double events = 0;
    for (const measure::case_round& round : record.rounds) {
        sum_ns += round.fit.slope * static_cast<double>(round.operations);
        events += static_cast<double>(round.operations);
    }
    return events > 0 ? std::optional(sum_ns / events / 1e3) : std::nullopt;
}

/// The placement for which most slices were measured, the first one of several.
std::string placement_of_most_slices(const report::result& seen) {
    std::map<std::string, std::set<std::uint64_t>> slices;
    std::string best;
    for (const measure::case_record& record : seen.cases) {
        const auto key = parse_case_name(record.name);
        if (key && !key->placement.empty()) {
            slices[key->placement].insert(key->slice_ms);
            if (slices[key->placement].size() > slices[best].size()) {
                best = key->placement;
            }
        }
    }
    return best;
}

struct cells {
    std::map<sleeper_kind, double> interrupted;
    std::map<sleeper_kind, double> timeouted;
};

std::vector<std::string> row(const std::string& slice, const std::string& test,
                             const std::map<sleeper_kind, double>& means_us,
                             const std::set<sleeper_kind>& sleepers) {
    std::vector<std::string> texts{slice, test};
    for (const sleeper_kind who : sleepers) {
        const auto mean = means_us.find(who);
        texts.push_back(mean == means_us.end() ? "-" : fmt::format("{:.2f}", mean->second));
    }
    return texts;
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    const std::string where = placement_of_most_slices(seen);
    std::map<std::uint64_t, cells> rows;
    std::set<sleeper_kind> sleepers;
    for (const measure::case_record& record : seen.cases) {
        const auto key = parse_case_name(record.name);
        const auto mean = mean_us(record);
        if (!key || !mean || (!key->placement.empty() && key->placement != where)) {
            continue;
        }
        sleepers.insert(key->sleeper);
        cells& of = rows[key->slice_ms];
        (key->kind == "wake_latency" ? of.interrupted : of.timeouted)[key->sleeper] = *mean;
    }
    if (rows.empty()) {
        return {};
    }
    using align = report::markdown_table::align;
    std::vector<report::markdown_table::column> columns{{"Timeslice (ms)"}, {"Test", align::left}};
    for (const sleeper_kind who : sleepers) {
        columns.push_back({fmt::format("{} (µs)", to_string(who))});
    }
    report::markdown_table table(columns);
    for (const auto& [slice_ms, of] : rows) {
        table.add_row(
            row(std::to_string(slice_ms), "Interrupted Mean Delay", of.interrupted, sleepers));
        table.add_row(row("", "Timeouted Mean Delay", of.timeouted, sleepers));
    }
    const std::string title =
        where.empty() ? "Mean delays:\n"
                      : fmt::format("Mean delays, interrupted with placement {}:\n", where);
    return title + table.str() + "\n";
}

} // namespace tollgate::sleep_test

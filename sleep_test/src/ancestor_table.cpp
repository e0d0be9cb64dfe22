// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "sleeper_kind.hpp"

#include <tollgate/report/markdown_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
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

/// A case with a time slice, as its key says; sweeps have more in their keys and are none.
struct slice_case {
    bool woken; ///< or timed out
    std::string sleeper;
    std::uint64_t slice_ms;
    std::string placement; ///< empty where there is no waker
};

std::optional<slice_case> slice_case_of(const measure::case_key& key) {
    const bool woken = key.path() == "sleep/wake_latency";
    const auto slice_ms = key.number("slice_ms");
    if ((!woken && key.path() != "sleep/timeout_lateness") || !slice_ms || !key.has("sleeper") ||
        key.has("slack_ns") || key.has("placement") != woken) {
        return std::nullopt;
    }
    return slice_case{woken, key.text("sleeper"), *slice_ms, key.text("placement")};
}

/// The placement for which most slices were measured, the first one of several.
std::string placement_of_most_slices(const report::result& seen) {
    std::map<std::string, std::set<std::uint64_t>> slices;
    std::string best;
    for (const auto& [record, summary] : seen.cases) {
        const auto one = slice_case_of(record.key);
        if (one && one->woken) {
            slices[one->placement].insert(one->slice_ms);
            if (slices[one->placement].size() > slices[best].size()) {
                best = one->placement;
            }
        }
    }
    return best;
}

/// By slice, then those that were woken, then by sleeper.
using means = std::map<std::uint64_t, std::map<bool, std::map<std::string, double>>>;

means means_us(const report::result& seen, const std::string& where) {
    means all;
    for (const auto& [record, summary] : seen.cases) {
        const auto one = slice_case_of(record.key);
        const auto mean = mean_us(record);
        if (one && mean && (!one->woken || one->placement == where)) {
            all[one->slice_ms][one->woken][one->sleeper] = *mean;
        }
    }
    return all;
}

/// In the order of the program's own list.
std::vector<std::string> sleepers_of(const means& all) {
    std::vector<std::string> sleepers;
    for (const sleeper_kind which : all_sleepers) {
        const std::string word(to_string(which));
        const bool seen = std::any_of(all.begin(), all.end(), [&](const auto& slice) {
            return std::any_of(slice.second.begin(), slice.second.end(),
                               [&](const auto& of) { return of.second.contains(word); });
        });
        if (seen) {
            sleepers.push_back(word);
        }
    }
    return sleepers;
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    const std::string where = placement_of_most_slices(seen);
    means all = means_us(seen, where);
    if (all.empty()) {
        return {};
    }
    using align = report::markdown_table::align;
    const std::vector<std::string> sleepers = sleepers_of(all);
    std::vector<report::markdown_table::column> columns{{"Timeslice (ms)"}, {"Test", align::left}};
    for (const std::string& who : sleepers) {
        columns.push_back({who + " (µs)"});
    }
    report::markdown_table table(columns);
    for (auto& [slice_ms, of] : all) {
        for (const bool woken : {true, false}) {
            std::vector<std::string> row{woken ? std::to_string(slice_ms) : "",
                                         woken ? "Interrupted Mean Delay" : "Timeouted Mean Delay"};
            for (const std::string& who : sleepers) {
                const auto mean = of[woken].find(who);
                row.push_back(mean == of[woken].end() ? "-" : fmt::format("{:.2f}", mean->second));
            }
            table.add_row(row);
        }
    }
    const std::string title =
        where.empty() ? "Mean delays:\n"
                      : fmt::format("Mean delays, interrupted with placement {}:\n", where);
    return title + table.str() + "\n";
}

} // namespace tollgate::sleep_test

// SPDX-License-Identifier: BSL-1.0
#include "contention_text.hpp"

#include "contenders.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::lock_test {
namespace {

constexpr std::size_t most_columns = 100;
constexpr double hardly_met = 0.01; ///< the share of others below which a cost misleads

/// The case in few words: "std_mutex", "std_shared_mutex, reads_pct 99", "counter fetch_add". Steps
/// are named if there are any.
std::string title_of(const measure::case_key& key) {
    std::string title = key.has("impl") ? std::string() : std::string(key.within_program()) + " ";
    for (const measure::parameter& each : key.parameters()) {
        const bool is_steps = each.name == "section" || each.name == "pause";
        const std::string value = measure::to_string(each.value);
        if (each.name == "impl" || each.name == "way" || each.name == "op") {
            title += value;
        } else if (each.name != "threads" && each.name != "placement" &&
                   !(is_steps && key.number(each.name) == 0)) {
            title += (key.has("impl") ? ", " : "") + each.name + " " + value;
        }
    }
    return title;
}

double count_of(const measure::case_record& record, const char* name) {
    const auto found = record.counted.find(name);
    return found == record.counted.end() ? 0 : static_cast<double>(found->second);
}

/// The operations of the busiest thread of each batch over those of the idlest, summed over the
/// batches.
std::string fairness_text(const measure::case_record& record) {
    const double least = count_of(record, counts::idlest);
    const double ratio = count_of(record, counts::busiest) / std::max(least, 1.0);
    return least == 0 || ratio >= 1'000 ? "> 1000"
           : ratio < 10                 ? fmt::format("{:.2f}", ratio)
                                        : fmt::format("{:.0f}", ratio);
}

/// The share of the locks that came from another thread, if it was counted.
std::optional<double> share_of_others(const measure::case_record& record) {
    return record.counted.contains(counts::hand_overs)
               ? std::optional(count_of(record, counts::hand_overs) /
                               std::max(1.0, count_of(record, counts::all)))
               : std::nullopt;
}

/// The p99.9 of the waits of the same threads for the same lock.
std::string longest_wait_text(const report::result& result, const measure::case_key& key) {
    const auto waits = std::ranges::find_if(result.cases, [&](const auto& other) {
        const measure::case_key& wait = other.record.key;
        return wait.path() == "lock/wait" && key.path() == "lock/exclusive" &&
               wait.parameters() == key.parameters();
    });
    const auto p999_ns =
        waits == result.cases.end() ? std::nullopt : waits->summary.percentiles.back().raw_ns;
    return p999_ns ? report::time_text(*p999_ns) : "-";
}

bool is_contended(const measure::case_result& measured) {
    const measure::case_record& record = measured.record;
    return record.key.number("threads").value_or(1) > 1 && !record.rounds.empty() &&
           record.counted.contains(counts::busiest) &&
           record.valued_by == measure::method::untimed_loop;
}

std::vector<std::string> row_of(const report::result& result, const measure::case_result& measured,
                                bool has_waits) {
    const measure::case_record& record = measured.record;
    const std::uint64_t threads = record.key.number("threads").value_or(1);
    const double cost_ns = measured.summary.as_it_is_ns.value;
    const std::optional<double> others = share_of_others(record);
    const double per_us = 1e3 * static_cast<double>(threads) / std::max(cost_ns, 1e-3);
    std::vector<std::string> row{title_of(record.key),
                                 fmt::format("{}, {}", threads, record.key.text("placement")),
                                 report::ns_text(cost_ns),
                                 report::ns_text(per_us),
                                 fairness_text(record),
                                 others ? report::percent_text(*others) : "-",
                                 report::ns_text(measured.summary.cpu_ns)};
    if (has_waits) {
        row.push_back(longest_wait_text(result, record.key));
    }
    return row;
}

} // namespace

std::string contention_text(const report::result& result, std::size_t columns,
                            std::string_view path) {
    using align = report::markdown_table::align;
    const bool has_waits = std::ranges::any_of(result.cases, [](const auto& measured) {
        return measured.record.key.path() == "lock/wait";
    });
    std::vector<report::markdown_table::column> titles{{"contended", align::left},
                                                       {"threads", align::left},
                                                       {"ns each"},
                                                       {"Mop/s"},
                                                       {"fairness"},
                                                       {"others"},
                                                       {"CPU ns"}};
    if (has_waits) {
        titles.push_back({"p99.9 wait"});
    }
    report::markdown_table table(std::move(titles));
    bool all_meet = true;
    for (const measure::case_result& measured : result.cases) {
        if (is_contended(measured) && (path.empty() || measured.record.key.path() == path)) {
            table.add_row(row_of(result, measured, has_waits));
            all_meet = all_meet && share_of_others(measured.record).value_or(1) >= hardly_met;
        }
    }
    if (table.empty()) {
        return {};
    }
    std::string remarks;
    if (!all_meet) {
        remarks += "Others below 1 %: the threads hardly met (see --pause).";
    }
    if (!has_waits) {
        remarks += remarks.empty() ? "" : " ";
        remarks += "Waits: --only 'lock/(exclusive|wait)'";
    }
    return "fairness: busiest over idlest thread; others: locks that came from another thread\n" +
           table.str(std::min(columns, most_columns)) +
           (remarks.empty() ? std::string() : remarks + "\n");
}

} // namespace tollgate::lock_test

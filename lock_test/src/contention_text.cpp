// SPDX-License-Identifier: BSL-1.0
#include "contention_text.hpp"

#include "contenders.hpp"

#include <tollgate/bench/pivot.hpp>
#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <variant>
#include <vector>

namespace tollgate::lock_test {
namespace {

/// The case without its number of threads and its place: "exclusive std_mutex", "shared std_mutex,
/// reads_pct 99". Steps are named if there are any.
std::string title_of(const measure::case_key& key) {
    std::string title(key.within_program());
    bool is_first = true;
    for (const measure::parameter& each : key.parameters()) {
        const bool is_steps = each.name == "section" || each.name == "pause";
        if (each.name == "threads" || each.name == "placement" ||
            (is_steps && key.number(each.name) == 0)) {
            continue;
        }
        const std::string value = measure::to_string(each.value);
        title += is_first && std::holds_alternative<std::string>(each.value)
                     ? " " + value
                     : fmt::format("{} {} {}", is_first ? "" : ",", each.name, value);
        is_first = false;
    }
    return title;
}

double count_of(const measure::case_record& record, const char* name) {
    const auto found = record.counted.find(name);
    return found == record.counted.end() ? 0 : static_cast<double>(found->second);
}

/// The largest share of a thread over the smallest, over the batches.
std::string fairness_text(const measure::case_record& record) {
    const double least = count_of(record, counts::idlest);
    const double ratio = count_of(record, counts::busiest) / least;
    return least == 0 ? "> 1000" : ratio >= 1'000 ? "> 1000" : fmt::format("{:.3g}", ratio);
}

/// The p99.9 of the waits of the same threads for the same lock.
std::string longest_wait_text(const report::result& result, const measure::case_key& key) {
    const auto waits = std::ranges::find_if(result.cases, [&](const auto& other) {
        const measure::case_key& wait = other.record.key;
        return wait.path() == "lock/wait" && key.path() == "lock/exclusive" &&
               wait.parameters() == key.parameters();
    });
    if (waits == result.cases.end()) {
        return {};
    }
    const measure::percentile& last = waits->summary.percentiles.back();
    return last.raw_ns ? report::time_text(*last.raw_ns) : "-";
}

void add_row(bench::pivot_table& table, const report::result& result,
             const measure::case_result& measured, std::uint64_t threads) {
    const measure::case_record& record = measured.record;
    const std::vector<std::string> row{title_of(record.key), std::to_string(threads),
                                       record.key.text("placement")};
    const double cost_ns = measured.summary.as_it_is_ns.value;
    table.put(row, "ns/op/thread", report::ns_text(cost_ns));
    table.put(row, "Mop/s",
              report::ns_text(1e3 * static_cast<double>(threads) / std::max(cost_ns, 1e-3)));
    table.put(row, "fairness", fairness_text(record));
    if (record.counted.contains(counts::hand_overs)) {
        table.put(row, "from others",
                  report::percent_text(count_of(record, counts::hand_overs) /
                                       std::max(1.0, count_of(record, counts::all))));
    }
    const std::string wait = longest_wait_text(result, record.key);
    if (!wait.empty()) {
        table.put(row, "p99.9 wait", wait);
    }
    table.put(row, "CPU ns/op", report::ns_text(measured.summary.cpu_ns));
}

} // namespace

std::string contention_text(const report::result& result, std::size_t /*columns*/) {
    bench::pivot_table table({"contended", "threads", "at"});
    for (const measure::case_result& measured : result.cases) {
        const std::uint64_t threads = measured.record.key.number("threads").value_or(1);
        if (threads > 1 && !measured.record.rounds.empty() &&
            measured.record.valued_by == measure::method::untimed_loop &&
            measured.record.counted.contains(counts::busiest)) {
            add_row(table, result, measured, threads);
        }
    }
    return table.empty() ? ""
                         : "Fairness: the operations of the busiest thread over those of the "
                           "idlest.\nFrom others: how many locks came from another thread.\n" +
                               table.str();
}

} // namespace tollgate::lock_test

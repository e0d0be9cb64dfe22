// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "receive_counts.hpp"

#include <tollgate/bench/pivot.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tollgate::timeout_test {
namespace {

using measure::case_key;
using measure::case_result;

/// "tollgate, between threads/placement:same"
std::string heading_of(const case_key& key) {
    return fmt::format("{}, between {}{}", key.text("impl"), key.text("between"),
                       key.has("placement") ? "/placement:" + key.text("placement") : "");
}

std::optional<std::string> heading_of_receive(const case_key& key) {
    return group_of(key) ? std::optional(heading_of(key)) : std::nullopt;
}

std::string messages_a_second(double ns) {
    if (!(ns > 0)) {
        return "-";
    }
    const double millions = 1e3 / ns;
    return millions >= 1 ? fmt::format("{:.3g} M/s", millions)
                         : fmt::format("{:.3g} K/s", 1e3 * millions);
}

const case_result* baseline_of(const case_key& key, const std::vector<const case_result*>& among) {
    for (const case_result* one : among) {
        if (group_of(one->record.key) == group::baseline &&
            one->record.key.text("clock") == key.text("clock")) {
            return one;
        }
    }
    return nullptr;
}

std::string cell(const case_result& one, const case_result* baseline) {
    const measure::estimate& ns = one.summary.value_ns;
    const auto unsure = ns.uncertainty();
    const bool has_ratio = baseline != nullptr && baseline->summary.value_ns.value > 0;
    return fmt::format(
        "{}  {}{} ns  {}",
        has_ratio ? fmt::format("{:.2f}", ns.value / baseline->summary.value_ns.value) : "-",
        report::ns_text(ns.value), unsure ? "±" + report::ns_text(*unsure) : "",
        messages_a_second(ns.value));
}

std::string per_receive(const measure::case_record& record, const char* name) {
    const auto receives = record.counted.find(receives_name);
    const auto times = record.counted.find(name);
    if (receives == record.counted.end() || times == record.counted.end() ||
        receives->second == 0) {
        return "-";
    }
    return fmt::format("{:.4f}",
                       static_cast<double>(times->second) / static_cast<double>(receives->second));
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    std::string text;
    for (const auto& [heading, receives] : bench::grouped(seen.cases, heading_of_receive)) {
        bench::pivot_table table({heading});
        for (const case_result* one : receives) {
            const case_key& key = one->record.key;
            table.put({key.path()}, "clock:" + key.text("clock"),
                      cell(*one, baseline_of(key, receives)));
        }
        text += table.str() + "\n";
    }
    return text.empty() ? text
                        : "Ratio to the baseline, time of a message, messages per second:\n" + text;
}

std::string counts_table(const report::result& seen) {
    bench::pivot_table table({"counted for each receive"});
    std::set<std::string> shown; // rows that differ in nothing but the clock are one
    for (const auto& [record, summary] : seen.cases) {
        const auto of = group_of(record.key);
        if (!of || record.counted.empty()) {
            continue;
        }
        const std::string row = fmt::format("{}, {}", to_string(*of), heading_of(record.key));
        if (shown.insert(row).second) {
            for (const char* name :
                 {clock_readings_name, queue_operations_name, dispatcher_passes_name}) {
                table.put({row}, name, per_receive(record, name));
            }
        }
    }
    return table.empty()
               ? ""
               : "By the receiver's thread, with a clock that stands still:\n" + table.str() + "\n";
}

} // namespace tollgate::timeout_test

// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/bench/pivot.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::queue_test {
namespace {

/// All but the queue, its form and what it holds, which go together.
measure::case_key setting_of(const measure::case_key& key) {
    return key.only({"producers", "consumers", "payload", "placement"});
}

/// "pingpong producers:1 consumers:1 payload:8 placement:same"
std::string title_of(const measure::case_key& setting) {
    std::string title(setting.within_program());
    for (const measure::parameter& one : setting.parameters()) {
        title += fmt::format(" {}:{}", one.name, measure::to_string(one.value));
    }
    return title;
}

/// "blocking/pop:token, 64"
std::string queue_of(const measure::case_key& key) {
    std::string queue = key.text("impl");
    for (const measure::parameter& one : key.parameters()) {
        if (one.name != "impl" && one.name != "capacity" && !setting_of(key).has(one.name)) {
            queue += fmt::format("/{}:{}", one.name, measure::to_string(one.value));
        }
    }
    return queue + ", " + key.text("capacity");
}

std::string percentile_text(const measure::case_summary& seen, double p) {
    for (const measure::percentile& one : seen.percentiles) {
        if (one.p == p && one.corrected_ns) {
            return report::ns_text(*one.corrected_ns);
        }
    }
    return "-";
}

std::string millions_a_second(double ns) {
    return ns > 0 ? fmt::format("{:.3g}", 1e3 / ns) : "-";
}

std::string table_of(const measure::case_key& setting,
                     std::vector<const measure::case_result*> rows) {
    using align = report::markdown_table::align;
    std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) {
        return a->summary.value_ns.value < b->summary.value_ns.value;
    });
    report::markdown_table table({{title_of(setting), align::left},
                                  {"ns/hand-off"},
                                  {"±"},
                                  {"p50"},
                                  {"p99"},
                                  {"max"},
                                  {"10⁶ msg/s"},
                                  {"CPU ns/msg"},
                                  {"switches/msg"}});
    for (const measure::case_result* one : rows) {
        const measure::case_summary& seen = one->summary;
        const auto unsure = seen.value_ns.uncertainty();
        table.add_row({queue_of(one->record.key), report::ns_text(seen.value_ns.value),
                       unsure ? report::ns_text(*unsure) : "-", percentile_text(seen, 0.50),
                       percentile_text(seen, 0.99),
                       seen.max_corrected_ns ? report::ns_text(*seen.max_corrected_ns) : "-",
                       millions_a_second(seen.value_ns.value), report::ns_text(seen.cpu_ns),
                       fmt::format("{:.3g}", seen.voluntary_switches + seen.involuntary_switches)});
    }
    return table.str();
}

} // namespace

std::string hand_off_table(const report::result& seen) {
    std::string text;
    for (auto& [setting, rows] : bench::grouped(seen.cases, [](const measure::case_key& key) {
             return std::optional(setting_of(key));
         })) {
        text += table_of(setting, rows) + "\n";
    }
    return text;
}

} // namespace tollgate::queue_test

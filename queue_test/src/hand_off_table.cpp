// SPDX-License-Identifier: BSL-1.0
#include "hand_off_table.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace tollgate::queue_test {
namespace {

struct row {
    std::string queue;
    std::string setting;
    measure::case_summary seen;
};

/// "queue/pingpong/impl:pipe/producers:1/…/placement:same" is "pipe" in "pingpong, producers:1, …".
/// The capacity says what the queue holds, and goes with it.
row make_row(const measure::case_record& record) {
    const std::string& name = record.name;
    const std::size_t impl = name.find("/impl:");
    const std::size_t producers = name.find("/producers:");
    const std::size_t capacity = name.find("/capacity:");
    const std::size_t payload = name.find("/payload:");
    row made;
    made.queue = name.substr(impl + 6, producers - impl - 6) + ", " +
                 name.substr(capacity + 10, payload - capacity - 10);
    made.setting = name.substr(name.find('/') + 1, impl - name.find('/') - 1) +
                   name.substr(producers, capacity - producers) + name.substr(payload);
    std::replace(made.setting.begin(), made.setting.end(), '/', ' ');
    made.seen = measure::summarize(record);
    return made;
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

std::string table_of(std::vector<row> rows) {
    using align = report::markdown_table::align;
    std::stable_sort(rows.begin(), rows.end(), [](const row& a, const row& b) {
        return a.seen.value_ns.value < b.seen.value_ns.value;
    });
    report::markdown_table table({{rows.front().setting, align::left},
                                  {"ns/hand-off"},
                                  {"±"},
                                  {"p50"},
                                  {"p99"},
                                  {"max"},
                                  {"10⁶ msg/s"},
                                  {"CPU ns/msg"},
                                  {"switches/msg"}});
    for (const row& one : rows) {
        const measure::case_summary& seen = one.seen;
        const auto unsure = seen.value_ns.uncertainty();
        table.add_row({one.queue, report::ns_text(seen.value_ns.value),
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
    std::vector<std::vector<row>> groups;
    for (const measure::case_record& record : seen.cases) {
        if (record.rounds.empty()) {
            continue;
        }
        row one = make_row(record);
        if (groups.empty() || groups.back().front().setting != one.setting) {
            groups.emplace_back();
        }
        groups.back().push_back(std::move(one));
    }
    std::string text;
    for (std::vector<row>& group : groups) {
        text += table_of(std::move(group)) + "\n";
    }
    return text;
}

} // namespace tollgate::queue_test

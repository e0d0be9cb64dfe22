// SPDX-License-Identifier: BSL-1.0
#include "ancestor_table.hpp"

#include "parsed_name.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace tollgate::timeout_test {
namespace {

struct value {
    parsed_name of;
    measure::estimate ns;
};

/// Who implements it, and where.
std::string heading(const parsed_name& of) {
    return fmt::format("{}, between {}", of.impl, of.where);
}

std::string messages_a_second(double ns) {
    if (!(ns > 0)) {
        return "-";
    }
    const double millions = 1e3 / ns;
    return millions >= 1 ? fmt::format("{:.3g} M/s", millions)
                         : fmt::format("{:.3g} K/s", 1e3 * millions);
}

/// Each once, in the order in which they come.
void note(std::vector<std::string>& seen, const std::string& one) {
    if (std::find(seen.begin(), seen.end(), one) == seen.end()) {
        seen.push_back(one);
    }
}

const value* find(const std::vector<value>& values, std::string_view group,
                  std::string_view clock) {
    for (const value& one : values) {
        if (one.of.group == group && one.of.clock == clock) {
            return &one;
        }
    }
    return nullptr;
}

std::string cell(const value* own, const value* baseline) {
    if (own == nullptr) {
        return "-";
    }
    const auto unsure = own->ns.uncertainty();
    const bool has_ratio = baseline != nullptr && baseline->ns.value > 0;
    return fmt::format("{}  {}{} ns  {}",
                       has_ratio ? fmt::format("{:.2f}", own->ns.value / baseline->ns.value) : "-",
                       report::ns_text(own->ns.value), unsure ? "±" + report::ns_text(*unsure) : "",
                       messages_a_second(own->ns.value));
}

std::string table_of(const std::string& title, const std::vector<value>& values) {
    std::vector<std::string> groups;
    std::vector<std::string> clocks;
    for (const value& one : values) {
        note(groups, one.of.group);
        note(clocks, one.of.clock);
    }
    using align = report::markdown_table::align;
    std::vector<report::markdown_table::column> columns{{title, align::left}};
    for (const std::string& clock : clocks) {
        columns.push_back({"clock:" + clock, align::right});
    }
    report::markdown_table table(columns);
    for (const std::string& group : groups) {
        std::vector<std::string> cells{"timeout/" + group};
        for (const std::string& clock : clocks) {
            cells.push_back(cell(find(values, group, clock), find(values, "baseline", clock)));
        }
        table.add_row(std::move(cells));
    }
    return table.str() + "\n";
}

} // namespace

std::string ancestor_table(const report::result& seen) {
    std::vector<value> values;
    std::vector<std::string> headings;
    for (const measure::case_record& record : seen.cases) {
        const auto of = parse_receive(record.name);
        if (of && !record.rounds.empty()) {
            values.push_back({*of, measure::summarize(record).value_ns});
            note(headings, heading(*of));
        }
    }
    if (values.empty()) {
        return {};
    }
    std::string text = "Ratio to the baseline, time of a message, messages per second:\n";
    for (const std::string& one : headings) {
        std::vector<value> own;
        std::copy_if(values.begin(), values.end(), std::back_inserter(own),
                     [&](const value& some) { return heading(some.of) == one; });
        text += table_of(one, own);
    }
    return text;
}

} // namespace tollgate::timeout_test

// SPDX-License-Identifier: BSL-1.0
#include "across/across_text.hpp"

#include "across/told_apart.hpp"
#include "compare/resolved.hpp"
#include "printable.hpp"

#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace tollgate::cost_sheet {
namespace {

using report::markdown_table;
using shown_machines = std::vector<std::size_t>; ///< indices

constexpr std::array conditions{"host",    "CPU",   "topology", "kernel", "compiler",
                                "version", "build", "clock",    "date"};

const measured_cost* cost_on(const column& machine, const std::string& name) {
    const auto found = machine.costs.find(name);
    return found == machine.costs.end() ? nullptr : &found->second;
}

std::string value_text(const measured_cost& one) {
    if (!one.range) {
        return report::ns_text(one.value_ns);
    }
    const double unsure = std::max(one.range->high - one.value_ns, one.value_ns - one.range->low);
    if (unsure >= one.value_ns) {
        return report::ns_text(one.value_ns) + " ± > 100 %";
    }
    return resolved(one.value_ns, unsure, 2) + " ± " + report::ns_text(unsure);
}

std::string ratio_to(const measured_cost& first, const measured_cost& one) {
    const double ratio = one.value_ns / first.value_ns;
    const auto relative = [](const measured_cost& cost) {
        return cost.range ? std::max(cost.range->high / cost.value_ns - 1,
                                     1 - cost.range->low / cost.value_ns)
                          : 0.0;
    };
    return " (" + resolved(ratio, ratio * (relative(one) + relative(first)), 3) + " x)";
}

std::vector<std::string> row_of(const std::string& name, const told_apart& told,
                                const shown_machines& machines, const std::vector<column>& all) {
    std::vector<std::string> cells{printable(name)};
    for (const std::size_t machine : machines) {
        const measured_cost* one = cost_on(all[machine], name);
        if (one == nullptr) {
            cells.emplace_back("-");
            continue;
        }
        const std::string value = value_text(*one);
        cells.push_back((told.best.count(machine) != 0 ? "**" + value + "**" : value) +
                        (told.unlike_first.count(machine) != 0
                             ? ratio_to(*cost_on(all.front(), name), *one)
                             : std::string{}));
    }
    return cells;
}

std::vector<markdown_table::column> titles(const char* first, const shown_machines& machines,
                                           const std::vector<column>& all,
                                           markdown_table::align side) {
    std::vector<markdown_table::column> columns{{first, markdown_table::align::left}};
    for (const std::size_t machine : machines) {
        columns.push_back({all[machine].label, side});
    }
    return columns;
}

std::string conditions_table(const shown_machines& machines, const std::vector<column>& all) {
    markdown_table table(titles("", machines, all, markdown_table::align::left));
    for (const char* name : conditions) {
        std::vector<std::string> cells{name};
        bool known = false;
        for (const std::size_t machine : machines) {
            const auto found = all[machine].conditions.find(name);
            const bool here = found != all[machine].conditions.end() && !found->second.empty();
            known = known || here;
            cells.push_back(here ? found->second : "-");
        }
        if (known) {
            table.add_row(std::move(cells));
        }
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

std::string tables_of(const shown_machines& machines, const std::vector<column>& all,
                      const std::map<std::string, told_apart>& told) {
    markdown_table table(titles("case, ns", machines, all, markdown_table::align::right));
    for (const auto& [name, of_row] : told) {
        table.add_row(row_of(name, of_row, machines, all));
    }
    return conditions_table(machines, all) + (table.empty() ? "" : table.str() + "\n");
}

} // namespace

std::string across_text(const std::vector<column>& machines) {
    if (machines.empty()) {
        return {};
    }
    const std::map<std::string, told_apart> told = tell_apart(machines);
    std::string text;
    std::size_t next = 1;
    do {
        shown_machines here{0};
        while (here.size() < most_columns && next < machines.size()) {
            here.push_back(next++);
        }
        text += tables_of(here, machines, told);
    } while (next < machines.size());
    return text +
           fmt::format("± is half a 95 % interval. A ratio is to {}, where the difference is "
                       "shown, and in bold is what is not shown to be dearer than the "
                       "cheapest of its row; all rows and machines are judged together.\n",
                       machines.front().label);
}

} // namespace tollgate::cost_sheet

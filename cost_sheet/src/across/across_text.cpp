// SPDX-License-Identifier: BSL-1.0
#include "across/across_text.hpp"

#include "compare/resolved.hpp"
#include "printable.hpp"

#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using report::markdown_table;
using shown = std::vector<const column*>;

constexpr std::array conditions{"host",    "CPU",   "topology", "kernel", "compiler",
                                "version", "build", "clock",    "date"};

const machine_cost* cost_on(const column& machine, const std::string& name) {
    const auto found = machine.costs.find(name);
    return found == machine.costs.end() ? nullptr : &found->second;
}

/// Whether one is the cheaper of two for sure. Without an interval nothing is sure.
bool surely_below(const machine_cost& one, const machine_cost& other) {
    return one.range && other.range && one.range->high < other.range->low;
}

std::string value_text(const machine_cost& one) {
    if (!one.range) {
        return report::ns_text(one.ns);
    }
    const double unsure = std::max(one.range->high - one.ns, one.ns - one.range->low);
    return resolved(one.ns, unsure, 2) + " ± " + report::ns_text(unsure);
}

std::string ratio_to(const machine_cost* first, const machine_cost& one) {
    if (first == nullptr || first == &one ||
        !(surely_below(one, *first) || surely_below(*first, one))) {
        return {};
    }
    const double ratio = one.ns / first->ns;
    const double unsure =
        ratio * (std::max(one.range->high / one.ns - 1, 1 - one.range->low / one.ns) +
                 std::max(first->range->high / first->ns - 1, 1 - first->range->low / first->ns));
    return " (" + resolved(ratio, unsure, 3) + " x)";
}

/// The cheapest and all that cannot be told from it; none if that is all of them.
std::set<const machine_cost*> best_of(const std::vector<const machine_cost*>& costs) {
    const machine_cost* cheapest = nullptr;
    std::size_t known = 0;
    for (const machine_cost* one : costs) {
        if (one != nullptr) {
            ++known;
            cheapest = cheapest == nullptr || one->ns < cheapest->ns ? one : cheapest;
        }
    }
    if (cheapest == nullptr) {
        return {};
    }
    std::set<const machine_cost*> best;
    for (const machine_cost* one : costs) {
        if (one != nullptr && !surely_below(*cheapest, *one)) {
            best.insert(one);
        }
    }
    return best.size() == known ? std::set<const machine_cost*>{} : best;
}

std::vector<std::string> row_of(const std::string& name, const shown& machines,
                                const std::set<const machine_cost*>& best) {
    const machine_cost* first = cost_on(*machines.front(), name);
    std::vector<std::string> cells{printable(name)};
    for (const column* machine : machines) {
        const machine_cost* one = cost_on(*machine, name);
        if (one == nullptr) {
            cells.emplace_back("-");
            continue;
        }
        const std::string value = value_text(*one);
        cells.push_back((best.count(one) != 0 ? "**" + value + "**" : value) +
                        ratio_to(first, *one));
    }
    return cells;
}

std::vector<markdown_table::column> titles(const char* first, const shown& machines,
                                           markdown_table::align side) {
    std::vector<markdown_table::column> columns{{first, markdown_table::align::left}};
    for (const column* machine : machines) {
        columns.push_back({machine->label, side});
    }
    return columns;
}

std::string conditions_table(const shown& machines) {
    markdown_table table(titles("", machines, markdown_table::align::left));
    for (const char* name : conditions) {
        std::vector<std::string> cells{name};
        bool known = false;
        for (const column* machine : machines) {
            const auto found = machine->conditions.find(name);
            const bool here = found != machine->conditions.end() && !found->second.empty();
            known = known || here;
            cells.push_back(here ? found->second : "-");
        }
        if (known) {
            table.add_row(std::move(cells));
        }
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

std::vector<std::string> all_names(const std::vector<column>& machines) {
    std::set<std::string> names;
    for (const column& machine : machines) {
        for (const auto& [name, cost] : machine.costs) {
            names.insert(name);
        }
    }
    return {names.begin(), names.end()};
}

std::set<const machine_cost*> best_in_row(const std::string& name,
                                          const std::vector<column>& machines) {
    std::vector<const machine_cost*> costs;
    costs.reserve(machines.size());
    for (const column& machine : machines) {
        costs.push_back(cost_on(machine, name));
    }
    return best_of(costs);
}

std::string tables_of(const shown& machines, const std::vector<column>& all) {
    markdown_table table(titles("case, ns", machines, markdown_table::align::right));
    for (const std::string& name : all_names(all)) {
        table.add_row(row_of(name, machines, best_in_row(name, all)));
    }
    return conditions_table(machines) + (table.empty() ? "" : table.str() + "\n");
}

} // namespace

std::string across_text(const std::vector<column>& machines) {
    if (machines.empty()) {
        return {};
    }
    std::string text;
    std::size_t next = 1;
    do {
        shown here{&machines.front()};
        while (here.size() < most_columns && next < machines.size()) {
            here.push_back(&machines[next++]);
        }
        text += tables_of(here, machines);
    } while (next < machines.size());
    return text + fmt::format("± is half a 95 % interval; a ratio is to {}, where the two "
                              "intervals do not meet; in bold, the best of a row.\n",
                              machines.front().label);
}

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#include "matrix_groups.hpp"

#include <tollgate/cpu/cpu_list.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace tollgate::thread_test {
namespace {

constexpr std::size_t most_rows = 50;

/// The costs of the pairs of one row.
using row_costs = std::vector<measure::estimate>;
/// Two groups and a relation. The rows are in this order.
using row_key = std::tuple<std::size_t, std::size_t, relation>;

void add_row(report::markdown_table& table, relation between, std::string cpus,
             const row_costs& costs) {
    std::vector<double> values_ns;
    for (const measure::estimate& cost : costs) {
        values_ns.push_back(cost.value);
    }
    const auto [least, most] = std::ranges::minmax(values_ns);
    const auto widest = std::ranges::max_element(costs, {}, unsure_share);
    table.add_row({words_of(between), std::move(cpus), std::to_string(costs.size()),
                   latency_text(stats::median(values_ns)), latency_text(least), latency_text(most),
                   report::uncertainty_text(*widest)});
}

std::string name_of(const cpu_groups& groups, std::size_t one, std::size_t other) {
    const std::string first = cpu::format_cpu_list(groups.cpus[one]);
    return one == other ? first : first + " to " + cpu::format_cpu_list(groups.cpus[other]);
}

} // namespace

std::string groups_text(const pair_costs& pairs, const cpu::topology& machine,
                        std::size_t columns) {
    using align = report::markdown_table::align;
    const cpu_groups groups = groups_of(machine);
    std::map<relation, row_costs> by_relation;
    std::map<row_key, row_costs> by_groups;
    for (const auto& [pair, cost] : pairs) {
        const auto from = groups.of(pair.from);
        const auto to = groups.of(pair.to);
        if (cost && from && to) {
            const relation between = relation_of(machine, pair.from, pair.to);
            by_relation[between].push_back(*cost);
            by_groups[{std::min(*from, *to), std::max(*from, *to), between}].push_back(*cost);
        }
    }
    report::markdown_table table({{"relation", align::left},
                                  {"CPUs", align::left},
                                  {"pairs"},
                                  {"median ns"},
                                  {"least"},
                                  {"most"},
                                  {"largest ±"}});
    for (const auto& [between, costs] : by_relation) {
        add_row(table, between, "all", costs);
    }
    if (by_groups.size() > most_rows) {
        return table.str(columns) +
               fmt::format("{} groups of CPUs: --csv FILE and --json FILE have each pair\n",
                           groups.cpus.size());
    }
    for (const auto& [key, costs] : by_groups) {
        if (groups.cpus.size() > 1) {
            const auto& [first, second, between] = key;
            add_row(table, between, name_of(groups, first, second), costs);
        }
    }
    return table.str(columns);
}

} // namespace tollgate::thread_test

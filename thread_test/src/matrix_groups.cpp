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

double unsure_share(const measure::estimate& cost) {
    return cost.uncertainty().value_or(0) / cost.value;
}

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

std::string groups_text(const std::vector<pair_cost>& pairs, const cpu::topology& machine,
                        std::size_t columns) {
    using align = report::markdown_table::align;
    cpu::topology measured = machine;
    std::erase_if(measured.threads, [&](const cpu::hardware_thread& thread) {
        return std::ranges::none_of(pairs, [&](const pair_cost& each) {
            return each.pair.from == thread.cpu || each.pair.to == thread.cpu;
        });
    });
    const cpu_groups groups = groups_of(measured);
    std::map<relation, row_costs> by_relation;
    std::map<row_key, row_costs> by_groups;
    for (const pair_cost& each : pairs) {
        const auto one = groups.of(each.pair.from);
        const auto other = groups.of(each.pair.to);
        if (each.cost) {
            const relation between = relation_of(machine, each.pair.from, each.pair.to);
            by_relation[between].push_back(*each.cost);
            if (one && other) {
                by_groups[{std::min(*one, *other), std::max(*one, *other), between}].push_back(
                    *each.cost);
            }
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
    const bool has_rows = groups.cpus.size() > 1 && by_groups.size() <= most_rows;
    for (const auto& [key, costs] : by_groups) {
        if (has_rows) {
            const auto& [first, second, between] = key;
            add_row(table, between, name_of(groups, first, second), costs);
        }
    }
    return table.str(columns) +
           (by_groups.size() <= most_rows
                ? ""
                : fmt::format("{} groups of CPUs: --csv FILE and --json FILE have each pair\n",
                              groups.cpus.size()));
}

} // namespace tollgate::thread_test

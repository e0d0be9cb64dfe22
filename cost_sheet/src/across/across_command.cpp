// SPDX-License-Identifier: BSL-1.0
#include "across/across_command.hpp"

#include "compare/compare_command.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using report::markdown_table;
using shown_machines = std::vector<std::size_t>; ///< indices

/// Shown whether they differ or not.
constexpr std::array conditions{"clock",  "build",    "host",    "CPU", "topology",
                                "kernel", "compiler", "version", "date"};

const machine_cost* cost_on(const column& machine, const std::string& name) {
    const auto found = machine.costs.find(name);
    return found == machine.costs.end() ? nullptr : &found->second;
}

/// How far the interval reaches at most.
double unsure(const measured_cost& cost) {
    return cost.range ? std::max(cost.range->high - cost.value_ns, cost.value_ns - cost.range->low)
                      : 0;
}

std::string value_text(const measured_cost& cost) {
    if (!cost.range) {
        return report::ns_text(cost.value_ns);
    }
    if (unsure(cost) >= cost.value_ns) {
        return report::ns_text(cost.value_ns) + " ± > 100 %";
    }
    return resolved(cost.value_ns, unsure(cost), 2) + " ± " + report::ns_text(unsure(cost));
}

std::string ratio_to(const measured_cost& first, const measured_cost& cost) {
    const double ratio = cost.value_ns / first.value_ns;
    const double share = unsure(cost) / cost.value_ns + unsure(first) / first.value_ns;
    return " (" + resolved(ratio, ratio * share, 3) + " x)";
}

std::vector<std::string> row_of(const std::string& name, const told_apart& told,
                                const shown_machines& machines, const std::vector<column>& all) {
    std::vector<std::string> cells{report::printable(name)};
    for (const std::size_t machine : machines) {
        const machine_cost* cost = cost_on(all[machine], name);
        if (cost == nullptr) {
            cells.emplace_back("-");
            continue;
        }
        std::string cell = value_text(*cost);
        if (told.best.count(machine) != 0) {
            cell = "**" + cell + "**";
        }
        if (told.unlike_first.count(machine) != 0) {
            cell += ratio_to(*cost_on(all.front(), name), *cost);
        }
        cells.push_back(std::move(cell));
    }
    return cells;
}

markdown_table table_titled(const char* first, const shown_machines& machines,
                            const std::vector<column>& all, markdown_table::align side) {
    std::vector<markdown_table::column> columns{{first, markdown_table::align::left}};
    for (const std::size_t machine : machines) {
        columns.push_back({all[machine].label, side});
    }
    return markdown_table(columns);
}

std::vector<run_difference> shown_facts(const std::vector<column>& all) {
    fact_groups groups;
    for (const column& machine : all) {
        auto& group = groups.emplace_back();
        for (const std::vector<run_fact>& facts : machine.facts) {
            group.push_back(&facts);
        }
    }
    std::vector<run_difference> facts = all_facts(groups);
    std::erase_if(facts, [](const run_difference& fact) {
        return !fact.differs &&
               std::find(conditions.begin(), conditions.end(), fact.name) == conditions.end();
    });
    return facts;
}

std::string tables_of(const shown_machines& machines, const std::vector<column>& all,
                      const std::vector<run_difference>& facts,
                      const std::map<std::string, told_apart>& told) {
    markdown_table settings = table_titled("", machines, all, markdown_table::align::left);
    for (const run_difference& fact : facts) {
        std::vector<std::string> cells{report::printable(fact.name)};
        for (const std::size_t machine : machines) {
            cells.push_back(values_text(fact.values[machine]));
        }
        settings.add_row(std::move(cells));
    }
    markdown_table costs = table_titled("case, ns", machines, all, markdown_table::align::right);
    for (const auto& [name, of_row] : told) {
        costs.add_row(row_of(name, of_row, machines, all));
    }
    return (settings.empty() ? "" : settings.str() + "\n") +
           (costs.empty() ? "" : costs.str() + "\n");
}

/// Which columns have no ratio in some rows, and why.
std::string other_work_text(const std::vector<column>& all,
                            const std::map<std::string, told_apart>& told) {
    std::map<std::pair<std::size_t, std::string_view>, std::size_t> rows;
    for (const auto& [name, of_row] : told) {
        for (const auto& machine_and_what : of_row.other_work) {
            ++rows[machine_and_what];
        }
    }
    std::string text;
    for (const auto& [machine_and_what, count] : rows) {
        text += fmt::format("{}: no ratio in {}, because its {} is another one.\n",
                            all[machine_and_what.first].label, counted(count, "row", "rows"),
                            machine_and_what.second);
    }
    return text;
}

/// Names what is left out or failed; whether all proofs held, and no guest failed.
bool all_proven(const side& loaded) {
    std::vector<std::string> failed;
    for (const measured_run& run : loaded.runs) {
        if (!run.proven) {
            failed.push_back(report::printable(run.path) +
                             ": a proof of work failed, its figures are left out");
        }
        for (const std::string& lost : run.lost) {
            failed.push_back(report::printable(run.path) + ": " + report::printable(lost));
        }
        say(left_out_lines(run));
    }
    say(failed);
    return failed.empty();
}

} // namespace

std::string across_text(const std::vector<column>& machines) {
    if (machines.empty()) {
        return {};
    }
    const std::map<std::string, told_apart> told = tell_apart(machines);
    const std::vector<run_difference> facts = shown_facts(machines);
    std::string text;
    std::size_t next = 1;
    do {
        shown_machines here{0};
        while (here.size() < most_columns && next < machines.size()) {
            here.push_back(next++);
        }
        text += tables_of(here, machines, facts, told);
    } while (next < machines.size());
    text += fmt::format("± is half a 95 % interval. A ratio is to {}, where the difference is "
                        "shown, and in bold is what is not shown to cost more than the cheapest of "
                        "its row; all rows and machines are judged together.\n",
                        machines.front().label);
    return text + other_work_text(machines, told);
}

cli::exit_code lay_across(const options& wanted) {
    const std::vector<std::string> labels = labels_of(wanted.files);
    std::vector<column> machines;
    bool readable = true;
    bool proven = true;
    for (std::size_t i = 0; i < wanted.files.size(); ++i) {
        const side loaded = load_side(wanted.files[i], wanted.only);
        readable = say_what_is_not_read(loaded) && readable;
        proven = all_proven(loaded) && proven;
        if (!loaded.runs.empty()) {
            machines.push_back(make_column(loaded, labels[i]));
            say(machines.back().notes);
        }
    }
    cli::write_stdout(across_text(machines));
    if (!proven) {
        return cli::exit_code::wrong_answer;
    }
    return readable ? cli::exit_code::success : cli::exit_code::refused;
}

} // namespace tollgate::cost_sheet

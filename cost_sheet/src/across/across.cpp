// SPDX-License-Identifier: BSL-1.0
#include "across/across.hpp"

#include "compare/comparison.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace tollgate::cost_sheet {
namespace {

using report::markdown_table;
using shown_machines = std::vector<std::size_t>; ///< indices

/// These facts are always shown.
constexpr std::array conditions{"clock",  "build",    "host",    "CPU", "topology",
                                "kernel", "compiler", "version", "date"};

std::string ratio_to(const measured_cost& first, const measured_cost& cost) {
    const auto share = [all = by_all_rounds(first, cost)](const measured_cost& each) {
        return each.estimate_of(all).uncertainty().value_or(0) / each.estimate_of(all).value;
    };
    const double ratio = times_as_much(cost, first);
    return " (" + resolved(ratio, ratio * (share(cost) + share(first)), 3) + " x)";
}

std::string cell_text(const std::optional<machine_cost>& cell,
                      const std::optional<machine_cost>& first) {
    if (!cell) {
        return "-";
    }
    const measure::estimate& cost = cell->cost.ns;
    return (cost.uncertainty().value_or(0) < cost.value
                ? report::ns_cost_text(cost)
                : report::ns_text(cost.value) + " ± > 100 %") +
           (cell->unlike_first ? ratio_to(first->cost, cell->cost) : "");
}

std::vector<run_fact> shown_facts(const std::vector<side>& machines) {
    std::vector<std::vector<const result_file*>> groups(machines.size());
    std::ranges::transform(machines, groups.begin(), &side::runs);
    std::vector<run_fact> facts = facts_of(groups);
    std::erase_if(facts, [](const run_fact& fact) {
        return !fact.differs && std::ranges::count(conditions, fact.name) == 0;
    });
    return facts;
}

std::string tables_of(const shown_machines& machines, const std::vector<std::string>& labels,
                      const std::vector<run_fact>& facts, const cost_table& table,
                      std::size_t width) {
    const auto table_titled = [&](const char* first, markdown_table::align side) {
        std::vector<markdown_table::column> columns{{first, markdown_table::align::left}};
        for (const std::size_t machine : machines) {
            columns.push_back({labels[machine], side});
        }
        return markdown_table(columns);
    };
    markdown_table settings = table_titled("", markdown_table::align::left);
    for (const run_fact& fact : facts) {
        std::vector<std::string> cells{report::printable(fact.name)};
        for (const std::size_t machine : machines) {
            cells.push_back(values_text(fact.values[machine]));
        }
        settings.add_row(std::move(cells));
    }
    markdown_table costs = table_titled("case, ns", markdown_table::align::right);
    for (const auto& [name, row] : table) {
        std::vector<std::string> cells{report::printable(name)};
        for (const std::size_t machine : machines) {
            cells.push_back(cell_text(row[machine], row.front()));
        }
        costs.add_row(std::move(cells));
    }
    return (settings.empty() ? "" : settings.str(width) + "\n") +
           (costs.empty() ? "" : costs.str(width) + "\n");
}

/// Names the columns without ratio in some rows, with the reason.
std::string other_work_text(const std::vector<std::string>& labels, const cost_table& table) {
    std::map<std::pair<std::size_t, std::string_view>, std::size_t> rows;
    for (const auto& [name, row] : table) {
        for (std::size_t machine = 0; machine < row.size(); ++machine) {
            if (row[machine] && !row[machine]->other_work.empty()) {
                ++rows[{machine, row[machine]->other_work}];
            }
        }
    }
    std::string text;
    for (const auto& [machine_and_reason, count] : rows) {
        text += fmt::format("{}: no ratio in {}, because its {} is different.\n",
                            labels[machine_and_reason.first], count_of(count, "row"),
                            machine_and_reason.second);
    }
    return text;
}

/// Names left-out cases and failures. Returns whether all self-checks held and no runtime failed.
bool all_self_checks_held(const side& loaded) {
    std::vector<std::string> failed;
    for (const result_file* run : loaded.runs()) {
        if (!run->self_checks_held()) {
            failed.push_back(report::printable(run->path) +
                             ": a self-check failed, its figures are left out");
        }
        for (const std::string& lost : lost_cases(*run)) {
            failed.push_back(report::printable(lost, 400));
        }
        say(left_out_lines(loaded, *run));
    }
    say(failed);
    return failed.empty();
}

} // namespace

std::vector<std::string> labels_of(const std::vector<std::string>& operands) {
    std::vector<std::string> labels;
    std::vector<std::string> whole_names;
    for (const std::string& operand : operands) {
        std::filesystem::path path(operand);
        if (!path.has_filename()) {
            path = path.parent_path(); // "results/alpha/"
        }
        labels.push_back(report::printable(
            (path.extension() == ".json" ? path.stem() : path.filename()).string()));
        whole_names.push_back(report::printable(operand));
    }
    make_labels_unique(labels, whole_names);
    return labels;
}

std::string across_text(const std::vector<side>& machines, const std::vector<std::string>& labels,
                        const cost_table& table, std::size_t columns) {
    if (machines.empty()) {
        return {};
    }
    constexpr std::size_t of_cost = 24; // and of the shortest names
    const std::size_t fitting = std::clamp(columns / of_cost, std::size_t{3}, most_columns + 1) - 1;
    const std::vector<run_fact> facts = shown_facts(machines);
    std::string text;
    std::size_t next = 1;
    do {
        shown_machines shown{0};
        while (shown.size() < fitting && next < machines.size()) {
            shown.push_back(next++);
        }
        text += tables_of(shown, labels, facts, table, columns);
    } while (next < machines.size());
    text += fmt::format(
        "± is half a 95 % interval. A ratio compares with {}; it is shown if "
        "the difference is significant, for all rows and machines together. That needs several "
        "runs of each machine: a single run does not show how much two runs differ.\n",
        labels.front());
    return report::fitted(text + other_work_text(labels, table), columns);
}

cli::exit_code show_across(const options& wanted) {
    const std::vector<std::string> all_labels = labels_of(wanted.files);
    std::vector<side> machines;
    std::vector<std::string> labels;
    bool readable = true;
    bool self_checks_held = true;
    for (std::size_t i = 0; i < wanted.files.size(); ++i) {
        side loaded = load_side(wanted.files[i], wanted.only);
        refuse_copies({&loaded});
        readable = loaded.unreadable.empty() && readable;
        self_checks_held = all_self_checks_held(loaded) && self_checks_held;
        if (!loaded.runs().empty()) {
            machines.push_back(std::move(loaded));
            labels.push_back(all_labels[i]);
        }
    }
    if (wanted.only && !machines.empty() &&
        std::ranges::all_of(machines, [](const side& each) { return each.cases.empty(); })) {
        throw run::usage_error(fmt::format("--only: '{}' matches no case of these files",
                                           report::printable(*wanted.only)));
    }
    std::vector<std::string> notes;
    const cost_table table = make_table(machines, labels, notes);
    say(notes);
    cli::write_stdout(across_text(machines, labels, table, width_of(wanted)));
    return code_of(self_checks_held, readable);
}

} // namespace tollgate::cost_sheet

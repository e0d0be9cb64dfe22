// SPDX-License-Identifier: BSL-1.0
#include "matrix_text.hpp"

#include "line_baton.hpp"
#include "matrix_cases.hpp"
#include "matrix_groups.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tollgate::thread_test {
namespace {

constexpr std::size_t most_cpus_of_triangle = 16;
constexpr std::size_t cell_width = 6; ///< with the letter of the relation

char letter_of(relation between) {
    constexpr char letters[] = {'s', ' ', 'n', 'k', 'o', 'u'};
    return letters[static_cast<std::size_t>(between)];
}

std::string path_of_pairs() {
    return key_of_pair({0, 1}).path();
}

std::set<int> cpus_of(const pair_costs& pairs) {
    std::set<int> cpus;
    for (const auto& [pair, cost] : pairs) {
        cpus.insert({pair.from, pair.to});
    }
    return cpus;
}

std::string count_of_pairs(std::size_t pairs) {
    return fmt::format("{} pair{}", pairs, pairs == 1 ? "" : "s");
}

std::string without_blanks_at_end(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

/// A figure that is not sure has at least two digits, and the mark `?`.
std::string marked_text(const measure::estimate& cost) {
    return report::is_sure(cost) ? latency_text(cost.value)
                                 : fmt::format("{:.{}f}?", cost.value, cost.value < 9.95 ? 1 : 0);
}

std::string triangle(const pair_costs& pairs, const cpu::topology& machine, bool with_letters) {
    const auto cell = [&](const cpu_pair& pair) -> std::string {
        const auto found = pairs.find(pair);
        if (found == pairs.end() || !found->second) {
            return std::string(cell_width, ' ');
        }
        const measure::estimate& cost = *found->second;
        const relation between = relation_of(machine, pair.from, pair.to);
        return fmt::format(" {:>{}}{}", marked_text(cost), cell_width - 2,
                           with_letters ? letter_of(between) : ' ');
    };
    const std::set<int> cpus = cpus_of(pairs);
    std::string head = "CPU ";
    std::string rows;
    for (const int row : cpus) {
        std::string line = fmt::format("{:>4}", row);
        for (auto column = cpus.begin(); *column != row; ++column) {
            line += cell({*column, row});
        }
        rows += row == *cpus.begin() ? "" : without_blanks_at_end(std::move(line)) + "\n";
        head += row == *cpus.rbegin() ? "" : fmt::format("{:>{}} ", row, cell_width - 1);
    }
    return without_blanks_at_end(std::move(head)) + "\n" + rows;
}

/// "s: SMT siblings; no letter: same L3".
std::string legend(const std::set<relation>& relations) {
    if (relations.size() == 1) {
        return fmt::format("all pairs: {}\n", words_of(*relations.begin()));
    }
    std::string text;
    for (const relation between : relations) {
        const char letter = letter_of(between);
        text +=
            fmt::format("{}{}: {}", text.empty() ? "" : "; ",
                        letter == ' ' ? "no letter" : std::string(1, letter), words_of(between));
    }
    return text + "\n";
}

/// Precondition: a pair has a cost.
std::string uncertainty_line(const pair_costs& pairs) {
    const auto& [pair, cost] = *std::ranges::max_element(
        pairs, {}, [](const auto& each) { return each.second ? unsure_share(*each.second) : -1; });
    return !cost->uncertainty() ? "no ±: too few passes\n"
                                : fmt::format("largest ±: {} (CPUs {} and {})\n",
                                              report::uncertainty_text(*cost), pair.from, pair.to);
}

/// The number of pairs in whose batches this was counted.
std::size_t pairs_with(const report::result& run, const char* counted) {
    return static_cast<std::size_t>(std::ranges::count_if(
        run.cases, [&](const auto& each) { return each.record.counted.contains(counted); }));
}

std::string home_line(const report::result& run, std::size_t measured) {
    const std::size_t unknown = pairs_with(run, on_unknown_node);
    if (unknown == measured) {
        return "home of each line: not known\n";
    }
    std::string text = "home of each line: the memory node of the first CPU of its pair";
    if (const std::size_t pairs = pairs_with(run, on_other_node)) {
        text += fmt::format("; for {}, some lines were on another node", count_of_pairs(pairs));
    }
    if (unknown != 0) {
        text += fmt::format("; not known for {}", count_of_pairs(unknown));
    }
    return text + "\n";
}

/// Why pairs or CPUs are missing, except for pairs that are not available.
std::string missing_lines(const report::result& run, const pair_costs& pairs, std::size_t measured,
                          std::size_t cpus_allowed, std::size_t cpus_of_machine) {
    std::string text;
    if (measured < pairs.size()) {
        text += fmt::format("not measured: {}, because the run ended before their first round\n",
                            count_of_pairs(pairs.size() - measured));
    }
    const std::size_t cpus = cpus_of(pairs).size();
    if (pairs.size() < cpus * (cpus - 1) / 2 &&
        std::ranges::none_of(run.unavailable,
                             [](const auto& each) { return each.key.path() == path_of_pairs(); })) {
        text += "not measured: the pairs that --only leaves out\n";
    }
    if (cpus_of_machine > cpus_allowed) {
        text += fmt::format("{} of {} CPUs are missing: they are offline, or not allowed by "
                            "--cpus or the affinity\n",
                            cpus_of_machine - cpus_allowed, cpus_of_machine);
    }
    return text;
}

} // namespace

pair_costs pairs_of(const report::result& run) {
    pair_costs pairs;
    for (const auto& [record, summary] : run.cases) {
        const auto from = record.key.number("from");
        const auto to = record.key.number("to");
        if (record.key.path() == path_of_pairs() && from && to) {
            pairs[{static_cast<int>(*from), static_cast<int>(*to)}] =
                summary.rounds == 0 ? std::nullopt : std::optional(summary.as_it_is_ns);
        }
    }
    return pairs;
}

double unsure_share(const measure::estimate& cost) {
    return cost.uncertainty().value_or(0) / cost.value;
}

std::string latency_text(double ns) {
    return ns < 9.995   ? fmt::format("{:.2f}", ns)
           : ns < 99.95 ? fmt::format("{:.1f}", ns)
                        : fmt::format("{:.0f}", ns);
}

std::string matrix_text(const report::result& run, const cpu::topology& machine,
                        std::size_t cpus_of_machine, std::size_t columns) {
    const pair_costs pairs = pairs_of(run);
    const std::size_t cpus = cpus_of(pairs).size();
    std::set<relation> relations;
    std::size_t measured = 0;
    for (const auto& [pair, cost] : pairs) {
        if (cost) {
            relations.insert(relation_of(machine, pair.from, pair.to));
            ++measured;
        }
    }
    if (measured == 0) {
        return "no pair of CPUs was measured\n";
    }
    const bool fits = cpus <= most_cpus_of_triangle && 4 + cell_width * (cpus - 1) <= columns;
    return "Cache-line latency of pairs of CPUs: ns for one transfer (half of a round trip)\n\n" +
           (fits ? triangle(pairs, machine, relations.size() > 1) + "\n" + legend(relations)
                 : groups_text(pairs, machine, columns) + "\n") +
           uncertainty_line(pairs) + home_line(run, measured) +
           missing_lines(run, pairs, measured, machine.threads.size(), cpus_of_machine);
}

std::string matrix_csv(const report::result& run) {
    const pair_costs pairs = pairs_of(run);
    const std::set<int> cpus = cpus_of(pairs);
    std::string text = "ns from CPU to CPU";
    for (const int to : cpus) {
        text += fmt::format(",{}", to);
    }
    text += ",not known within 10 %,state";
    for (const int from : cpus) {
        text += fmt::format("\n{}", from);
        std::string unsure;
        for (const int to : cpus) {
            const auto found = pairs.find({from, to});
            const bool has_cost = found != pairs.end() && found->second;
            text += has_cost ? fmt::format(",{:.2f}", found->second->value) : ",";
            if (has_cost && !report::is_sure(*found->second)) {
                unsure += fmt::format("{}{}", unsure.empty() ? "" : " ", to);
            }
        }
        text += "," + unsure + (run.partial() ? ",partial" : ",complete");
    }
    return text + "\n";
}

} // namespace tollgate::thread_test

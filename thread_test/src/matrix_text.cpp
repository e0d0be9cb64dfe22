// SPDX-License-Identifier: BSL-1.0
#include "matrix_text.hpp"

#include "line_baton.hpp"
#include "matrix_cases.hpp"
#include "matrix_groups.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tollgate::thread_test {
namespace {

constexpr std::size_t most_cpus_of_triangle = 16;
constexpr std::size_t cell_width = 6; ///< with a mark: the letter of the relation, or `?`

char letter_of(relation between) {
    constexpr char letters[] = {'s', ' ', 'n', 'k', 'o', 'u'};
    return letters[static_cast<std::size_t>(between)];
}

std::string path_of_pairs() {
    return key_of_pair({0, 1}).path();
}

/// The CPUs of the pairs, ascending.
std::vector<int> cpus_of(const std::vector<pair_cost>& pairs) {
    std::set<int> cpus;
    for (const pair_cost& each : pairs) {
        cpus.insert({each.pair.from, each.pair.to});
    }
    return {cpus.begin(), cpus.end()};
}

std::map<cpu_pair, measure::estimate> costs_of(const std::vector<pair_cost>& pairs) {
    std::map<cpu_pair, measure::estimate> costs;
    for (const pair_cost& each : pairs) {
        if (each.cost) {
            costs[each.pair] = *each.cost;
        }
    }
    return costs;
}

std::string count_of_pairs(std::size_t pairs) {
    return fmt::format("{} pair{}", pairs, pairs == 1 ? "" : "s");
}

std::string without_blanks_at_end(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

std::string triangle(const std::vector<pair_cost>& pairs, const cpu::topology& machine,
                     bool with_letters) {
    const std::vector<int> cpus = cpus_of(pairs);
    const std::map<cpu_pair, measure::estimate> costs = costs_of(pairs);
    const auto cell = [&](const cpu_pair& pair) -> std::string {
        const auto cost = costs.find(pair);
        if (cost == costs.end()) {
            return std::string(cell_width, ' ');
        }
        const relation between = relation_of(machine, pair.from, pair.to);
        return fmt::format("{:>{}}{}", latency_text(cost->second.value), cell_width - 1,
                           !report::is_sure(cost->second) ? '?'
                           : with_letters                 ? letter_of(between)
                                                          : ' ');
    };
    std::string text = "CPU ";
    for (std::size_t column = 0; column + 1 < cpus.size(); ++column) {
        text += fmt::format("{:>{}} ", cpus[column], cell_width - 1);
    }
    text = without_blanks_at_end(std::move(text)) + "\n";
    for (std::size_t row = 1; row < cpus.size(); ++row) {
        std::string line = fmt::format("{:>4}", cpus[row]);
        for (std::size_t column = 0; column < row; ++column) {
            line += cell({cpus[column], cpus[row]});
        }
        text += without_blanks_at_end(std::move(line)) + "\n";
    }
    return text;
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

std::string uncertainty_line(const std::vector<pair_cost>& pairs) {
    const pair_cost* widest = nullptr;
    std::size_t measured = 0;
    std::size_t unsure = 0;
    double most = -1;
    for (const pair_cost& each : pairs) {
        if (!each.cost) {
            continue;
        }
        ++measured;
        unsure += report::is_sure(*each.cost) ? 0 : 1;
        const auto uncertainty = each.cost->uncertainty();
        if (uncertainty && *uncertainty / each.cost->value > most) {
            most = *uncertainty / each.cost->value;
            widest = &each;
        }
    }
    std::string text = widest == nullptr ? "no ±: too few passes"
                                         : fmt::format("largest ±: {} (CPUs {} and {})",
                                                       report::uncertainty_text(*widest->cost),
                                                       widest->pair.from, widest->pair.to);
    return text + (unsure == 0 ? "\n"
                               : fmt::format("; ?: {} of {} pairs are not known within 10 %\n",
                                             unsure, measured));
}

/// The number of pairs in whose batches this was counted.
std::size_t pairs_with(const report::result& run, const char* counted) {
    return static_cast<std::size_t>(std::ranges::count_if(
        run.cases, [&](const auto& each) { return each.record.counted.contains(counted); }));
}

std::string home_line(const report::result& run) {
    const std::size_t unknown = pairs_with(run, on_unknown_node);
    if (unknown == run.cases.size()) {
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

/// Why pairs or CPUs are missing.
std::string missing_lines(const report::result& run, const std::vector<pair_cost>& pairs,
                          const cpu::topology& machine, std::size_t cpus_of_machine) {
    std::string text;
    for (const report::unavailable_case& each : run.unavailable) {
        if (each.key.path() == path_of_pairs()) {
            text += fmt::format("not measured: {}\n", each.reason);
        }
    }
    const std::size_t measured = costs_of(pairs).size();
    if (measured < pairs.size()) {
        text += fmt::format("not measured: {}, because the run ended before their first round\n",
                            count_of_pairs(pairs.size() - measured));
    }
    const std::size_t cpus = cpus_of(pairs).size();
    if (text.empty() && pairs.size() < cpus * (cpus - 1) / 2) {
        text += "not measured: the pairs that --only leaves out\n";
    }
    if (cpus_of_machine > machine.threads.size()) {
        text += fmt::format("{} of {} CPUs are missing: they are offline, or the affinity of this "
                            "process does not allow them\n",
                            cpus_of_machine - machine.threads.size(), cpus_of_machine);
    }
    return text;
}

} // namespace

std::vector<pair_cost> pairs_of(const report::result& run) {
    std::vector<pair_cost> pairs;
    for (const auto& [record, summary] : run.cases) {
        const auto from = record.key.number("from");
        const auto to = record.key.number("to");
        if (record.key.path() == path_of_pairs() && from && to) {
            pairs.push_back(
                {{static_cast<int>(*from), static_cast<int>(*to)},
                 summary.rounds == 0 ? std::nullopt : std::optional(summary.as_it_is_ns)});
        }
    }
    std::ranges::sort(pairs, {}, &pair_cost::pair);
    return pairs;
}

std::string latency_text(double ns) {
    return ns < 9.995   ? fmt::format("{:.2f}", ns)
           : ns < 99.95 ? fmt::format("{:.1f}", ns)
                        : fmt::format("{:.0f}", ns);
}

std::string matrix_text(const report::result& run, const cpu::topology& machine,
                        std::size_t cpus_of_machine, std::size_t columns) {
    const std::vector<pair_cost> pairs = pairs_of(run);
    const std::size_t cpus = cpus_of(pairs).size();
    std::set<relation> relations;
    for (const pair_cost& each : pairs) {
        if (each.cost) {
            relations.insert(relation_of(machine, each.pair.from, each.pair.to));
        }
    }
    if (relations.empty()) {
        return "no pair of CPUs was measured\n";
    }
    const bool fits = cpus <= most_cpus_of_triangle && 4 + cell_width * (cpus - 1) <= columns;
    return "Cache-line latency of pairs of CPUs: ns for one transfer (half of a round trip)\n\n" +
           (fits ? triangle(pairs, machine, relations.size() > 1) + "\n" + legend(relations)
                 : groups_text(pairs, machine, columns) + "\n") +
           uncertainty_line(pairs) + home_line(run) +
           missing_lines(run, pairs, machine, cpus_of_machine);
}

std::string matrix_csv(const report::result& run) {
    const std::vector<pair_cost> pairs = pairs_of(run);
    const std::vector<int> cpus = cpus_of(pairs);
    const std::map<cpu_pair, measure::estimate> costs = costs_of(pairs);
    std::string text = "ns from CPU to CPU";
    for (const int to : cpus) {
        text += fmt::format(",{}", to);
    }
    for (const int from : cpus) {
        text += fmt::format("\n{}", from);
        for (const int to : cpus) {
            const auto cost = costs.find({from, to});
            text += cost == costs.end() ? "," : fmt::format(",{:.2f}", cost->second.value);
        }
    }
    return text + "\n";
}

} // namespace tollgate::thread_test

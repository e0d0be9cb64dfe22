// SPDX-License-Identifier: BSL-1.0
#include "matrix_cases.hpp"

#include "line_baton.hpp"
#include "matrix_text.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cpu/cpu_list.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <utility>

namespace tollgate::thread_test {
namespace {

/// The time of a pair in a run: the first look, and the rounds of the passes.
constexpr double pair_s = 0.028;
constexpr double least_s = 2;
constexpr double most_s = 60;
constexpr double quick_s = 1;
constexpr std::size_t most_pairs = report::most_cases;

/// The CPUs of the machine, also those that are offline. Not the slots for more CPUs.
std::size_t present_cpus() {
    std::ifstream file("/sys/devices/system/cpu/present");
    std::string list;
    return std::getline(file, list) ? cpu::parse_cpu_list(list).size() : 0;
}

std::size_t number_of_pairs(const cpu::topology& machine) {
    const std::size_t cpus = machine.threads.size();
    return cpus * (cpus - 1) / 2;
}

std::size_t pairs_within(double seconds) {
    return std::clamp(static_cast<std::size_t>(seconds / pair_s), std::size_t{1}, most_pairs);
}

/// `all` is the number of wanted pairs. Only the plan of the whole machine covers the groups.
std::string left_out_reason(const pair_plan& plan, std::size_t all) {
    const std::size_t measured = plan.pairs.size();
    const std::string why =
        measured == most_pairs
            ? fmt::format("a result has at most {} pairs, and --cpus selects others", most_pairs)
            : fmt::format("the time is too short; --time {:.0f} measures {}",
                          std::ceil(static_cast<double>(std::min(all, most_pairs)) * pair_s),
                          all > most_pairs ? std::to_string(most_pairs) : "all");
    const char* groups = all < plan.all ? ""
                         : measured < plan.needed
                             ? "; fewer than one pair of each two groups is measured"
                             : "; at least one pair of each two groups is measured";
    return fmt::format("{} of {} pairs, because {}{}", all - measured, all, why, groups);
}

} // namespace

double matrix_budget_s(const cpu::topology& machine) {
    return std::clamp(std::ceil(static_cast<double>(number_of_pairs(machine)) * pair_s), least_s,
                      most_s);
}

measure::case_key key_of_pair(const cpu_pair& pair) {
    return {"thread/cache_line",
            {{"from", static_cast<std::uint64_t>(pair.from)},
             {"to", static_cast<std::uint64_t>(pair.to)}}};
}

run::case_list matrix_cases(const cli::options& chosen, const cpu::topology& machine) {
    run::case_list list;
    const measure::case_key every("thread/cache_line", {{"from", "*"}, {"to", "*"}});
    if (!machine.can_pin) {
        list.unavailable.push_back({every, "this system does not let a thread choose its CPU"});
        return list;
    }
    if (machine.threads.size() < 2) {
        list.unavailable.push_back({every, "1 CPU allowed, and a pair has two"});
        return list;
    }
    const double seconds =
        chosen.quick ? quick_s : chosen.time_s.value_or(matrix_budget_s(machine));
    pair_plan plan = plan_pairs(machine, number_of_pairs(machine));
    if (chosen.only) {
        const cli::name_pattern wanted = cli::names_matching(*chosen.only);
        const auto unwanted = [&](const cpu_pair& pair) {
            return !wanted(key_of_pair(pair).name());
        };
        if (!std::ranges::all_of(plan.pairs, unwanted)) { // else the caller refuses the pattern
            std::erase_if(plan.pairs, unwanted);
        }
    }
    const std::size_t wanted_pairs = plan.pairs.size();
    plan.pairs.resize(std::min(wanted_pairs, pairs_within(seconds)));
    if (plan.pairs.size() < wanted_pairs) {
        list.unavailable.push_back({every, left_out_reason(plan, wanted_pairs)});
    }
    std::ranges::sort(plan.pairs);
    for (const cpu_pair& pair : plan.pairs) {
        const char* words = words_of(relation_of(machine, pair.from, pair.to));
        list.cases.push_back(line_case(key_of_pair(pair),
                                       fmt::format("one transfer of a cache line ({})", words),
                                       pair.from, pair.to));
    }
    return list;
}

cli::own_flag describe_matrix() {
    return {
        .name = matrix_flag,
        .help = "measure the cache-line latency of each pair of CPUs, and nothing else; the "
                "default of --time is then 2 to 60, by the number of pairs",
        .budget_s = matrix_budget_s,
        .overview =
            [](const report::result& result, const cpu::topology& machine, std::size_t columns) {
                return matrix_text(result, machine, present_cpus(), columns);
            },
        .csv = matrix_csv};
}

} // namespace tollgate::thread_test

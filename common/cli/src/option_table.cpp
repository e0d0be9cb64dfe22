// SPDX-License-Identifier: BSL-1.0
#include "option_table.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace tollgate::cli {
namespace {

namespace po = boost::program_options;

/// Adds options with the name of their value in the help text, their parser and their place.
class option_adder {
public:
    explicit option_adder(po::options_description& all) : add_(all.add_options()) {}

    void flag(const std::string& name, const std::string& help) {
        add_(name.c_str(), help.c_str());
    }
    template <class To, class Parse>
    void value(const std::string& name, const std::string& argument, To& to, Parse parse,
               const std::string& help) {
        add_(name.c_str(),
             po::value<std::string>()->value_name(argument)->notifier(
                 [&to, parse](const std::string& text) { to = parse(text); }),
             help.c_str());
    }
    void commands(const char* name, std::vector<std::string>& to, const char* help) {
        add_(name, po::value(&to)->value_name("COMMAND"), help);
    }

private:
    po::options_description_easy_init add_;
};

auto whole(const std::string& option, whole_range range) {
    return [=](const std::string& text) { return parse_whole(option, text, range); };
}

auto decimal(const std::string& option, decimal_range range) {
    return [=](const std::string& text) { return parse_decimal(option, text, range); };
}

auto file_of(const std::string& option) {
    return [=](const std::string& text) {
        if (text.empty()) {
            throw run::usage_error(fmt::format("--{}: '' is not the name of a file", option));
        }
        return text;
    };
}

std::string pattern(const std::string& text) {
    if (text.empty()) {
        throw run::usage_error("--only: '' is a part of every name; --all measures all cases");
    }
    static_cast<void>(names_matching(text));
    return text;
}

std::string sweep_help(const program& description) {
    std::string help;
    if (!description.members.empty()) {
        constexpr std::uint64_t most = 1'024;
        help = fmt::format("{0}:2,4,8 or {0}:2..{1}{2}: cost over the number of {0}",
                           description.members,
                           std::bit_floor(std::min(most, description.members_range.high)),
                           description.steps == list_steps::doubling ? " (doubling)" : "");
    }
    for (const number_axis& axis : description.numbers) {
        if (!axis.sweep_example.empty()) {
            help += fmt::format("{}{}:{}: {}", help.empty() ? "" : "; ", axis.name,
                                axis.sweep_example, axis.sweep_help);
            if (axis.sweep_budget_s) {
                help += fmt::format("; with {}, the default of --time is {:g}", axis.name,
                                    *axis.sweep_budget_s);
            }
        }
    }
    if (!help.empty() && description.steps == list_steps::one_two_five) {
        help += "; in each list, a..b are the numbers 1, 2, 5, 10, 20 … from a to b";
    }
    return help;
}

std::string quick_help(const program& description) {
    return description.quick_budget_s == 1
               ? "take about a second; rough values"
               : fmt::format("take about {:g} s; rough values", description.quick_budget_s);
}

/// The budget of the headline cases is the default of --time; --all says what differs.
std::string all_help(const program& description) {
    const std::string all = "measure all cases, not only the headline cases";
    return description.headline_budget_s
               ? fmt::format("{}; for all cases, or cases that you choose, the default of --time "
                             "is {:g}",
                             all, description.budget_s)
               : all;
}

void add_choices(const program& description, options& chosen, option_adder add) {
    add.flag("list", "list the cases that would be measured, with their unit of work");
    if (description.headline) {
        add.flag("all", all_help(description));
    }
    add.value("only", "REGEX", chosen.only, pattern, "measure the cases whose name matches");
    add.value("explain", "CASE", chosen.explain, std::identity{},
              "explain the cost of this case: measure it as it is and under interventions");
    add.value("under", "LIST", chosen.under, interventions_in,
              "with --explain: the interventions to try (all possible)");
    add.flag("settings",
             "with --explain: also print how to make each helpful change in production, the price "
             "of this change, and why some interventions have no figures");
    add.value("time", "SECONDS", chosen.time_s, decimal("--time", {0.1, 86'400}),
              fmt::format("budget for the whole program ({:g})",
                          description.headline_budget_s.value_or(description.budget_s)));
    add.value("rounds", "N", chosen.rounds, whole("--rounds", {1, 100'000}),
              "exactly N rounds, distributed over the passes");
    add.value("precision", "PCT", chosen.precision_pct, decimal("--precision", {0.01, 100}),
              "stop when every ± is below PCT % of its value (0.5)");
    add.flag("quick", quick_help(description));
    if (description.has_placements) {
        add.value("placement", "LIST", chosen.placements, placements_in,
                  fmt::format("free,same,smt,core,mixed,far or all; default: {}",
                              description.placements_by_default));
    }
    add.value("cpus", "LIST", chosen.cpus, cpus_in, "use only these CPUs, for example 0-3,6");
    add.value("clock", "NAME", chosen.clock, clock_in, "realtime (default), monotonic or tsc");
}

/// Options that only this program has.
void add_own(const program& description, options& chosen, option_adder add) {
    if (const std::string help = sweep_help(description); !help.empty()) {
        add.value("sweep", "LIST", chosen.sweep, sweeps_of(description), help);
    }
    for (const word_axis& axis : description.words) {
        add.value(axis.name, "LIST", chosen.words[axis.name], words_of(axis), axis.help);
    }
    for (const number_axis& axis : description.numbers) {
        if (!axis.help.empty()) {
            add.value(axis.name, axis.argument, chosen.numbers[axis.name],
                      numbers_of("--" + axis.name, axis, description.steps), axis.help);
        }
    }
    for (const own_option& own : description.own) {
        const auto checked = [&own](const std::string& text) {
            own.check(text);
            return text;
        };
        add.value(own.name, own.argument, chosen.own[own.name], checked, own.help);
    }
    for (const own_flag& flag : description.flags) {
        add.flag(flag.name, flag.help);
    }
    for (const own_action& action : description.actions) {
        add.flag(action.name, action.help);
    }
}

void add_output(options& chosen, option_adder add) {
    add.value("runtimes", "LIST", chosen.runtimes, runtimes_in,
              "also measure other runtimes: none (default), all that are built, or names");
    add.commands("runtime", chosen.runtime_commands,
                 "also measure this runtime, see docs/other_runtimes.md; repeatable");
    add.value("passes", "N", chosen.passes, whole("--passes", {1, 100}),
              fmt::format("run N processes; each ± is computed from their N results ({})",
                          measure::default_passes));
    add.value("format", "FMT", chosen.format, format_in,
              "format of stdout: table (default), json or csv");
    add.flag("wide", "print all columns and all remarks, in lines of any length");
    for (const auto& [name, content] : {std::pair{"json", "the full result"},
                                        {"json-ci", "a short result with an entry per case"},
                                        {"bmf", "the result in Bencher Metric Format"},
                                        {"csv", "a CSV row per case and statistic"}}) {
        add.value(name, "FILE", chosen.files.emplace_back(name, "").second, file_of(name),
                  fmt::format("also write {} to FILE", content));
    }
    add.flag("selftest", "measure the first case against itself and print the noise floor");
    add.flag("environment", "only print what disturbs measurements on this machine");
    add.value("seed", "N", chosen.seed, whole("--seed", {0, UINT64_MAX}),
              "seed for the order of the cases in each round (1)");
    add.flag("no-progress", "print no progress line on a terminal");
    add.flag("help", "print this text");
    add.flag("version", "print the version");
}

} // namespace

po::options_description shown_options(const program& description, options& chosen) {
    po::options_description all("Options");
    add_choices(description, chosen, option_adder(all));
    add_own(description, chosen, option_adder(all));
    add_output(chosen, option_adder(all));
    return all;
}

po::options_description all_options(const program& description, options& chosen) {
    po::options_description options = shown_options(description, chosen);
    option_adder add(options);
    add.value("members", "N", chosen.members, whole(description.members, description.members_range),
              "");
    add.value("iterations", "N", chosen.iterations, whole("iterations", iterations_range), "");
    add.flag("pass", "");
    add.value("turns", "IN,OUT", chosen.interleaved, two_descriptors_in, "");
    return options;
}

std::string help_text(const program& description) {
    std::ostringstream text;
    if (description.members.empty()) {
        text << fmt::format("Usage: {} [options]\n{}\n\n", description.name, description.question);
    } else {
        text << fmt::format("Usage: {} [options] [{}{}]\n{}\n\n  {:<12} {} to {} ({})\n",
                            description.name, description.members,
                            description.reference ? " [iterations]" : "", description.question,
                            description.members, description.members_range.low,
                            description.members_range.high, description.members_default);
        if (description.reference) {
            text << fmt::format("  {:<12} iterations of each member in the clock-pair run, {} to "
                                "{} ({}, but at most a fifth of the time)\n",
                                "iterations", iterations_range.low, iterations_range.high,
                                description.iterations_default);
        }
        text << '\n';
    }
    options unused;
    text << shown_options(description, unused);
    text << "\nExit codes: 0 success; 1 a self-check or another runtime failed; 2 usage;\n"
            "3 the system refused a call; 130 interrupted (what was measured is printed, marked "
            "partial).\n"
            "SIGUSR1 prints the state to stderr.\n";
    return text.str();
}

} // namespace tollgate::cli

// SPDX-License-Identifier: BSL-1.0
#include "option_table.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::cli {
namespace {

namespace po = boost::program_options;

/// Describes options: how help names the value, what is made of its text, and where that goes.
class described {
public:
    explicit described(po::options_description& all) : add_(all.add_options()) {}

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
    static_cast<void>(names_matching(text));
    return text;
}

std::string sweep_help(const program& what) {
    std::string help;
    if (!what.members.empty()) {
        help = fmt::format("{0}:2,4,8 or {0}:2..1024 (doubling): cost over the number of {0}",
                           what.members);
    }
    for (const number_axis& axis : what.numbers) {
        if (!axis.sweep_example.empty()) {
            help += fmt::format("{}{}:{}: {}", help.empty() ? "" : "; ", axis.name,
                                axis.sweep_example, axis.sweep_help);
        }
    }
    return help;
}

std::string quick_help(const program& what) {
    return what.quick_budget_s == 1 ? "about a second, rough"
                                    : fmt::format("about {:g} s, rough", what.quick_budget_s);
}

std::string time_help(const program& what) {
    return what.headline_budget_s
               ? fmt::format("budget for the whole program ({}; {} unless the headline cases alone "
                             "are measured)",
                             *what.headline_budget_s, what.budget_s)
               : fmt::format("budget for the whole program ({})", what.budget_s);
}

/// Which cases are measured, how long, and where.
void add_choices(const program& what, options& chosen, described all) {
    all.flag("list", "the cases that would be measured, with their unit of work");
    if (what.headline) {
        all.flag("all", "all cases, and not the headline ones alone");
    }
    all.value("only", "REGEX", chosen.only, pattern, "run the cases whose name matches");
    all.value("explain", "CASE", chosen.explain, std::identity{},
              "why this case costs what it costs here: it is measured as it is and under "
              "interventions");
    all.value("under", "LIST", chosen.under, interventions_in,
              "with --explain: the interventions to try (all that are possible)");
    all.flag("settings",
             "with --explain: how to have each change in production, its price, and why what was "
             "left out");
    all.value("time", "SECONDS", chosen.time_s, decimal("--time", {0.1, 86'400}), time_help(what));
    all.value("rounds", "N", chosen.rounds, whole("--rounds", {1, 100'000}),
              "exactly N rounds, shared out over the passes");
    all.value("precision", "PCT", chosen.precision_pct, decimal("--precision", {0.01, 100}),
              "stop when every ± is below PCT per cent of its value (0.5)");
    all.flag("quick", quick_help(what));
    if (what.has_placements) {
        all.value(
            "placement", "LIST", chosen.placements, placements_in,
            fmt::format("free,same,smt,core,mixed,far or all ({})", what.placements_by_default));
    }
    all.value("cpus", "LIST", chosen.cpus, cpus_in, "use only these CPUs, for example 0-3,6");
    all.value("clock", "NAME", chosen.clock, clock_in, "realtime (default), monotonic or tsc");
}

/// The options of one program alone.
void add_own(const program& what, options& chosen, described all) {
    if (const std::string help = sweep_help(what); !help.empty()) {
        all.value("sweep", "LIST", chosen.sweep, sweeps_of(what), help);
    }
    for (const word_axis& axis : what.words) {
        all.value(axis.name, "LIST", chosen.words[axis.name], words_of(axis), axis.help);
    }
    for (const number_axis& axis : what.numbers) {
        if (!axis.help.empty()) {
            all.value(axis.name, axis.argument, chosen.numbers[axis.name],
                      numbers_of("--" + axis.name, axis), axis.help);
        }
    }
    for (const own_option& own : what.own) {
        const auto checked = [&own](const std::string& text) {
            own.check(text);
            return text;
        };
        all.value(own.name, own.argument, chosen.own[own.name], checked, own.help);
    }
    for (const own_action& action : what.actions) {
        all.flag(action.name, action.help);
    }
}

void add_output(options& chosen, described all) {
    all.value("runtimes", "LIST", chosen.runtimes, runtimes_in,
              "other runtimes beside ours: none (default), all that are built here, or their "
              "names");
    all.commands("runtime", chosen.runtime_commands,
                 "a runtime of your own, see docs/other_runtimes.md; may be given again");
    all.value("passes", "N", chosen.passes, whole("--passes", {1, 100}),
              fmt::format("spread the time over N processes, the units of every interval ({})",
                          measure::usual_passes));
    all.value("format", "FMT", chosen.format, format_in,
              "what goes to stdout: table (default), json or csv");
    for (const auto& [name, content] : {std::pair{"json", "the full result"},
                                        {"json-ci", "one entry per case"},
                                        {"bmf", "Bencher Metric Format"},
                                        {"csv", "a row per case and statistic"}}) {
        all.value(name, "FILE", chosen.files.emplace_back(name, "").second, file_of(name),
                  fmt::format("write {}, besides", content));
    }
    all.flag("selftest", "measure the first case against itself: prints the noise floor");
    all.flag("environment", "print what in this machine disturbs, and nothing else");
    all.value("seed", "N", chosen.seed, whole("--seed", {0, UINT64_MAX}),
              "for the order of the rounds (1)");
    all.flag("no-progress", "no progress line on a terminal");
    all.flag("help", "this text");
    all.flag("version", "the version");
}

} // namespace

po::options_description shown_options(const program& what, options& chosen) {
    po::options_description all("Options");
    add_choices(what, chosen, described(all));
    add_own(what, chosen, described(all));
    add_output(chosen, described(all));
    return all;
}

po::options_description all_options(const program& what, options& chosen) {
    po::options_description options = shown_options(what, chosen);
    described all(options);
    all.value("members", "N", chosen.members, whole(what.members, what.members_range), "");
    all.value("iterations", "N", chosen.iterations, whole("iterations", iterations_range), "");
    all.flag("pass", "");
    all.value("turns", "IN,OUT", chosen.interleaved, two_descriptors_in, "");
    return options;
}

} // namespace tollgate::cli

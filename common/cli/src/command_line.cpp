// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/command_line.hpp>

#include "option_values.hpp"

#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace tollgate::cli {
namespace {

namespace po = boost::program_options;

po::typed_value<std::string>* text(const char* argument) {
    return po::value<std::string>()->value_name(argument);
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

po::options_description shared_options(const program& what) {
    po::options_description all("Options");
    auto add = all.add_options();
    add("list", "the cases that would be measured, with their unit of work");
    if (what.headline) {
        add("all", "all cases, and not the headline ones alone");
    }
    add("only", text("REGEX"), "run the cases whose name matches");
    add("explain", text("CASE"),
        "why this case costs what it costs here: it is measured as it is and under interventions");
    add("under", text("LIST"), "with --explain: the interventions to try (all that are possible)");
    add("time", text("SECONDS"), time_help(what).c_str());
    add("rounds", text("N"), "exactly N rounds, shared out over the passes");
    add("precision", text("PCT"), "stop when every ± is below PCT per cent of its value (0.5)");
    add("quick", quick_help(what).c_str());
    if (what.has_placements) {
        add("placement", text("LIST"),
            fmt::format("free,same,smt,core,far or all ({})", what.placements_by_default).c_str());
    }
    add("cpus", text("LIST"), "use only these CPUs, for example 0-3,6");
    add("clock", text("NAME"), "realtime (default), monotonic or tsc");
    if (const std::string help = sweep_help(what); !help.empty()) {
        add("sweep", text("LIST"), help.c_str());
    }
    for (const word_axis& axis : what.words) {
        add(axis.name.c_str(), text("LIST"), axis.help.c_str());
    }
    for (const number_axis& axis : what.numbers) {
        if (!axis.help.empty()) {
            add(axis.name.c_str(), text(axis.argument.c_str()), axis.help.c_str());
        }
    }
    for (const own_option& own : what.own) {
        add(own.name.c_str(), text(own.argument.c_str()), own.help.c_str());
    }
    for (const own_action& one : what.actions) {
        add(one.name.c_str(), one.help.c_str());
    }
    add("guests", text("LIST"),
        "other runtimes beside ours: none (default), all that are built here, or their names");
    add("guest", po::value<std::vector<std::string>>()->value_name("COMMAND"),
        "a guest of your own, see docs/guests.md; may be given again");
    add("passes", text("N"),
        fmt::format("spread the time over N processes, the units of every interval ({})",
                    measure::usual_passes)
            .c_str());
    add("format", text("FMT"), "what goes to stdout: table (default), json or csv");
    add("json", text("FILE"), "write the full result, besides");
    add("json-ci", text("FILE"), "write one entry per case, besides");
    add("bmf", text("FILE"), "write Bencher Metric Format, besides");
    add("csv", text("FILE"), "write a row per case and statistic, besides");
    add("selftest", "measure the first case against itself: prints the noise floor");
    add("environment", "print what in this machine disturbs, and nothing else");
    add("seed", text("N"), "for the order of the rounds (1)");
    add("no-progress", "no progress line on a terminal");
    add("help", "this text");
    add("version", "the version");
    return all;
}

/// The positional ones have names too, but help does not show them; nor what programs start each
/// other with.
po::options_description with_hidden(const po::options_description& shown) {
    po::options_description all;
    all.add(shown);
    all.add_options()("members", po::value<std::string>())("iterations", po::value<std::string>())(
        "pass", "")("turns", po::value<std::string>());
    return all;
}

/// The result points to `all`. The names of the positional ones serve the library only: whoever
/// spells them as options gets the answer that any unknown option gets.
po::parsed_options parse(const po::options_description& all, const std::vector<std::string>& args,
                         bool takes_members) {
    // Only long options, spelt out: a token such as -5 is then a (wrong) value, not an option.
    namespace style = po::command_line_style;
    constexpr int long_options =
        style::allow_long | style::long_allow_adjacent | style::long_allow_next;
    po::positional_options_description positional;
    if (takes_members) {
        positional.add("members", 1).add("iterations", 1);
    }
    po::parsed_options parsed =
        po::command_line_parser(args).options(all).positional(positional).style(long_options).run();
    for (const auto& option : parsed.options) {
        if (option.position_key < 0 &&
            (option.string_key == "members" || option.string_key == "iterations")) {
            throw po::unknown_option("--" + option.string_key);
        }
    }
    return parsed;
}

/// Tokens of the options that the process of a pass may be given as they are.
std::vector<std::string> repeatable_tokens(const po::parsed_options& parsed) {
    constexpr std::array<std::string_view, 11> own_business{
        "json", "json-ci", "bmf",    "csv",   "format",     "passes",
        "time", "seed",    "rounds", "turns", "no-progress"};
    std::vector<std::string> tokens;
    for (const auto& option : parsed.options) {
        if (std::find(own_business.begin(), own_business.end(), option.string_key) ==
            own_business.end()) {
            tokens.insert(tokens.end(), option.original_tokens.begin(),
                          option.original_tokens.end());
        }
    }
    return tokens;
}

std::string one_line(std::string message) {
    std::replace(message.begin(), message.end(), '\n', ' ');
    return message;
}

} // namespace

options parse_command_line(const program& what, const std::vector<std::string>& arguments) {
    std::vector<std::string> tokens = arguments;
    std::replace(tokens.begin(), tokens.end(), std::string("-h"), std::string("--help"));
    const po::options_description all = with_hidden(shared_options(what));
    po::variables_map values;
    options chosen;
    try {
        const po::parsed_options parsed = parse(all, tokens, !what.members.empty());
        po::store(parsed, values);
        chosen.for_one_pass = repeatable_tokens(parsed);
    } catch (const po::too_many_positional_options_error&) {
        throw run::usage_error(
            what.members.empty()
                ? std::string("too many arguments; there are only options, see --help")
                : fmt::format("too many arguments; at most two: {} and iterations", what.members));
    } catch (const po::error& error) {
        throw run::usage_error(one_line(error.what()) + "; see --help");
    }
    read_option_values(what, values, chosen);
    return chosen;
}

std::string help_text(const program& what) {
    std::ostringstream text;
    if (what.members.empty()) {
        text << fmt::format("Usage: {} [options]\n{}\n\n", what.name, what.question);
    } else {
        text << fmt::format("Usage: {0} [options] [{1} [iterations]]\n"
                            "{2}\n\n"
                            "  {1:<12} {3} to {4} ({5})\n"
                            "  {6:<12} {7} to {8}: of each in the classical run ({9})\n\n",
                            what.name, what.members, what.question, what.members_range.low,
                            what.members_range.high, what.members_default, "iterations",
                            iterations_range.low, iterations_range.high, what.iterations_default);
    }
    text << shared_options(what);
    text << "\nExit codes: 0 all held; 1 a proof of work failed, or a guest was lost; 2 usage;\n"
            "3 the machine refused; 130 interrupted (what was measured is printed, marked "
            "partial).\n"
            "SIGUSR1 prints the state to stderr.\n";
    return text.str();
}

} // namespace tollgate::cli

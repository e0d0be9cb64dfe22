// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/command_line.hpp>

#include "option_values.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <sstream>
#include <string_view>

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

auto whole(std::string option, whole_range range) {
    return [=](const std::string& text) { return parse_whole(option, text, range); };
}

auto decimal(std::string option, decimal_range range) {
    return [=](const std::string& text) { return parse_decimal(option, text, range); };
}

auto file_of(std::string option) {
    return [=](const std::string& text) {
        if (text.empty()) {
            throw run::usage_error(fmt::format("{}: '' is not the name of a file", option));
        }
        return text;
    };
}

std::string pattern(const std::string& text) {
    static_cast<void>(names_matching(text));
    return text;
}

std::string as_it_is(const std::string& text) {
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
    all.value("explain", "CASE", chosen.explain, as_it_is,
              "why this case costs what it costs here: it is measured as it is and under "
              "interventions");
    all.value("under", "LIST", chosen.under, interventions_in,
              "with --explain: the interventions to try (all that are possible)");
    all.value("time", "SECONDS", chosen.time_s, decimal("--time", {0.1, 86'400}), time_help(what));
    all.value("rounds", "N", chosen.rounds, whole("--rounds", {1, 100'000}),
              "exactly N rounds, shared out over the passes");
    all.value("precision", "PCT", chosen.precision_pct, decimal("--precision", {0.01, 100}),
              "stop when every ± is below PCT per cent of its value (0.5)");
    all.flag("quick", quick_help(what));
    if (what.has_placements) {
        all.value("placement", "LIST", chosen.placements, placements_in,
                  fmt::format("free,same,smt,core,far or all ({})", what.placements_by_default));
    }
    all.value("cpus", "LIST", chosen.cpus, cpus_in, "use only these CPUs, for example 0-3,6");
    all.value("clock", "NAME", chosen.clock, clock_in, "realtime (default), monotonic or tsc");
}

/// What one program alone has.
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
    all.value("guests", "LIST", chosen.guests, guests_in,
              "other runtimes beside ours: none (default), all that are built here, or their "
              "names");
    all.commands("guest", chosen.guest_commands,
                 "a guest of your own, see docs/guests.md; may be given again");
    all.value("passes", "N", chosen.passes, whole("--passes", {1, 100}),
              fmt::format("spread the time over N processes, the units of every interval ({})",
                          measure::usual_passes));
    all.value("format", "FMT", chosen.format, format_in,
              "what goes to stdout: table (default), json or csv");
    all.value("json", "FILE", chosen.json, file_of("--json"), "write the full result, besides");
    all.value("json-ci", "FILE", chosen.json_ci, file_of("--json-ci"),
              "write one entry per case, besides");
    all.value("bmf", "FILE", chosen.bmf, file_of("--bmf"), "write Bencher Metric Format, besides");
    all.value("csv", "FILE", chosen.csv, file_of("--csv"),
              "write a row per case and statistic, besides");
    all.flag("selftest", "measure the first case against itself: prints the noise floor");
    all.flag("environment", "print what in this machine disturbs, and nothing else");
    all.value("seed", "N", chosen.seed, whole("--seed", {0, UINT64_MAX}),
              "for the order of the rounds (1)");
    all.flag("no-progress", "no progress line on a terminal");
    all.flag("help", "this text");
    all.flag("version", "the version");
}

/// Those that help shows. What an option sets is in `chosen`; both arguments outlive the result.
po::options_description shown_options(const program& what, options& chosen) {
    po::options_description all("Options");
    add_choices(what, chosen, described(all));
    add_own(what, chosen, described(all));
    add_output(chosen, described(all));
    return all;
}

/// The positional ones have names too, and there is what programs start each other with.
po::options_description all_options(const program& what, options& chosen) {
    po::options_description options = shown_options(what, chosen);
    described all(options);
    all.value("members", "N", chosen.members, whole(what.members, what.members_range), "");
    all.value("iterations", "N", chosen.iterations, whole("iterations", iterations_range), "");
    all.flag("pass", "");
    all.value("turns", "IN,OUT", chosen.interleaved, two_descriptors_in, "");
    return options;
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

void choose_action(const program& what, options& chosen) {
    using action = options::action;
    constexpr std::pair<const char*, action> switches[] = {{"help", action::help},
                                                           {"version", action::version},
                                                           {"list", action::list},
                                                           {"environment", action::environment},
                                                           {"selftest", action::selftest}};
    const auto wanted =
        std::find_if(std::begin(switches), std::end(switches),
                     [&](const auto& one) { return chosen.given.contains(one.first); });
    chosen.wanted = wanted == std::end(switches) ? action::measure : wanted->second;
    if (chosen.wanted == action::help || chosen.wanted == action::version) {
        return;
    }
    for (const own_action& own : what.actions) {
        if (!chosen.given.contains(own.name)) {
            continue;
        }
        for (const std::string& other : chosen.given) {
            if (other != own.name) { // of which it would take no notice
                throw run::usage_error(
                    fmt::format("--{}: it goes alone, without '{}'", own.name, other));
            }
        }
        chosen.wanted = action::own;
        chosen.own_action = own.name;
    }
}

void require_what_goes_together(const options& chosen) {
    const std::set<std::string>& given = chosen.given;
    if (!chosen.explain && given.contains("under")) {
        throw run::usage_error("--under: it goes with --explain alone");
    }
    for (const char* other :
         {"only", "all", "list", "rounds", "selftest", "environment", "sweep"}) {
        if (chosen.explain && given.contains(other)) {
            throw run::usage_error(fmt::format("--explain and --{}: give one of them; --explain "
                                               "chooses its case and its rounds itself",
                                               other));
        }
    }
    for (const std::string& command : chosen.guest_commands) {
        if (command.find_first_not_of(" \t") == std::string::npos) {
            throw run::usage_error(fmt::format("--guest: '{}' is no command", command));
        }
    }
    if (chosen.explain && (!chosen.guests.empty() || !chosen.guest_commands.empty())) {
        throw run::usage_error(
            "--explain and --guests: give one of them; guests are not explained");
    }
    if (chosen.quick && chosen.time_s) {
        throw run::usage_error(
            "--quick and --time: give one of them; --quick is a budget of its own");
    }
    if (chosen.quick && given.contains("all")) {
        throw run::usage_error(
            "--quick and --all: give one of them; a second is too short for all");
    }
    require_different_files(chosen);
}

/// What is usual, where nothing was given.
void set_defaults(const program& what, options& chosen) {
    chosen.placements = {cpu::all_placements.begin(), cpu::all_placements.end()};
    chosen.members = what.members_default;
    for (const number_axis& axis : what.numbers) {
        chosen.numbers[axis.name] = axis.usual;
    }
    for (const word_axis& axis : what.words) {
        chosen.words[axis.name] = axis.usual.empty() ? axis.allowed : axis.usual;
    }
    for (const own_option& own : what.own) {
        chosen.own[own.name] = own.fallback;
    }
}

/// Cases that were chosen are measured, be they headline cases or not.
bool chooses_cases(const program& what, const options& chosen) {
    const auto any_given = [&](const auto& options) {
        return std::any_of(options.begin(), options.end(),
                           [&](const auto& one) { return chosen.given.contains(one.name); });
    };
    return chosen.only || chosen.explain || chosen.sweep || chosen.given.contains("placement") ||
           any_given(what.own) || any_given(what.numbers) || any_given(what.words);
}

std::string one_line(std::string message) {
    std::replace(message.begin(), message.end(), '\n', ' ');
    return message;
}

} // namespace

options parse_command_line(const program& what, const std::vector<std::string>& arguments) {
    std::vector<std::string> tokens = arguments;
    std::replace(tokens.begin(), tokens.end(), std::string("-h"), std::string("--help"));
    options chosen;
    set_defaults(what, chosen);
    const po::options_description all = all_options(what, chosen);
    po::variables_map values;
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
    for (const auto& [name, value] : values) {
        chosen.given.insert(name);
    }
    choose_action(what, chosen);
    po::notify(values);
    chosen.quick = chosen.given.contains("quick");
    chosen.progress = !chosen.given.contains("no-progress");
    chosen.one_pass = chosen.given.contains("pass");
    require_what_goes_together(chosen);
    if (!what.members.empty()) {
        chosen.numbers[what.members] = {chosen.members};
    }
    if (chosen.sweep) {
        chosen.numbers[chosen.sweep->axis] = chosen.sweep->numbers;
    }
    if (!chosen.given.contains("all") && !chooses_cases(what, chosen)) {
        chosen.headline = what.headline;
    }
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
    options none;
    text << shown_options(what, none);
    text << "\nExit codes: 0 all held; 1 a proof of work failed, or a guest was lost; 2 usage;\n"
            "3 the machine refused; 130 interrupted (what was measured is printed, marked "
            "partial).\n"
            "SIGUSR1 prints the state to stderr.\n";
    return text.str();
}

} // namespace tollgate::cli

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/program.hpp>

#include "option_table.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cli {
namespace {

namespace po = boost::program_options;

/// Whether the token looks like a short option, such as -l. There are none but -h.
bool is_short_option(const std::string& token) {
    return token.size() > 1 && token[0] == '-' &&
           std::isalpha(static_cast<unsigned char>(token[1])) != 0;
}

/// The result points to `all`. Only Boost.Program_options uses the names of the positional
/// arguments: as options they are unknown to the user.
po::parsed_options parse(const po::options_description& all, const std::vector<std::string>& args,
                         const program& description) {
    // Only long options, unabbreviated: a token such as -5 is then a (wrong) value, not an option.
    namespace style = po::command_line_style;
    constexpr int long_options =
        style::allow_long | style::long_allow_adjacent | style::long_allow_next;
    po::positional_options_description positional;
    if (!description.members.empty()) {
        positional.add("members", 1);
        if (description.reference) {
            positional.add("iterations", 1);
        }
    }
    po::parsed_options parsed =
        po::command_line_parser(args).options(all).positional(positional).style(long_options).run();
    for (const auto& option : parsed.options) {
        if (option.position_key >= 0 && is_short_option(option.value.front())) {
            throw po::unknown_option(option.value.front());
        }
        if (option.position_key < 0 &&
            (option.string_key == "members" || option.string_key == "iterations")) {
            throw po::unknown_option("--" + option.string_key);
        }
        const std::vector<std::string>& tokens = option.original_tokens;
        if (tokens.size() == 2 && tokens[1].starts_with("--")) {
            throw run::usage_error(
                fmt::format("{0}: '{1}' is an option, and no value; {0}={1} is one", tokens[0],
                            report::printable(tokens[1], 60)));
        }
    }
    return parsed;
}

/// The tokens of all options except these.
std::vector<std::string> tokens_without(const po::parsed_options& parsed,
                                        std::span<const std::string_view> names) {
    std::vector<std::string> tokens;
    for (const auto& option : parsed.options) {
        if (std::find(names.begin(), names.end(), option.string_key) == names.end()) {
            tokens.insert(tokens.end(), option.original_tokens.begin(),
                          option.original_tokens.end());
        }
    }
    return tokens;
}

void keep_tokens(const po::parsed_options& parsed, options& chosen) {
    constexpr std::array<std::string_view, 12> own_business{
        "json", "json-ci", "bmf",   "csv",         "format", "passes",
        "seed", "rounds",  "turns", "no-progress", "pass",   "wide"};
    constexpr std::array<std::string_view, 1> between_programs{"turns"};
    chosen.for_one_pass = tokens_without(parsed, own_business);
    chosen.arguments = tokens_without(parsed, between_programs);
}

void choose_action(const program& description, options& chosen) {
    using action = options::action;
    const auto has = [&](const char* name) { return chosen.given.contains(name); };
    chosen.wanted = has("help")          ? action::help
                    : has("version")     ? action::version
                    : has("list")        ? action::list
                    : has("environment") ? action::environment
                    : has("selftest")    ? action::selftest
                                         : action::measure;
    if (chosen.wanted == action::help || chosen.wanted == action::version) {
        return;
    }
    for (const own_action& own : description.actions) {
        if (!chosen.given.contains(own.name)) {
            continue;
        }
        for (const std::string& other : chosen.given) {
            if (other != own.name) { // which the action would ignore
                throw run::usage_error(
                    fmt::format("--{}: it goes alone, without '{}'", own.name, other));
            }
        }
        chosen.wanted = action::own;
        chosen.own_action = own.name;
    }
}

void require_compatible_options(const options& chosen) {
    constexpr const char* explain_reason = "--explain chooses its case and its rounds itself";
    constexpr struct {
        const char *first, *second, *reason;
    } exclusive_pairs[] = {{"explain", "only", explain_reason},
                           {"explain", "all", explain_reason},
                           {"explain", "list", explain_reason},
                           {"explain", "rounds", explain_reason},
                           {"explain", "selftest", explain_reason},
                           {"explain", "environment", explain_reason},
                           {"explain", "sweep", explain_reason},
                           {"quick", "time", "--quick is a budget of its own"},
                           {"quick", "all", "a second is too short for all"}};
    const std::set<std::string>& given = chosen.given;
    for (const auto& [first, second, reason] : exclusive_pairs) {
        if (given.contains(first) && given.contains(second)) {
            throw run::usage_error(
                fmt::format("--{} and --{}: give one of them; {}", first, second, reason));
        }
    }
    for (const char* option : {"list", "environment"}) {
        if (given.contains(option) && !chosen.files.empty()) {
            throw run::usage_error(fmt::format("--{} and --{}: give one of them; a file is of what "
                                               "was measured",
                                               option, chosen.files.front().first));
        }
    }
    for (const char* option : {"under", "settings"}) {
        if (!chosen.explain && given.contains(option)) {
            throw run::usage_error(fmt::format("--{}: only with --explain", option));
        }
    }
    if (chosen.explain && (!chosen.runtimes.empty() || !chosen.runtime_commands.empty())) {
        throw run::usage_error(
            "--explain and --runtimes: give one of them; runtimes are not explained");
    }
    for (const std::string& command : chosen.runtime_commands) {
        if (command.find_first_not_of(" \t") == std::string::npos) {
            throw run::usage_error(fmt::format("--runtime: '{}' is no command", command));
        }
    }
    require_different_files(chosen);
}

/// A sweep chooses the values of its axis, so nothing else may choose them.
void require_one_choice(const program& description, const options& chosen) {
    if (!chosen.sweep) {
        return;
    }
    const std::string& axis = chosen.sweep->axis;
    const bool is_operand = axis == description.members;
    if (chosen.given.contains(is_operand ? "members" : axis)) {
        throw run::usage_error(fmt::format("--sweep {0}:LIST and {1}{0}: give one of them", axis,
                                           is_operand ? "a number of " : "--"));
    }
}

/// A flag for other cases leaves nothing to choose among the usual cases.
void require_usual_cases(const program& description, const options& chosen) {
    for (const own_flag& flag : description.flags) {
        for (const char* other :
             {"all", "explain", "placement", "sweep", "members", "runtimes", "runtime"}) {
            if (chosen.given.contains(flag.name) && chosen.given.contains(other)) {
                throw run::usage_error(fmt::format(
                    "--{0} and {1}{2}: give one of them; --{0} has its own cases", flag.name,
                    other == std::string_view("members") ? "" : "--",
                    other == std::string_view("members") ? description.members : other));
            }
        }
    }
}

void set_defaults(const program& description, options& chosen) {
    chosen.placements = {cpu::all_placements.begin(), cpu::all_placements.end()};
    chosen.members = description.members_default;
    for (const number_axis& axis : description.numbers) {
        chosen.numbers[axis.name] = axis.defaults;
    }
    for (const word_axis& axis : description.words) {
        chosen.words[axis.name] = axis.defaults.empty() ? axis.allowed : axis.defaults;
    }
    for (const own_option& own : description.own) {
        chosen.own[own.name] = own.fallback;
    }
}

/// Whether the user chose cases. These are measured, headline cases or not.
bool chooses_cases(const program& description, const options& chosen) {
    const auto any_given = [&](const auto& all_options) {
        return std::ranges::any_of(
            all_options, [&](const auto& option) { return chosen.given.contains(option.name); });
    };
    return chosen.only || chosen.explain || chosen.sweep || chosen.given.contains("placement") ||
           any_given(description.own) || any_given(description.flags) ||
           any_given(description.numbers) || any_given(description.words);
}

} // namespace

options parse_command_line(const program& description, const std::vector<std::string>& arguments) {
    std::vector<std::string> tokens = arguments;
    std::replace(tokens.begin(), tokens.end(), std::string("-h"), std::string("--help"));
    options chosen;
    set_defaults(description, chosen);
    const po::options_description all = all_options(description, chosen);
    po::variables_map values;
    try {
        const po::parsed_options parsed = parse(all, tokens, description);
        po::store(parsed, values);
        keep_tokens(parsed, chosen);
    } catch (const po::too_many_positional_options_error&) {
        if (const auto unknown = std::ranges::find_if(tokens, is_short_option);
            unknown != tokens.end()) {
            throw run::usage_error(fmt::format("unrecognised option '{}'; see --help", *unknown));
        }
        throw run::usage_error(
            description.members.empty()
                ? std::string("too many arguments; there are only options, see --help")
            : description.reference
                ? fmt::format("too many arguments; at most two: {} and iterations",
                              description.members)
                : fmt::format("too many arguments; at most one: {}", description.members));
    } catch (const po::error& error) {
        throw run::usage_error(std::string(error.what()) + "; see --help");
    }
    for (const auto& [name, value] : values) {
        chosen.given.insert(name);
    }
    choose_action(description, chosen);
    if (chosen.wanted == options::action::help || chosen.wanted == options::action::version) {
        return chosen; // other options are not read
    }
    po::notify(values);
    std::erase_if(chosen.files, [](const auto& named) { return named.second.empty(); });
    chosen.quick = chosen.given.contains("quick");
    chosen.wide = chosen.given.contains("wide");
    chosen.progress = !chosen.given.contains("no-progress");
    chosen.one_pass = chosen.given.contains("pass");
    require_compatible_options(chosen);
    require_usual_cases(description, chosen);
    require_one_choice(description, chosen);
    if (!description.members.empty()) {
        chosen.numbers[description.members] = {chosen.members};
    }
    if (chosen.sweep) {
        chosen.numbers[chosen.sweep->axis] = chosen.sweep->numbers;
    }
    if (!chosen.given.contains("all") && !chooses_cases(description, chosen)) {
        chosen.headline = description.headline;
    }
    return chosen;
}

} // namespace tollgate::cli

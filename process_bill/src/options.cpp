// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <tollgate/cli/number.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

namespace tollgate::bill {
namespace {

namespace po = boost::program_options;

constexpr double default_time_s = 10;
constexpr double watch_period_s = 2;
constexpr std::size_t longest_comm = 15; // TASK_COMM_LEN without the zero

po::options_description shown_options() {
    po::options_description all("Options");
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    auto add = all.add_options();
    add("comm", text("NAME"),
        "observe all processes of this name, as `ps -o comm` prints it: at most 15 characters");
    add("time", text("SECONDS"),
        "how long to observe, 0.1 to 86400. Default: 10; a command is observed to its end");
    add("prices", text("FILE"), "use the prices in this file");
    add("measure", "measure the prices of this machine first, which takes 30 seconds");
    add("json", text("FILE"), "also write the statement as JSON");
    add("html", text("FILE"), "also write the statement as one page");
    add("watch", "print a statement every SECONDS (default: 2), until Ctrl-C");
    add("unprivileged", "use only /proc, also where the kernel's events could be used");
    add("wide", "break no line of a table or text to fit the terminal");
    add("help", "print this text");
    add("version", "print the version");
    return all;
}

constexpr const char* positional_name = "PID"; // in capitals: no option has such a name

po::variables_map parse(std::vector<std::string> tokens) {
    namespace style = po::command_line_style;
    constexpr int long_options =
        style::allow_long | style::long_allow_adjacent | style::long_allow_next;
    std::replace(tokens.begin(), tokens.end(), std::string("-h"), std::string("--help"));
    po::options_description all = shown_options();
    all.add_options()(positional_name, po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add(positional_name, -1);
    po::variables_map given;
    try {
        po::command_line_parser parser(tokens);
        po::store(parser.options(all).positional(positional).style(long_options).run(), given);
    } catch (const po::error& error) {
        throw run::usage_error(report::printable(error.what()) + "; see --help");
    }
    return given;
}

pid_t parse_pid(const std::string& text) {
    if (text.starts_with('-')) {
        throw run::usage_error(
            fmt::format("unrecognised option '{}'; see --help", report::printable(text)));
    }
    constexpr cli::whole_range allowed{1, 4'194'304}; // the kernel's PID_MAX_LIMIT
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    if (!is_number) {
        const std::string shown = report::printable(text);
        throw run::usage_error(fmt::format(
            "PID: '{}' is not a whole number from 1 to 4,194,304; give --comm {} for the processes "
            "of this name, or -- {} to start this command",
            shown, shown, shown));
    }
    return static_cast<pid_t>(cli::parse_whole("PID", text, allowed));
}

std::vector<pid_t> parse_pids(const std::vector<std::string>& texts) {
    std::vector<pid_t> pids;
    for (const std::string& text : texts) {
        const pid_t pid = parse_pid(text);
        if (std::ranges::find(pids, pid) != pids.end()) {
            throw run::usage_error(fmt::format("PID: {} is given twice", pid));
        }
        pids.push_back(pid);
    }
    return pids;
}

void require_one_target(const options& chosen) {
    const int kinds =
        (chosen.pids.empty() ? 0 : 1) + (chosen.comm ? 1 : 0) + (chosen.command.empty() ? 0 : 1);
    if (kinds > 1) {
        throw run::usage_error("PID, --comm NAME and -- COMMAND: give one of them");
    }
    if (kinds == 0 && !chosen.measure) {
        throw run::usage_error("nothing to observe is given; give the PID of a process, --comm "
                               "NAME or -- COMMAND, or see --help");
    }
    if (chosen.comm && (chosen.comm->empty() || chosen.comm->size() > longest_comm)) {
        throw run::usage_error(fmt::format(
            "--comm: '{}' is not a name of 1 to {} characters{}", report::printable(*chosen.comm),
            longest_comm,
            chosen.comm->empty()
                ? ""
                : fmt::format("; the kernel keeps '{}'",
                              report::printable(chosen.comm->substr(0, longest_comm)))));
    }
}

/// Refuses options that would have no effect.
void require_that_all_have_effect(const options& chosen, const po::variables_map& given) {
    if (!chosen.has_target()) {
        for (const char* name : {"time", "json", "html", "watch", "unprivileged", "wide"}) {
            if (given.count(name) != 0) {
                throw run::usage_error(fmt::format(
                    "--{}: it has no effect without a process or a command to observe", name));
            }
        }
    }
    const std::pair<const char*, const char*> exclusive[] = {
        {"measure", "prices"}, {"watch", "json"}, {"watch", "html"}};
    for (const auto& [first, second] : exclusive) {
        if (given.count(first) != 0 && given.count(second) != 0) {
            throw run::usage_error(fmt::format("--{} and --{}: give one of them", first, second));
        }
    }
}

void require_files(const options& chosen) {
    const std::pair<const char*, const std::optional<std::string>&> files[] = {
        {"--prices", chosen.prices}, {"--json", chosen.json}, {"--html", chosen.html}};
    for (const auto& [option, file] : files) {
        if (file && file->empty()) {
            throw run::usage_error(fmt::format("{}: '' is not the name of a file", option));
        }
    }
    for (auto first = std::begin(files); first != std::end(files); ++first) {
        for (auto second = first + 1; second != std::end(files); ++second) {
            if (first->second && second->second &&
                cli::place_of(*first->second) == cli::place_of(*second->second)) {
                throw run::usage_error(fmt::format("{} and {}: '{}' is one file for both",
                                                   first->first, second->first,
                                                   report::printable(*second->second)));
            }
        }
    }
}

} // namespace

options parse_options(const std::vector<std::string>& arguments) {
    const auto dashes = std::ranges::find(arguments, "--");
    const po::variables_map given = parse({arguments.begin(), dashes});
    const auto is_given = [&](const char* name) { return given.count(name) != 0; };
    const auto text_of = [&](const char* name) {
        return is_given(name) ? std::optional(given[name].as<std::string>()) : std::nullopt;
    };
    options chosen;
    chosen.help = is_given("help");
    chosen.version = is_given("version");
    if (chosen.help || chosen.version) {
        return chosen;
    }
    if (dashes != arguments.end()) {
        chosen.command.assign(dashes + 1, arguments.end());
        if (chosen.command.empty() || chosen.command.front().empty()) {
            throw run::usage_error("--: a command must follow");
        }
    }
    if (is_given(positional_name)) {
        chosen.pids = parse_pids(given[positional_name].as<std::vector<std::string>>());
    }
    chosen.comm = text_of("comm");
    chosen.prices = text_of("prices");
    chosen.measure = is_given("measure");
    chosen.json = text_of("json");
    chosen.html = text_of("html");
    chosen.watch = is_given("watch");
    chosen.unprivileged = is_given("unprivileged");
    chosen.wide = is_given("wide");
    if (const auto time = text_of("time")) {
        chosen.time_s = cli::parse_decimal("--time", *time, {0.1, 86'400});
    } else if (chosen.watch) {
        chosen.time_s = watch_period_s;
    } else if (chosen.command.empty()) {
        chosen.time_s = default_time_s;
    }
    require_one_target(chosen);
    require_that_all_have_effect(chosen, given);
    require_files(chosen);
    return chosen;
}

std::string help_text() {
    std::ostringstream text;
    text << "Usage: bill [options] PID...\n"
            "       bill [options] --comm NAME\n"
            "       bill [options] -- COMMAND ARGUMENT...\n"
            "       bill --measure\n"
            "Observes running processes, or a command with all processes that it starts. Prints\n"
            "what their waits and wake-ups cost at the prices of this machine, and what would\n"
            "save something.\n\n";
    text << shown_options();
    text << "\nExit codes: 0 success, also if the command failed; 2 usage, or no such process or\n"
            "command; 3 the machine refused something; 130 interrupted (Ctrl-C): the statement is\n"
            "printed and marked partial.\n";
    return text.str();
}

} // namespace tollgate::bill

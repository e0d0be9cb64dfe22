// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace tollgate::cost_sheet {
namespace {

namespace po = boost::program_options;

po::options_description shown_options() {
    po::options_description all("Options");
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    auto add = all.add_options();
    add("all", "every row, from the cheapest to the most expensive, in groups of alternatives");
    add("html", text("FILE"), "also write one page with charts");
    add("only", text("REGEX"), "show only the cases whose name matches");
    add("part", text("NAME"),
        fmt::format(
            "print one part of each file, as its program printed it, or in a form to paste: {}",
            part_list())
            .c_str());
    add("compare", "compare two runs of the same cases: OLD NEW");
    add("fail-if-slower", text("PCT"),
        "with --compare: exit code 1 if a case is certainly slower by more than PCT per cent; with "
        "--history: if it became so at a new point");
    add("allow-missing", "with --fail-if-slower: accept that NEW lacks cases of OLD");
    add("across", "show machines side by side, a column for each");
    add("history", "find the points of a history at which a case became slower or faster: FOLDER");
    add("since", text("POINT"),
        "with --history: only what was found after this point; without it, the newest point alone "
        "is new");
    add("openmetrics", "print the costs as metrics, for Prometheus");
    add("limits", text("FILE"),
        "judge each limit of FILE (TOML): met, broken or cannot tell; exit code 0, 1 or 4");
    add("junit", text("FILE"), "with --limits: also write the verdicts as JUnit XML");
    add("tap", text("FILE"), "with --limits: also write them in the Test Anything Protocol");
    add("suggest-limits", "print a file of limits that the machine of these runs meets");
    add("wide", "break no line of a table or text to fit the terminal");
    add("help", "print this text");
    add("version", "print the version");
    return all;
}

constexpr const char* positional_name = "FILE"; // in capitals: no option has such a name

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

double share_of(const std::string& text) {
    constexpr cli::decimal_range allowed{0, 1000};
    const std::string number = text.substr(0, text.size() - (text.ends_with('%') ? 1 : 0));
    return cli::parse_decimal("--fail-if-slower", number, allowed) / 100;
}

/// Refuses options that would have no effect.
void require_that_all_have_effect(const options& chosen) {
    const std::pair<bool, const char*> exclusive[] = {{chosen.all, "--all"},
                                                      {chosen.html.has_value(), "--html"},
                                                      {chosen.compare, "--compare"},
                                                      {chosen.across, "--across"},
                                                      {chosen.history, "--history"},
                                                      {chosen.part.has_value(), "--part"},
                                                      {chosen.openmetrics, "--openmetrics"},
                                                      {chosen.limits.has_value(), "--limits"},
                                                      {chosen.suggest_limits, "--suggest-limits"}};
    for (std::size_t i = 0; i < std::size(exclusive); ++i) {
        for (std::size_t j = std::max<std::size_t>(i + 1, 2); j < std::size(exclusive); ++j) {
            const bool go_together = i < 2 && exclusive[j].second == std::string_view("--history");
            if (exclusive[i].first && exclusive[j].first && !go_together) {
                throw run::usage_error(fmt::format("{} and {}: give one of them",
                                                   exclusive[i].second, exclusive[j].second));
            }
        }
    }
    if (chosen.fail_if_slower && !chosen.compare && !chosen.history) {
        throw run::usage_error(
            "--fail-if-slower: it goes with --compare OLD NEW or --history FOLDER");
    }
    if (chosen.allow_missing && !(chosen.fail_if_slower && chosen.compare)) {
        throw run::usage_error("--allow-missing: it goes with --compare and --fail-if-slower");
    }
    if (chosen.since && !chosen.history) {
        throw run::usage_error("--since: it goes with --history FOLDER");
    }
    if ((chosen.junit || chosen.tap) && !chosen.limits) {
        throw run::usage_error(
            fmt::format("{}: it goes with --limits FILE", chosen.junit ? "--junit" : "--tap"));
    }
    if (chosen.limits && chosen.only) {
        throw run::usage_error("--only: the file of --limits names the cases");
    }
    if (chosen.part) {
        require_part(*chosen.part, chosen.only.has_value());
    }
    if (chosen.only) {
        static_cast<void>(cli::names_matching(*chosen.only));
    }
}

/// True for an existing file that is not empty and no page. Reading a pipe could block: false.
bool is_no_page(const std::string& name) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(name, none)) {
        return false;
    }
    constexpr std::string_view begin = "<!DOCTYPE html>";
    std::ifstream file(name, std::ios::binary);
    std::string head(begin.size(), '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    return file.gcount() > 0 && head != begin;
}

void require_files(const options& chosen) {
    if (chosen.compare && chosen.files.size() != 2) {
        throw run::usage_error(
            fmt::format("--compare: takes two operands, not {}: OLD and NEW, each a file, a folder "
                        "or files joined by commas",
                        chosen.files.size()));
    }
    if (chosen.across && chosen.files.size() < 2) {
        throw run::usage_error("--across: it takes two or more, each a file, a folder or files "
                               "joined by commas");
    }
    if (chosen.history && chosen.files.size() != 1) {
        throw run::usage_error(
            fmt::format("--history: takes one folder of points, not {}", chosen.files.size()));
    }
    if (chosen.files.empty()) {
        throw run::usage_error("no result file is named; a program writes one with --json FILE");
    }
    if (std::ranges::count(chosen.files, "-") > 1) {
        throw run::usage_error("'-' is standard input, which can be read once");
    }
    if (chosen.html && chosen.html->empty()) {
        throw run::usage_error("--html: '' is not the name of a file");
    }
    // Without the name of the page, the page would replace the first result.
    if (chosen.html && is_no_page(*chosen.html)) {
        throw run::usage_error("--html: '" + report::printable(*chosen.html) +
                               "' is there and no page; give the page another name");
    }
}

} // namespace

options parse_options(const std::vector<std::string>& arguments) {
    const po::variables_map given = parse(arguments);
    const auto is_given = [&](const char* name) { return given.count(name) != 0; };
    const auto text_of = [&](const char* name) {
        return is_given(name) ? std::optional(given[name].as<std::string>()) : std::nullopt;
    };
    options chosen{is_given("help"),   is_given("version"), is_given("compare"),
                   is_given("across"), text_of("part"),     is_given("openmetrics"),
                   is_given("wide"),   is_given("all"),     text_of("only"),
                   text_of("html")};
    if (chosen.help || chosen.version) {
        return chosen;
    }
    if (const auto share = text_of("fail-if-slower")) {
        chosen.fail_if_slower = share_of(*share);
    }
    chosen.allow_missing = is_given("allow-missing");
    chosen.history = is_given("history");
    chosen.since = text_of("since");
    chosen.limits = text_of("limits");
    chosen.junit = text_of("junit");
    chosen.tap = text_of("tap");
    chosen.suggest_limits = is_given("suggest-limits");
    if (is_given(positional_name)) {
        chosen.files = given[positional_name].as<std::vector<std::string>>();
    }
    require_that_all_have_effect(chosen);
    require_files(chosen);
    return chosen;
}

std::string help_text() {
    std::ostringstream text;
    text
        << "Usage: costSheet [options] FILE...\n"
           "       costSheet --compare OLD NEW [--fail-if-slower 5%]\n"
           "       costSheet --across A B C...\n"
           "       costSheet --history FOLDER [--html FILE] [--since POINT] [--fail-if-slower 5%]\n"
           "       costSheet --limits LIMITS.toml FILE... [--junit FILE] [--tap FILE]\n"
           "Says what to use here, and what each operation costs, by these result files. With\n"
           "--compare: the cases that became slower. With --across: machines side by side. With\n"
           "--history: the commits at which cases became slower or faster. With --limits: may "
           "this\n"
           "machine serve?\n"
           "FILE, OLD, NEW, A, B: a file, a folder (all *.json in it), files joined by commas, or\n"
           "- for standard input.\n\n";
    text << shown_options();
    text << "\nExit codes: 0 success; 1 a self-check or a runtime failed in a run, or a limit is\n"
            "broken, or with --fail-if-slower a case or the median row is slower by more, a case "
            "is\n"
            "missing from a new run, or most rows are undecided; with --history, only the newest\n"
            "point, or those after --since, count; 2 usage, or files that cannot be compared, or\n"
            "without --fail-if-slower a program without a verdict; 3 a file cannot be read (the\n"
            "other files are still shown); 4 no limit is broken, but the files cannot tell of "
            "some.\n";
    return text.str();
}

} // namespace tollgate::cost_sheet

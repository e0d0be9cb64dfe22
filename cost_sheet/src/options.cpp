// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include "parts.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace tollgate::cost_sheet {
namespace {

namespace po = boost::program_options;

po::options_description shown_options() {
    po::options_description all("Options");
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    auto add = all.add_options();
    add("all", "every row, from the cheapest to the dearest of what one chooses between");
    add("html", text("FILE"), "write one page with charts, besides");
    add("only", text("REGEX"), "show the cases whose name matches");
    add("part", text("NAME"),
        fmt::format("print one part of each file, as its program did or to be pasted: {}",
                    part_list())
            .c_str());
    add("compare", "compare two runs of the same cases: OLD NEW");
    add("fail-if-slower", text("PCT"),
        "with --compare: exit code 1 if a case is slower by more than PCT per cent for certain");
    add("allow-missing", "with --fail-if-slower: a case that NEW does not have is no failure");
    add("across", "machines side by side, a column each");
    add("help", "this text");
    add("version", "the version");
    return all;
}

constexpr const char* positional_name = "result-files";

po::parsed_options parse(const po::options_description& all, std::vector<std::string> tokens) {
    namespace style = po::command_line_style;
    constexpr int long_options =
        style::allow_long | style::long_allow_adjacent | style::long_allow_next;
    std::replace(tokens.begin(), tokens.end(), std::string("-h"), std::string("--help"));
    po::positional_options_description positional;
    positional.add(positional_name, -1);
    po::parsed_options parsed = po::command_line_parser(tokens)
                                    .options(all)
                                    .positional(positional)
                                    .style(long_options)
                                    .run();
    for (const auto& option : parsed.options) {
        if (option.position_key < 0 && option.string_key == positional_name) {
            throw po::unknown_option("--" + option.string_key);
        }
    }
    return parsed;
}

double share_of(const std::string& text) {
    constexpr cli::decimal_range allowed{0, 1000};
    const std::string number = text.substr(0, text.size() - (text.ends_with('%') ? 1 : 0));
    return cli::parse_decimal("--fail-if-slower", number, allowed) / 100;
}

/// What would not be heeded is refused, not passed over.
void require_that_all_is_heeded(const po::variables_map& given) {
    const std::pair<const char*, const char*> excluded[] = {
        {"compare", "across"}, {"compare", "part"}, {"across", "part"},
        {"html", "compare"},   {"html", "across"},  {"html", "part"},
        {"all", "compare"},    {"all", "across"},   {"all", "part"}};
    for (const auto& [first, second] : excluded) {
        if (given.count(first) != 0 && given.count(second) != 0) {
            throw run::usage_error(fmt::format("--{} and --{}: give one of them", first, second));
        }
    }
    if (given.count("fail-if-slower") != 0 && given.count("compare") == 0) {
        throw run::usage_error("--fail-if-slower: it goes with --compare OLD NEW");
    }
    if (given.count("allow-missing") != 0 && given.count("fail-if-slower") == 0) {
        throw run::usage_error("--allow-missing: it goes with --fail-if-slower");
    }
}

void require_files(const options& chosen) {
    if (chosen.compare && chosen.files.size() != 2) {
        throw run::usage_error(
            fmt::format("--compare: {} are named; it takes two, OLD and NEW, each a file, a folder "
                        "or files joined by commas",
                        chosen.files.size()));
    }
    if (chosen.across && chosen.files.size() < 2) {
        throw run::usage_error("--across: it takes two or more, each a file, a folder or files "
                               "joined by commas");
    }
    if (chosen.files.empty()) {
        throw run::usage_error("no result file is named; a program writes one with --json FILE");
    }
}

/// The page would take the place of what it is made of.
void require_a_page_of_its_own(const options& chosen) {
    for (const std::string& file : chosen.files) {
        std::error_code ignored;
        if (chosen.html && std::filesystem::equivalent(*chosen.html, file, ignored)) {
            throw run::usage_error("--html: '" + report::printable(*chosen.html) +
                                   "' is one of the files to read; the page needs another name");
        }
    }
}

} // namespace

options parse_options(const std::vector<std::string>& arguments) {
    po::options_description all = shown_options();
    all.add_options()(positional_name, po::value<std::vector<std::string>>());
    po::variables_map given;
    try {
        po::store(parse(all, arguments), given);
    } catch (const po::error& error) {
        throw run::usage_error(report::printable(error.what()) + "; see --help");
    }
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
    require_that_all_is_heeded(given);
    chosen.compare = is_given("compare");
    chosen.across = is_given("across");
    chosen.part = text_of("part");
    chosen.all = is_given("all");
    chosen.only = text_of("only");
    chosen.html = text_of("html");
    chosen.allow_missing = is_given("allow-missing");
    if (chosen.part) {
        require_part(*chosen.part, chosen.only.has_value());
    }
    if (chosen.only) {
        static_cast<void>(cli::names_matching(*chosen.only));
    }
    if (chosen.html && chosen.html->empty()) {
        throw run::usage_error("--html: '' is not the name of a file");
    }
    if (const auto share = text_of("fail-if-slower")) {
        chosen.fail_if_slower = share_of(*share);
    }
    if (is_given(positional_name)) {
        chosen.files = given[positional_name].as<std::vector<std::string>>();
    }
    require_a_page_of_its_own(chosen);
    require_files(chosen);
    return chosen;
}

std::string help_text() {
    std::ostringstream text;
    text
        << "Usage: costSheet [options] FILE...\n"
           "       costSheet --compare OLD NEW [--fail-if-slower 5%]\n"
           "       costSheet --across A B C...\n"
           "What every operation in these result files costs, cheapest first; what became slower;\n"
           "machines side by side. OLD, NEW, A, B: a file, a folder of files, or files joined by\n"
           "commas.\n\n";
    text << shown_options();
    text << "\nExit codes: 0 all held; 1 a proof of work or a guest failed in a run, or with\n"
            "--fail-if-slower a case is slower than that or missing, or most cases would not have\n"
            "shown it; 2 usage, or files that cannot be compared; 3 a file cannot be read (the\n"
            "others are shown all the same).\n";
    return text.str();
}

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/version_line.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include <csignal>

namespace tollgate::cost_sheet {
namespace {

constexpr const char* help =
    "Usage: costSheet [--only PART] FILE...\n"
    "Prints what result files say, one section a file.\n\n"
    "  --only PART   classical, table, comparison, conditions or environment, without headings\n"
    "  --version     the version\n"
    "  --help        this text\n\n"
    "Exit codes: 0 all held; 1 a proof of work failed in a run; 2 usage; 3 a file cannot be "
    "read.\n";

constexpr std::string_view parts[] = {"classical", "table", "comparison", "conditions",
                                      "environment"};

struct request {
    std::optional<std::string> part; ///< one of `parts`
    std::vector<std::string> files;
};

request parse(const std::vector<std::string>& arguments) {
    request wanted;
    for (auto one = arguments.begin(); one != arguments.end(); ++one) {
        if (*one == "--only") {
            if (wanted.part) {
                throw cli::usage_error("--only: given twice");
            }
            if (++one == arguments.end()) {
                throw cli::usage_error("--only: the name of a part is missing; see --help");
            }
            if (std::find(std::begin(parts), std::end(parts), *one) == std::end(parts)) {
                throw cli::usage_error("--only: '" + *one +
                                       "' is not one of classical, table, comparison, conditions, "
                                       "environment");
            }
            wanted.part = *one;
        } else if (one->rfind("--", 0) == 0) {
            throw cli::usage_error("unknown option '" + *one + "'; see --help");
        } else {
            wanted.files.push_back(*one);
        }
    }
    if (wanted.files.empty()) {
        throw cli::usage_error("no result file is named; a program writes one with --json FILE");
    }
    return wanted;
}

std::string content_of(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::ostringstream text;
    // Of an empty file there is nothing to copy, which << would take for a failure.
    if (file.peek() != std::ifstream::traits_type::eof()) {
        text << file.rdbuf();
    }
    if (!file.is_open() || file.bad() || !text) {
        throw std::system_error(errno, std::generic_category(), "cannot read " + name);
    }
    return text.str();
}

report::result read(const std::string& name) {
    const std::string text = content_of(name);
    try {
        return report::read_json(text);
    } catch (const report::unreadable_result& error) {
        throw cli::machine_refused(name + ": " + error.what());
    }
}

std::string part_of(const report::result& seen, const std::string& part) {
    if (part == "classical") {
        return report::classical_text(seen);
    }
    if (part == "table") {
        return report::case_table(seen);
    }
    if (part == "comparison") {
        return report::comparison_text(seen);
    }
    if (part == "conditions") {
        return report::conditions_text(seen);
    }
    return report::environment_text(seen.environment, true);
}

std::string section(const report::result& seen) {
    const report::context& about = seen.about;
    return "## " + about.program + (seen.partial() ? " (partial)" : "") + "\n\n" + about.date +
           ", " + about.cpu_model + ", " + about.topology + ", " + about.kernel + ", " +
           about.compiler + "\n\n" + report::case_table(seen) + report::conditions_text(seen) +
           report::environment_text(seen.environment, false) + "\n";
}

} // namespace

cli::exit_code run(const std::vector<std::string>& arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    if (!arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h")) {
        cli::write_stdout(help);
        return cli::exit_code::success;
    }
    if (!arguments.empty() && arguments.front() == "--version") {
        cli::write_stdout(cli::version_line("costSheet"));
        return cli::exit_code::success;
    }
    const request wanted = parse(arguments);
    std::string text;
    bool proven = true;
    for (const std::string& name : wanted.files) {
        const report::result seen = read(name);
        proven = proven && seen.proven();
        text += wanted.part ? part_of(seen, *wanted.part) : section(seen);
    }
    cli::write_stdout(text);
    return proven ? cli::exit_code::success : cli::exit_code::wrong_answer;
}

} // namespace tollgate::cost_sheet

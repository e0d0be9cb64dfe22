// SPDX-License-Identifier: BSL-1.0
#include "result_output.hpp"

#include "request.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/stdout_terminal.hpp>
#include <tollgate/report/answer.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

std::string text_for(const std::string& option, const report::result& result) {
    return option == "json"      ? report::to_json(result)
           : option == "json-ci" ? report::to_ci_json(result)
           : option == "bmf"     ? report::to_bmf(result)
                                 : report::to_csv(result);
}

/// Writes the files. If the run is partial and a format has no place for this fact, a line on
/// stderr has it.
void write_files(const std::string& program, const report::result& result, const options& chosen) {
    const bool measured_nothing = result.partial() && result.passes == 0;
    for (const auto& [option, file] : chosen.files) {
        std::error_code none;
        if (!measured_nothing || !std::filesystem::exists(file, none)) {
            replace_file("--" + option, file, text_for(option, result));
            if (result.partial() && (option == "bmf" || option == "json-ci")) {
                write_stderr_line(program, fmt::format("PARTIAL results in {}; the format of --{} "
                                                       "cannot say so",
                                                       report::printable(file), option));
            }
        }
    }
}

/// The sentences about the headline cases, or the overview of cases that the user chose.
std::string answer_of(const program& description, const report::result& result,
                      const options& chosen, const cpu::topology& machine, std::size_t columns) {
    if (const own_flag* flag = given_flag(description, chosen)) {
        return flag->overview(result, machine, columns);
    }
    if (!chosen.headline) {
        return description.overview ? description.overview(result, columns) : std::string{};
    }
    report::answer answer(result, columns);
    if (description.answer) {
        description.answer(answer);
    }
    return answer.str();
}

constexpr std::size_t most_conditions = 12;

std::string printed(const program& description, const report::result& result, const options& chosen,
                    const cpu::topology& machine) {
    const own_flag* flag = given_flag(description, chosen);
    switch (chosen.format) {
    case output_format::json:
        return report::to_json(result);
    case output_format::csv:
        return flag != nullptr && flag->csv ? flag->csv(result) : report::to_csv(result);
    case output_format::table:
        break;
    }
    const report::terminal on = output_terminal(chosen.wide);
    if (chosen.wanted == options::action::selftest) {
        return report::fitted(report::conditions_text(result), on.columns);
    }
    if (result.explanation) {
        std::string settings = report::settings_text(*result.explanation);
        if (chosen.given.contains("settings")) {
            settings = "\n" + settings;
        } else if (!settings.empty()) {
            settings = "--settings prints how to make each helpful change in production, what the "
                       "change costs, and why other interventions have no figures\n";
        }
        return report::fitted(
            report::partial_text(result) + report::explanation_text(*result.explanation) +
                settings + "\n" +
                report::brief_conditions(result, {}, on, chosen.wide ? SIZE_MAX : most_conditions),
            on.columns);
    }
    const std::string answer = answer_of(description, result, chosen, machine, on.columns);
    if (flag != nullptr && !chosen.wide) {
        return report::fitted(report::partial_text(result) + answer + "\n", on.columns) +
               report::brief_conditions(result, description.case_names, on, SIZE_MAX);
    }
    return chosen.wide ? report::partial_text(result) + answer + (answer.empty() ? "" : "\n") +
                             report::full_text(result)
                       : report::brief_text(result, answer, description.case_names, on);
}

} // namespace

void expect_all_writable(const options& chosen) {
    if (chosen.files.empty() && ::fcntl(STDOUT_FILENO, F_GETFD) < 0) {
        throw std::system_error(errno, std::generic_category(), "write stdout");
    }
    for (const auto& [option, file] : chosen.files) {
        expect_writable("--" + option, file);
    }
}

void put_out(const program& description, const report::result& result, const options& chosen,
             const cpu::topology& machine, signals& watch) {
    std::exception_ptr failure;
    try {
        write_files(description.name, result, chosen);
    } catch (const run::machine_refused&) {
        failure = std::current_exception();
    }
    watch.end_at_once();
    write_stdout(printed(description, result, chosen, machine));
    if (failure) {
        std::rethrow_exception(failure);
    }
}

report::terminal output_terminal(bool wide) {
    report::terminal on = stdout_terminal();
    on.columns = wide ? std::numeric_limits<std::size_t>::max()
                      : std::min(on.columns, report::terminal{}.columns);
    return on;
}

std::string listing(const run::case_list& all, const std::vector<report::case_words>& words,
                    std::size_t columns) {
    std::string text;
    const auto add = [&](const measure::case_key& key, const std::string& second_line) {
        text += key.name() + "\n" + report::fitted("    " + second_line + "\n", columns);
    };
    for (const measure::measured_case& listed : all.cases) {
        const std::string in_words = report::words_of(listed.key, words);
        add(listed.key, in_words + (in_words.empty() ? "" : ": ") + listed.unit);
    }
    for (const report::unavailable_case& listed : all.unavailable) {
        add(listed.key, "not available: " + listed.reason);
    }
    return text;
}

} // namespace tollgate::cli

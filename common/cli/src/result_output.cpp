// SPDX-License-Identifier: BSL-1.0
#include "result_output.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/answer.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <system_error>

namespace tollgate::cli {
namespace {

std::string text_for(const std::string& option, const report::result& result) {
    return option == "json"      ? report::to_json(result)
           : option == "json-ci" ? report::to_ci_json(result)
           : option == "bmf"     ? report::to_bmf(result)
                                 : report::to_csv(result);
}

void write_files(const report::result& result, const options& chosen) {
    const bool measured_nothing = result.partial() && result.passes == 0;
    for (const auto& [option, file] : chosen.files) {
        std::error_code none;
        if (!measured_nothing || !std::filesystem::exists(file, none)) {
            replace_file("--" + option, file, text_for(option, result));
        }
    }
}

std::string printed(const program& description, const report::result& result,
                    const options& chosen) {
    switch (chosen.format) {
    case output_format::json:
        return report::to_json(result);
    case output_format::csv:
        return report::to_csv(result);
    case output_format::table:
        break;
    }
    if (chosen.wanted == options::action::selftest) {
        return report::conditions_text(result);
    }
    if (result.explanation) {
        std::string settings = report::settings_text(*result.explanation);
        if (chosen.given.contains("settings")) {
            settings = "\n" + settings;
        } else if (!settings.empty()) {
            settings = "--settings prints how to make each helpful change in production, what the "
                       "change costs, and why other interventions have no figures\n";
        }
        return report::explanation_text(*result.explanation) + settings + "\n" +
               report::conditions_text(result, report::extent::brief) +
               report::environment_summary(result.environment);
    }
    if (chosen.headline) {
        report::answer answer(result);
        if (description.answer) {
            description.answer(answer);
        }
        return report::brief_text(result, answer.str());
    }
    return (description.overview ? description.overview(result) : std::string{}) +
           report::full_text(result);
}

} // namespace

void expect_all_writable(const options& chosen) {
    for (const auto& [option, file] : chosen.files) {
        expect_writable("--" + option, file);
    }
}

void put_out(const program& description, const report::result& result, const options& chosen,
             signals& watch) {
    std::exception_ptr failure;
    try {
        write_files(result, chosen);
    } catch (const run::machine_refused&) {
        failure = std::current_exception();
    }
    watch.end_at_once();
    write_stdout(printed(description, result, chosen));
    if (failure) {
        std::rethrow_exception(failure);
    }
}

std::string listing(const run::case_list& case_list) {
    std::string text;
    for (const measure::measured_case& listed : case_list.cases) {
        text += fmt::format("{}\n    {}\n", listed.key.name(), listed.unit);
    }
    for (const report::unavailable_case& listed : case_list.unavailable) {
        text += fmt::format("{}\n    not available: {}\n", listed.key.name(), listed.reason);
    }
    return text;
}

} // namespace tollgate::cli

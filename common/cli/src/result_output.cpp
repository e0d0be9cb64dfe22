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

std::string text_for(const std::string& option, const report::result& found) {
    return option == "json"      ? report::to_json(found)
           : option == "json-ci" ? report::to_ci_json(found)
           : option == "bmf"     ? report::to_bmf(found)
                                 : report::to_csv(found);
}

void write_files(const report::result& found, const options& chosen) {
    const bool measured_nothing = found.partial() && found.passes == 0;
    for (const auto& [option, file] : chosen.files) {
        std::error_code none;
        if (!measured_nothing || !std::filesystem::exists(file, none)) {
            replace_file("--" + option, file, text_for(option, found));
        }
    }
}

std::string printed(const program& what, const report::result& found, const options& chosen) {
    switch (chosen.format) {
    case output_format::json:
        return report::to_json(found);
    case output_format::csv:
        return report::to_csv(found);
    case output_format::table:
        break;
    }
    if (chosen.wanted == options::action::selftest) {
        return report::conditions_text(found);
    }
    if (found.explanation) {
        std::string settings = report::settings_text(*found.explanation);
        if (chosen.given.contains("settings")) {
            settings = "\n" + settings;
        } else if (!settings.empty()) {
            settings =
                "--settings: how to have this in production, at what price, and why others were "
                "left out\n";
        }
        return report::explanation_text(*found.explanation) + settings + "\n" +
               report::conditions_text(found, report::extent::brief) +
               report::environment_summary(found.environment);
    }
    if (chosen.headline) {
        report::answer answer(found);
        if (what.answer) {
            what.answer(answer);
        }
        return report::brief_text(found, answer.str());
    }
    return (what.overview ? what.overview(found) : std::string{}) + report::full_text(found);
}

} // namespace

void expect_all_writable(const options& chosen) {
    for (const auto& [option, file] : chosen.files) {
        expect_writable("--" + option, file);
    }
}

void put_out(const program& what, const report::result& found, const options& chosen,
             signals& watch) {
    std::exception_ptr failure;
    try {
        write_files(found, chosen);
    } catch (const run::machine_refused&) {
        failure = std::current_exception();
    }
    watch.end_at_once();
    write_stdout(printed(what, found, chosen));
    if (failure) {
        std::rethrow_exception(failure);
    }
}

std::string listing(const run::case_list& all) {
    std::string text;
    for (const measure::measured_case& one : all.cases) {
        text += fmt::format("{}\n    {}\n", one.key.name(), one.unit);
    }
    for (const report::unavailable_case& one : all.unavailable) {
        text += fmt::format("{}\n    not available: {}\n", one.key.name(), one.reason);
    }
    return text;
}

} // namespace tollgate::cli

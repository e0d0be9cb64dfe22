// SPDX-License-Identifier: BSL-1.0
#include "compare/side.hpp"

#include "read_file.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace tollgate::cost_sheet {

std::vector<const result_file*> side::runs() const {
    std::vector<const result_file*> found;
    for (const result_file& file : files) {
        if (!file.explains) {
            found.push_back(&file);
        }
    }
    return found;
}

side load_side(const std::string& operand, const std::optional<std::string>& only) {
    side loaded;
    try {
        static_cast<results&>(loaded) = load(files_of(operand), purpose::comparison);
    } catch (const std::filesystem::filesystem_error& error) { // of a folder that is not listed
        loaded.unreadable.push_back(report::printable(error.path1().string()) + ": " +
                                    error.code().message());
    }
    loaded.operand = operand;
    loaded.keep(cli::names_matching(only.value_or("")));
    std::vector<std::string> explanations;
    for (const result_file& file : loaded.files) {
        if (file.explains) {
            explanations.push_back(report::printable(file.path) +
                                   ": it explains a case (--explain): its figures are arms of an "
                                   "experiment, and not compared");
        }
    }
    if (loaded.runs().empty() && loaded.unreadable.empty() && !explanations.empty()) {
        throw run::usage_error(explanations.front());
    }
    say(loaded.unreadable);
    say(explanations);
    return loaded;
}

std::vector<std::string> left_out_lines(const side& loaded, const result_file& run) {
    std::set<std::string> lines; // by name, each once
    for (const case_row& row : loaded.cases) {
        if (&loaded.file_of(row) == &run && !row.left_out.empty()) {
            lines.insert(fmt::format("{}: {} {}, left out", report::printable(run.path),
                                     report::printable(row.key().name()), row.left_out));
        }
    }
    return {lines.begin(), lines.end()};
}

std::vector<std::string> lost_cases(const result_file& run) {
    std::vector<std::string> lost;
    for (const report::unavailable_case& refused : run.unavailable) {
        if (refused.failed) {
            lost.push_back(run.path + ": " + refused.key.name() + ": " + refused.reason);
        }
    }
    return lost;
}

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#include "compare/side.hpp"

#include "compare/operand.hpp"
#include "printable.hpp"
#include "read_file.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/run/errors.hpp>

#include <filesystem>
#include <functional>

namespace tollgate::cost_sheet {
namespace {

void keep_only(measured_run& run, const cli::name_pattern& wanted) {
    const auto unwanted = std::not_fn(wanted);
    std::erase_if(run.cases, [&](const auto& named) { return unwanted(named.first); });
    std::erase_if(run.without_ratio, unwanted);
}

constexpr const char* explains =
    ": it explains a case (--explain): its figures are arms of an experiment, and not compared";

std::vector<std::string> listed(const std::string& operand, side& to) {
    try {
        return files_of(operand);
    } catch (const std::filesystem::filesystem_error& error) {
        to.unreadable.push_back(printable(error.path1().string()) + ": " + error.code().message());
        return {};
    }
}

/// A side with explanations alone does not say what changed.
void refuse_explanations_alone(const side& loaded) {
    if (loaded.runs.empty() && loaded.unreadable.empty() && !loaded.left_out.empty()) {
        throw run::usage_error(loaded.left_out.front());
    }
}

} // namespace

side load_side(const std::string& operand, const std::optional<std::string>& only) {
    const cli::name_pattern wanted = cli::names_matching(only.value_or(""));
    side loaded;
    loaded.operand = operand;
    for (const std::string& path : listed(operand, loaded)) {
        try {
            const report::reading file = read_file(path);
            if (file.seen.explanation) {
                loaded.left_out.push_back(printable(path) + explains);
                continue;
            }
            loaded.runs.push_back(reduce(file.seen, file.foreign, path));
            keep_only(loaded.runs.back(), wanted);
        } catch (const unreadable_file& error) {
            loaded.unreadable.emplace_back(error.what());
        }
    }
    refuse_explanations_alone(loaded);
    return loaded;
}

} // namespace tollgate::cost_sheet

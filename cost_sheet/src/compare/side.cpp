// SPDX-License-Identifier: BSL-1.0
#include "compare/side.hpp"

#include "compare/operand.hpp"
#include "printable.hpp"
#include "read_file.hpp"

#include <filesystem>
#include <regex>

namespace tollgate::cost_sheet {
namespace {

void keep_only(measured_run& one, const std::regex& wanted) {
    const auto unwanted = [&](const std::string& name) { return !std::regex_search(name, wanted); };
    std::erase_if(one.cases, [&](const auto& each) { return unwanted(each.first); });
    std::erase_if(one.without_ratio, unwanted);
}

std::vector<std::string> listed(const std::string& operand, side& to) {
    try {
        return files_of(operand);
    } catch (const std::filesystem::filesystem_error& error) {
        to.unreadable.push_back(printable(error.path1().string()) + ": " + error.code().message());
        return {};
    }
}

} // namespace

side load_side(const std::string& operand, const std::optional<std::string>& only) {
    const std::regex wanted(only.value_or(""));
    side loaded;
    loaded.operand = operand;
    for (const std::string& path : listed(operand, loaded)) {
        try {
            const report::reading file = read_file(path);
            loaded.runs.push_back(reduce(file.seen, file.foreign, path));
            keep_only(loaded.runs.back(), wanted);
        } catch (const unreadable_file& error) {
            loaded.unreadable.emplace_back(error.what());
        }
    }
    return loaded;
}

} // namespace tollgate::cost_sheet

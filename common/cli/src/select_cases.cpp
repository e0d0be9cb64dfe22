// SPDX-License-Identifier: BSL-1.0
#include "select_cases.hpp"

#include <tollgate/cli/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace tollgate::cli {
namespace {

void keep_quick(case_list& all, const std::function<bool(const measure::case_key&)>& wanted) {
    const auto unwanted = [&](const auto& one) { return !wanted(one.key); };
    if (std::all_of(all.cases.begin(), all.cases.end(), unwanted)) {
        return;
    }
    const std::size_t known = all.cases.size();
    std::erase_if(all.cases, unwanted);
    std::erase_if(all.unavailable, unwanted);
    if (all.cases.size() < known) {
        all.notes.push_back(fmt::format("--quick: {} of {} cases; --only REGEX chooses others",
                                        all.cases.size(), known));
    }
}

} // namespace

case_list select_cases(case_list all, const options& chosen) {
    if (chosen.only) {
        const std::regex wanted(*chosen.only);
        const std::size_t known = all.cases.size() + all.unavailable.size();
        const auto unwanted = [&](const auto& one) {
            return !std::regex_search(one.key.name(), wanted);
        };
        std::erase_if(all.cases, unwanted);
        std::erase_if(all.unavailable, unwanted);
        if (all.cases.empty() && all.unavailable.empty()) {
            throw usage_error(fmt::format("--only: '{}' matches none of the {} cases; --list "
                                          "prints them",
                                          *chosen.only, known));
        }
    }
    if (chosen.quick_choice) {
        keep_quick(all, chosen.quick_choice);
    }
    if (all.cases.empty() && chosen.wanted != options::action::list) {
        throw machine_refused(all.unavailable.empty()
                                  ? "there is nothing to measure"
                                  : fmt::format("{}: not available: {}",
                                                all.unavailable.front().key.name(),
                                                all.unavailable.front().reason));
    }
    if (chosen.wanted == options::action::selftest) {
        all.cases.resize(1);
        all.unavailable.clear();
    }
    return all;
}

} // namespace tollgate::cli

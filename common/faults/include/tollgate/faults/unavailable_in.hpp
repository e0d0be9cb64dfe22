// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <map>
#include <stdexcept>
#include <string>

namespace tollgate::faults {

/// The cases that cannot be measured, and why. Throws std::logic_error if one is listed twice.
inline std::map<std::string, std::string> unavailable_in(const cli::case_list& list) {
    std::map<std::string, std::string> all;
    for (const report::unavailable_case& one : list.unavailable) {
        if (!all.emplace(one.key.name(), one.reason).second) {
            throw std::logic_error("listed twice: " + one.key.name());
        }
    }
    return all;
}

} // namespace tollgate::faults

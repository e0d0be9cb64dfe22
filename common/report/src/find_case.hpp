// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <algorithm>
#include <string_view>

namespace tollgate::report {

/// The record of that name, or null.
inline const measure::case_record* find_case(const result& seen, std::string_view name) {
    const auto found = std::find_if(seen.cases.begin(), seen.cases.end(),
                                    [&](const auto& one) { return one.name == name; });
    return found == seen.cases.end() ? nullptr : &*found;
}

} // namespace tollgate::report

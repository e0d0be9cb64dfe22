// SPDX-License-Identifier: BSL-1.0
#include "reference_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::report {

std::string reference_text(const measure::case_key& of, const measure::case_key& reference) {
    const auto& own = of.parameters();
    const auto& other = reference.parameters();
    const bool same_names =
        std::equal(own.begin(), own.end(), other.begin(), other.end(),
                   [](const auto& a, const auto& b) { return a.name == b.name; });
    if (!same_names || of.program() != reference.program()) {
        return reference.name();
    }
    std::string text;
    if (of.path() != reference.path()) {
        text = reference.within_program();
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] != other[i]) {
            text += fmt::format("{}{}:{}", text.empty() ? "" : "/", other[i].name,
                                measure::to_string(other[i].value));
        }
    }
    return text;
}

bool tells_its_size(const measure::comparison& one) {
    constexpr double hopeless = 2;
    return one.range && one.range->high <= hopeless * one.ratio &&
           one.range->low * hopeless >= one.ratio;
}

} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include "case_name.hpp"

namespace tollgate::cost_sheet {

std::optional<std::string_view> case_name::value_of(std::string_view wanted) const {
    for (const auto& one : parameters) {
        if (one.name == wanted) {
            return one.value;
        }
    }
    return std::nullopt;
}

case_name parse_case_name(std::string_view name) {
    case_name parsed;
    const std::size_t slash = name.find('/');
    parsed.program = name.substr(0, slash);
    while (!name.empty() && name.find('/') != std::string_view::npos) {
        name.remove_prefix(name.find('/') + 1);
        const std::string_view part = name.substr(0, name.find('/'));
        const std::size_t colon = part.find(':');
        if (colon == std::string_view::npos) {
            parsed.words.emplace_back(part);
        } else {
            parsed.parameters.push_back(
                {std::string(part.substr(0, colon)), std::string(part.substr(colon + 1))});
        }
    }
    return parsed;
}

} // namespace tollgate::cost_sheet

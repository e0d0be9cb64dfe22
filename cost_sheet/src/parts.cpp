// SPDX-License-Identifier: BSL-1.0
#include "parts.hpp"

#include "printable.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tollgate::cost_sheet {
namespace {

struct part {
    const char* name;
    std::string (*text)(const report::result&);
};

constexpr part all_parts[] = {
    {"classical", [](const report::result& seen) { return report::classical_text(seen); }},
    {"table", [](const report::result& seen) { return report::case_table(seen); }},
    {"comparison", [](const report::result& seen) { return report::comparison_text(seen); }},
    {"explanation",
     [](const report::result& seen) {
         return seen.explanation ? report::explanation_text(*seen.explanation) : std::string{};
     }},
    {"conditions", [](const report::result& seen) { return report::conditions_text(seen); }},
    {"environment",
     [](const report::result& seen) { return report::environment_text(seen.environment, true); }},
    {"json",
     [](const report::result& seen) { return report::to_json(seen, report::letters::ascii); }},
    {"digest",
     [](const report::result& seen) { return report::to_digest(seen, report::letters::ascii); }},
};

const part* find_part(const std::string& name) {
    const auto* found = std::find_if(std::begin(all_parts), std::end(all_parts),
                                     [&](const part& one) { return name == one.name; });
    return found == std::end(all_parts) ? nullptr : found;
}

} // namespace

std::string part_list() {
    std::string names;
    for (const part& one : all_parts) {
        names += (names.empty() ? "" : ", ") + std::string(one.name);
    }
    return names;
}

void require_part(const std::string& name) {
    if (find_part(name) == nullptr) {
        throw run::usage_error(
            fmt::format("--part: '{}' is not one of {}", printable(name), part_list()));
    }
}

std::string part_of(const report::result& seen, const std::string& name) {
    std::string whole = find_part(name)->text(seen);
    if (name == "json" || name == "digest") {
        return whole; // harmless as it is, and changed it would be no JSON
    }
    return printable_lines(whole);
}

} // namespace tollgate::cost_sheet

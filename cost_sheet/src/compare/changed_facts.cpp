// SPDX-License-Identifier: BSL-1.0
#include "compare/changed_facts.hpp"

#include "printable.hpp"

#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <map>

namespace tollgate::cost_sheet {
namespace {

std::string joined(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values) {
        text += (text.empty() ? "" : " and ") + printable(value);
    }
    return text;
}

} // namespace

std::vector<changed_fact> changed_facts(const run_list& old_runs, const run_list& new_runs) {
    std::map<std::string, fact_groups> programs;
    const auto add = [&](const run_list& runs, std::size_t group) {
        for (const measured_run* run : runs) {
            fact_groups& groups = programs.try_emplace(run->program, fact_groups(2)).first->second;
            groups[group].push_back(&run->facts);
        }
    };
    add(old_runs, 0);
    add(new_runs, 1);
    std::vector<changed_fact> changed;
    for (const auto& [program, groups] : programs) {
        for (run_difference& fact : differences(groups)) {
            if (fact.grave == severity::refuses) {
                throw run::usage_error(fmt::format(
                    "{}: the {} is not the same: {} before, {} after; such runs cannot be compared",
                    printable(program), fact.name, joined(fact.values[0]), joined(fact.values[1])));
            }
            if (fact.name != "date") {
                changed.push_back({program, std::move(fact)});
            }
        }
    }
    return changed;
}

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#include "find_case.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/report/guessed_key.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace tollgate::cli {
namespace {

/// The options with the numbers in the name, where the user did not choose others. So the name of a
/// case is enough to have it in the list.
options with_numbers_of(const measure::case_key& key, const program& what, const options& chosen) {
    options changed = chosen;
    const auto take = [&](const std::string& axis, whole_range range, const std::string& option) {
        const auto number = key.number(axis);
        if (!number || *number < range.low || *number > range.high || chosen.is_given(option)) {
            return false;
        }
        changed.numbers[axis] = {*number};
        return true;
    };
    if (!what.members.empty() && take(what.members, what.members_range, "members")) {
        changed.members = changed.numbers[what.members].front();
    }
    for (const number_axis& axis : what.numbers) {
        // Such cases may be there in a sweep alone.
        if (take(axis.name, axis.range, axis.name) && !axis.sweep_example.empty() &&
            axis.help.empty()) {
            changed.swept = axis.name;
        }
    }
    return changed;
}

} // namespace

std::optional<measure::measured_case> case_on(int cpu, const measure::case_key& key,
                                              const program& what, const options& chosen,
                                              const cpu::topology& machine) {
    const cpu::topology one_cpu = cpu::restrict_to(machine, std::vector<int>{cpu});
    for (measure::measured_case& one :
         what.cases(with_numbers_of(key, what, chosen), one_cpu).cases) {
        if (one.key == key) {
            return std::move(one);
        }
    }
    return std::nullopt;
}

found_case find_case(const program& what, const options& chosen, const cpu::topology& machine) {
    const std::string& name = *chosen.explain;
    const auto has_name = [&](const auto& one) { return one.key.name() == name; };
    case_list all = what.cases(chosen, machine);
    if (std::none_of(all.cases.begin(), all.cases.end(), has_name)) {
        all = what.cases(with_numbers_of(report::guess_key(name), what, chosen), machine);
    }
    const auto found = std::find_if(all.cases.begin(), all.cases.end(), has_name);
    if (found != all.cases.end()) {
        measure::measured_case one = *found;
        return {std::move(one), std::move(all.cases)};
    }
    for (const report::unavailable_case& one : all.unavailable) {
        if (one.key.name() == name) {
            throw machine_refused(fmt::format("{}: not available: {}", name, one.reason));
        }
    }
    throw usage_error(fmt::format("--explain: '{}' is none of the {} cases; --list --all prints "
                                  "them",
                                  name, all.cases.size()));
}

} // namespace tollgate::cli

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// Something about a run that stays the same as long as it is not changed: load, stolen time and
/// the like are not among them. The value is a stranger's text.
struct fact {
    std::string name;
    std::string value;
    /// Runs that differ in this cannot be compared at all.
    bool must_agree = false;
    [[nodiscard]] bool operator==(const fact&) const = default;
};

/// The stable facts of a run, always in the same order; those that the file does not know are
/// absent. Pure.
[[nodiscard]] std::vector<fact> facts_of(const report::result& seen, bool foreign);

/// What of a command line changes what is measured without changing the names of cases: all but
/// where the results go, how long and how often is measured, and which cases. Pure.
[[nodiscard]] std::string arguments_that_matter(const std::vector<std::string>& arguments);

} // namespace tollgate::cost_sheet

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::bench {

/// The cases that were measured, in groups: those for which `group_of(key)` is the same, in the
/// order in which the groups and the cases come. `group_of` gives an optional; cases for which it
/// gives nothing are in no group. Refers to the cases.
template <class GroupOf>
[[nodiscard]] auto grouped(const std::vector<measure::case_result>& cases, GroupOf group_of) {
    using group = typename decltype(group_of(measure::case_key()))::value_type;
    std::vector<std::pair<group, std::vector<const measure::case_result*>>> groups;
    for (const measure::case_result& one : cases) {
        const auto of = group_of(one.record.key);
        if (!of || one.record.rounds.empty()) {
            continue;
        }
        auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const auto& known) { return known.first == *of; });
        if (found == groups.end()) {
            found = groups.insert(groups.end(), {*of, {}});
        }
        found->second.push_back(&one);
    }
    return groups;
}

/// A table of two parameters: the values of one have a row each, those of the other a column. Rows
/// and columns stand in the order in which they are first put; what was put in neither is "-".
class pivot_table {
public:
    /// The titles stand above the rows' names, a column for each of their words.
    explicit pivot_table(std::vector<std::string> row_titles) : titles_(std::move(row_titles)) {}

    /// `row` has as many words as there are titles.
    void put(const std::vector<std::string>& row, const std::string& column, std::string cell);

    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// As Markdown; empty without a row.
    [[nodiscard]] std::string str() const;

private:
    struct table_row {
        std::vector<std::string> name;
        std::map<std::string, std::string> cells; ///< by column
    };

    std::vector<std::string> titles_;
    std::vector<std::string> columns_;
    std::vector<table_row> rows_;
};

} // namespace tollgate::bench

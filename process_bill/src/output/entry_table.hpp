// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "statement.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tollgate::bill {

/// The table of entries for a terminal, a line for each entry below the heads.
struct entry_table {
    std::string heads;
    std::vector<std::string> rows;   ///< one for each entry
    std::vector<std::string> stacks; ///< one for each entry; empty if the entry has no stack
};

/// Makes the table of these entries. `cpus_used` is the CPU time of which the shares are. No line
/// is longer than `columns`, which is at least 40: long names and stacks are cut. In a narrow table
/// the columns that can be computed from the others are left out. Pure.
[[nodiscard]] entry_table table_of(std::span<const entry> entries, double cpus_used,
                                   std::size_t columns);

} // namespace tollgate::bill

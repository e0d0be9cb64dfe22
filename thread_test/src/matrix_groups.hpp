// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "matrix_text.hpp"

#include <tollgate/cpu/topology.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::thread_test {

/// A table with a row for each relation, and then a row for each relation of each two groups of
/// CPUs. If there are too many groups, the table has only the rows of the relations. Pure.
[[nodiscard]] std::string groups_text(const pair_costs& pairs, const cpu::topology& machine,
                                      std::size_t columns);

} // namespace tollgate::thread_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::timeout_test {

/// What a receive was counted to take: clock readings, operations of the timers' queue, passes of
/// the dispatcher. Rows that differ in nothing but the clock are one. Empty if nothing was counted.
/// Pure.
[[nodiscard]] std::string counts_table(const report::result& seen);

} // namespace tollgate::timeout_test

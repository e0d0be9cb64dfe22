// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tollgate::lock_test {

/// A table with a row for each contended case: its cost, the throughput of all threads, the
/// fairness, the share of the locks that came from another thread, the longest waits, and the CPU
/// time. Empty if no such case was measured. If there is a `path`, only cases with this path.
[[nodiscard]] std::string contention_text(const report::result& result, std::size_t columns,
                                          std::string_view path = {});

} // namespace tollgate::lock_test

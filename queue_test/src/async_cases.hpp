// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>

namespace tollgate::queue_test {

/// Adds the cases in which coroutines of one thread wait for queues.
void add_async_cases(bench::case_table& table);

} // namespace tollgate::queue_test

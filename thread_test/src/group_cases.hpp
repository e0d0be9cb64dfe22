// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/measure/case_key.hpp>

#include <cstdint>

namespace tollgate::thread_test {

/// "thread/create_join/impl:std_thread/placement:free".
[[nodiscard]] measure::case_key create_join_key(const char* impl, cpu::placement where);

/// Adds threads that are created and joined.
void add_create_join(bench::case_table& to, cpu::placement where);
/// Adds jobs that are posted to a pool.
void add_pool_post(bench::case_table& to, cpu::placement where);
/// Adds a barrier and a latch for this number of threads.
void add_meetings(bench::case_table& to, std::uint64_t threads, cpu::placement where);

} // namespace tollgate::thread_test

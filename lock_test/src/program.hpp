// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "places.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/case_words.hpp>

#include <chrono>
#include <cstdint>
#include <vector>

namespace tollgate::lock_test {

/// ./testLock as a value: its options, cases and texts.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

/// The numbers of threads: those that the user chose. Without a sweep also 1, the cost without
/// contention.
[[nodiscard]] std::vector<std::uint64_t> thread_counts(const cli::options& chosen);

/// The time until threads at this place contend evenly. Fibers have the default of the library.
[[nodiscard]] std::chrono::nanoseconds settling_at(const place& where, std::size_t threads);

/// The key of the case with a mutex between fibers.
[[nodiscard]] measure::case_key fiber_lock_key(std::uint64_t fibers);

/// Adds the cases of locks: exclusive, waits.
void add_locks(bench::case_table& table);
/// Adds the cases of a mutex between fibers of one thread.
void add_fiber_locks(bench::case_table& table);
/// Adds the cases whose operations are counted in blocks: locks with readers, counters, a stored
/// number, sequence reads, shared pointers.
void add_shared_data(bench::case_table& table);

} // namespace tollgate::lock_test

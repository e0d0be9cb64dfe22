// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cpu/assignment.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::lock_test {

/// Where the threads of a case run, and the value of the parameter `placement`.
struct place {
    std::string word;
    cpu::assignment where;
};

/// The places for this number of threads, by the option --placement.
///
/// One thread has a place on one CPU (`same`). Two threads have the placements of the library. A
/// ring of more threads would use two or three CPUs (cpu::assign), but threads that contend must
/// use as many CPUs as they can. So for more than two threads there is one place on several CPUs,
/// `spread`: the threads are pinned to all allowed CPUs, one after the other. It is a place of each
/// placement but `same` and `free`.
///
/// Adds the reason to the table if the machine lacks a placement.
[[nodiscard]] std::vector<place> places_for(bench::case_table& table, std::size_t threads);

/// The reason why threads that spin, or whose waits are timed, would show scheduler quanta there;
/// else none.
/// Threads that are not pinned need a CPU more, to move to when something else runs.
[[nodiscard]] std::optional<std::string> too_few_cpus(const place& chosen, std::size_t threads,
                                                      const cpu::topology& machine);

/// The CPUs in the order in which `spread` uses them: first one of each core, the highest numbers
/// first, because interrupts usually go to CPUs with low numbers.
[[nodiscard]] std::vector<int> spread_cpus(const cpu::topology& machine);

} // namespace tollgate::lock_test

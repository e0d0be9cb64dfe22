// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/clock/source.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::noise_test {

/// Adds a case for each CPU that may be used, which watches for the time that a thread loses there.
void add_lost_time(bench::case_table& to);

/// Adds the cases for the lateness of a periodic wake-up, and for the parts of a wake-up by
/// themselves. Linux.
void add_wake_ups(bench::case_table& to);

/// How long a count of this clock lasts: loops that know a length in nanoseconds hand it to a probe
/// in counts. Throws run::machine_refused if the counter is of no use.
[[nodiscard]] double ns_per_count(clock::source probe_clock);

/// The names of the counts of a case that interrupts another CPU.
inline constexpr const char* interrupts_sent = "interrupts that were sent";
inline constexpr const char* interrupts_counted = "interrupts that the other CPU counted";

/// A proof of the whole run: a CPU on which a thread spun counted interrupts. One in a hundred of
/// the calls that found this thread at work is enough: it may have left meanwhile. A CPU that is
/// sent none counts fewer, which come from elsewhere. Pure.
[[nodiscard]] std::vector<std::string> failed_interrupts(const report::result& found);

/// The cases for which that proof could not be made: the kernel does not count interrupts for this
/// program, or there were too few calls to judge by. A line each. Pure.
[[nodiscard]] std::vector<std::string> unproven_interrupts(const report::result& found);

/// ./testNoise as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::noise_test

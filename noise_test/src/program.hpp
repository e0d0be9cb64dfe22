// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/clock/source.hpp>
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::noise_test {

/// Adds a case for each allowed CPU, which watches for the time that a thread loses there.
void add_lost_time(bench::case_table& to);

/// Adds the cases for the lateness of a periodic wake-up, and for each part of a wake-up. Linux.
void add_wake_ups(bench::case_table& to);

/// The length of a count of this clock. A loop that measures in nanoseconds gives its probe counts.
/// Throws run::machine_refused if the counter is not usable.
[[nodiscard]] double ns_per_count(clock::source probe_clock);

/// The names of the counts of a case that interrupts another CPU.
inline constexpr const char* interrupts_sent = "interrupts that were sent";
inline constexpr const char* interrupts_counted = "interrupts that the other CPU counted";

/// A self-check of the whole run: a CPU on which a thread spun counted interrupts. The failures, a
/// line each. Pure.
///
/// It is enough if the CPU counted one in a hundred of the calls that found the thread running,
/// because the thread may have left the CPU meanwhile. A CPU to which no interrupts are sent counts
/// fewer, from other sources.
[[nodiscard]] std::vector<std::string> failed_interrupts(const report::result& result);

/// The cases without that self-check, a line each: the kernel does not count interrupts for this
/// program, or there were too few calls. Pure.
[[nodiscard]] std::vector<std::string> unchecked_interrupts(const report::result& result);

/// The description of ./testNoise: its options, its cases, its texts.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

} // namespace tollgate::noise_test

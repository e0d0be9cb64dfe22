// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "signals.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/run/case_list.hpp>
#include <tollgate/run/explain_case.hpp>
#include <tollgate/run/run.hpp>
#include <tollgate/runtime/runtimes.hpp>

#include <chrono>
#include <vector>

namespace tollgate::cli {

/// The cases that the user wants: those that `--only` matches, or the headline cases with a note of
/// how many cases there are. If this machine has no headline case, all cases are taken.
/// `--selftest` takes only the first case. A `*` in the name of an unavailable case stands for the
/// cases that are measured `elsewhere`. Pure.
///
/// - *Exceptions*: usage_error if no case matches; if the cases are `optional` ones of the program,
///   the message has their option. machine_refused if no matching case can be measured on this
///   machine, or no case at the placements of --placement, unless the cases are only listed.
[[nodiscard]] run::case_list select_cases(run::case_list all, const options& chosen,
                                          const std::vector<measure::measured_case>& elsewhere = {},
                                          const program& description = {});

/// The cases for these options at all placements, whatever --placement says.
[[nodiscard]] std::vector<measure::measured_case>
cases_at_all_places(const program& description, options chosen, const cpu::topology& machine);

/// The case of --explain. A number in its name serves as the value of an option that the user did
/// not give. The result refers to the arguments.
///
/// - *Exceptions*: usage_error if there is no such case. machine_refused if the case cannot be
///   measured on this machine.
[[nodiscard]] run::explained_case find_case(const program& description, const options& chosen,
                                            const cpu::topology& machine);

/// The flag for other cases that the user gave, or null.
[[nodiscard]] const own_flag* given_flag(const program& description, const options& chosen);

[[nodiscard]] std::chrono::nanoseconds in_ns(double seconds);

/// The CPUs that may be used. Throws usage_error if --cpus names another CPU.
[[nodiscard]] cpu::topology allowed_machine(const options& chosen);

/// The request of this command line, on this machine. Refers to `watch`.
[[nodiscard]] run::request request_of(const program& description, const options& chosen,
                                      const cpu::topology& machine, signals& watch);

/// Starts the other runtimes that were chosen.
[[nodiscard]] runtime::runtimes runtimes_of(const program& description, const options& chosen,
                                            const cpu::topology& machine, const signals& watch);

} // namespace tollgate::cli

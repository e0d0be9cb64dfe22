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

/// The cases that the user wants of all there are: those that `--only` matches, or the headline
/// cases, with a note of how many there are, and for the self test the first of them. If this
/// machine has no headline case, all are. Throws usage_error if nothing matches, machine_refused if
/// nothing that matches can be measured here, which is no reason not to list it. A `*` in what
/// cannot be measured stands for the cases that are measured `elsewhere`. Pure.
[[nodiscard]] run::case_list
select_cases(run::case_list all, const options& chosen,
             const std::vector<measure::measured_case>& elsewhere = {});

/// Those of these options, but whatever --placement says.
[[nodiscard]] std::vector<measure::measured_case>
cases_at_all_places(const program& what, options chosen, const cpu::topology& machine);

/// The case of --explain. Its name is enough to have it in the list: a number in it is used for an
/// option that the user did not give. Throws usage_error if there is no such case, machine_refused
/// if it cannot be measured here. Refers to its arguments.
[[nodiscard]] run::explained_case find_case(const program& what, const options& chosen,
                                            const cpu::topology& machine);

[[nodiscard]] std::chrono::nanoseconds in_ns(double seconds);

/// The CPUs that may be used. Throws usage_error if --cpus names another one.
[[nodiscard]] cpu::topology allowed_machine(const options& chosen);

/// The request of this command line, on this machine. Refers to `watch`.
[[nodiscard]] run::request request_of(const program& what, const options& chosen,
                                      const cpu::topology& machine, signals& watch);

/// Starts the other runtimes that were chosen.
[[nodiscard]] runtime::runtimes runtimes_of(const program& what, const options& chosen,
                                            const cpu::topology& machine, const signals& watch);

} // namespace tollgate::cli

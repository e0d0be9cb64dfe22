// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/run/guests.hpp>
#include <tollgate/run/run.hpp>

#include <chrono>

namespace tollgate::cli {

[[nodiscard]] std::chrono::nanoseconds in_ns(double seconds);

/// The CPUs that may be used. Throws usage_error if --cpus names another one.
[[nodiscard]] cpu::topology allowed_machine(const options& chosen);

/// The request of this command line, on this machine. Refers to `watch`.
[[nodiscard]] run::request request_of(const program& what, const options& chosen,
                                      const cpu::topology& machine, signals& watch);

/// Starts the other runtimes that were chosen.
[[nodiscard]] run::guests guests_of(const program& what, const options& chosen,
                                    const cpu::topology& machine, const signals& watch);

} // namespace tollgate::cli

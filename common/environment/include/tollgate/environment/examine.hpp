// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tollgate/environment/build_facts.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/environment/verdict.hpp>

#include <tollgate/cpu/topology.hpp>

#include <optional>
#include <vector>

namespace tollgate::environment {

/// Facts that the program knows, and that are in no file of the machine.
struct program_facts {
    std::vector<int> cpus;                  ///< that may be used; empty: all that are online
    build_facts build;                      ///< of the program
    std::optional<double> clock_reading_ns; ///< cost of a reading; large for a system call
    bool clock_invariant = false;           ///< the rate of the counter is constant
    std::vector<cpu::core_kind> kinds{};    ///< see cpu::kinds_of_core
};

/// Examines this machine for properties that make figures wrong or noisy. Returns all verdicts that
/// apply, in a fixed order, also those that are ok.
///
///     const environment::program_facts program{.cpus = {0, 1}, .build = {}, .clock_reading_ns =
///     20}; const auto verdicts = environment::examine(environment::machine_files{}, program);
///
/// - *Exceptions*: only for exhausted memory. A file that cannot be read gives an unknown verdict.
///
/// Nothing is changed, and no privilege is needed. In a virtual machine, topology and idle states
/// are unknown, because its host invented them. This is a single examination; see disturbance.hpp
/// for events during the work.
std::vector<verdict> examine(const machine_files& files, const program_facts& program);

} // namespace tollgate::environment

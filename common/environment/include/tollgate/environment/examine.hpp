// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tollgate/environment/build_facts.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/environment/verdict.hpp>

#include <tollgate/cpu/topology.hpp>

#include <optional>
#include <vector>

namespace tollgate::environment {

/// Facts that no file of the machine contains. The program provides them.
struct program_facts {
    std::vector<int> cpus;                  ///< the CPUs to use; empty: all CPUs that are online
    build_facts build;                      ///< how the program was built
    std::optional<double> clock_reading_ns; ///< the cost of one reading of the program's clock
    bool clock_invariant = false;           ///< whether the rate of the CPU's counter is constant
    std::vector<cpu::core_kind> kinds{};    ///< see cpu::kinds_of_core
};

/// Examines this machine for properties that make figures wrong or noisy. Returns all verdicts that
/// apply to this machine, in a fixed order, including the verdicts whose state is `ok`.
///
///     const environment::program_facts program{
///         .cpus = {0, 1}, .build = {}, .clock_reading_ns = 20};
///     const auto verdicts = environment::examine(environment::machine_files{}, program);
///
/// - *Exceptions*: only for exhausted memory. If a verdict is not possible because a file cannot be
///   read, the verdict is `unknown`.
///
/// The function changes nothing, and needs no privilege. In a virtual machine, topology and idle
/// states are unknown, because the host invents the values that the virtual machine reads. The
/// function examines the machine once. For disturbances during a measurement, see disturbance.hpp.
std::vector<verdict> examine(const machine_files& files, const program_facts& program);

/// The verdicts of a run that was examined before and after it. Load and pressure are those from
/// before, because a run is a load itself. All others are those from after the run. Pure.
std::vector<verdict> verdicts_of_run(const std::vector<verdict>& before,
                                     std::vector<verdict> after);

} // namespace tollgate::environment

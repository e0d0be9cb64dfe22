// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::explain {

/// The case that is explained, its program and its machine.
struct setting {
    measure::measured_case control; ///< the case without interventions
    /// All cases of the program. A case that differs from the control only in its placement, or
    /// only in one of `ways`, is an intervention.
    std::vector<measure::measured_case> cases{};
    std::vector<std::string> ways{}; ///< parameters that choose a way to do the same work
    cpu::topology machine{};         ///< the CPUs that may be used
    clock::source clock = clock::source::realtime; ///< the clock of the batches
    /// Returns the same case on a machine that has only this CPU. Empty: there is no such function.
    std::function<std::optional<measure::measured_case>(int cpu)> on_cpu{};
    environment::machine_files files{}; ///< the files of the kernel that are read
};

/// Runs a short batch of the case, and returns the CPUs of the case. If the case has a placement,
/// the result is the CPUs on which the batch ran. If the case chooses its CPUs itself, the result
/// is the chosen CPUs. Otherwise the result is all CPUs that may be used.
[[nodiscard]] std::vector<int> cpus_of(const setting& where);

/// Returns all interventions on this case on this machine: the possible interventions, and the
/// impossible interventions with the reasons.
///
///     explain::setting setting;
///     const auto offer = explain::possible_interventions(setting, setting.machine.cpus());
///
/// The function tries a scheduling policy, a nice value and locked memory, and restores them at
/// once. It opens the files that interventions write, and changes nothing in them.
[[nodiscard]] offer possible_interventions(const setting& where, const std::vector<int>& cpus);

/// Makes an intervention with this name that does nothing. If an experiment finds an effect of the
/// placebo, the experiment is wrong.
[[nodiscard]] intervention placebo(std::string name);

} // namespace tollgate::explain

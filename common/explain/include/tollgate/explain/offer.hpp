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
    std::vector<std::string> ways{}; ///< parameters whose values are ways to do the same work
    cpu::topology machine{};         ///< the CPUs that may be used
    clock::source clock = clock::source::realtime; ///< the clock of the batches
    /// The same case on a machine with this CPU alone. Empty: it is not known.
    std::function<std::optional<measure::measured_case>(int cpu)> on_cpu{};
    environment::machine_files files{}; ///< the files of the kernel that are read
};

/// The CPUs on which the case runs. If the case places itself, these are its CPUs. If it is placed,
/// these are the CPUs on which a short batch finds it. Otherwise these are all CPUs that may be
/// used. Runs the batch.
[[nodiscard]] std::vector<int> cpus_of(const setting& where);

/// All interventions on this case on this machine: the possible ones, and the impossible ones with
/// the reasons.
///
///     explain::setting setting;
///     const auto offer = explain::possible_interventions(setting, setting.machine.cpus());
///
/// It tries a policy, a nice value and locked memory, and gives them back at once. It opens the
/// files that interventions write, and changes nothing in them.
[[nodiscard]] offer possible_interventions(const setting& where, const std::vector<int>& cpus);

/// An intervention that does nothing, under this name. If an experiment finds an effect of it, the
/// experiment is wrong.
[[nodiscard]] intervention placebo(std::string name);

} // namespace tollgate::explain

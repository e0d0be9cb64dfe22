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

/// The circumstances in which a case is explained.
struct setting {
    measure::measured_case control;
    /// All cases of the program. One that differs from the control in its placement alone is an
    /// intervention, and so is one that differs in one of `ways` alone.
    std::vector<measure::measured_case> cases{};
    std::vector<std::string> ways{}; ///< parameters that are ways to do the same
    cpu::topology machine{};         ///< the CPUs that may be used
    clock::source clock = clock::source::realtime;
    /// The same case on a machine with this CPU alone. Empty: it is not known.
    std::function<std::optional<measure::measured_case>(int cpu)> on_cpu{};
    environment::machine_files files{};
};

/// The CPUs on which the case runs: those on which it puts itself, or on which a short batch finds
/// it if it is placed, else all that may be used. Runs that batch.
[[nodiscard]] std::vector<int> cpus_of(const setting& where);

/// All that can be tried on this case on this machine, and all that cannot, with the reason. To
/// find that out it takes a policy, a nice value and locked memory, and gives them back at once.
/// It opens the files that others would write, and changes nothing in them.
[[nodiscard]] offer what_can_be_tried(const setting& where, const std::vector<int>& cpus);

/// An intervention that does nothing, under a name of its own. An effect that an experiment finds
/// for it is an error of the experiment.
[[nodiscard]] intervention placebo(std::string name);

} // namespace tollgate::explain

// SPDX-License-Identifier: BSL-1.0
#pragma once
// Every property of this machine that makes a number wrong or noisy, as a list of verdicts in a
// fixed order.
//
// Nothing is changed and no privilege is needed: a file that only root may read is "unknown".
// A virtual machine sees a topology and idle states that its host invented, so those are "unknown"
// there even where the files read well.
//
// What it is not: a watch. It is one look; `disturbance.hpp` tells what happened during the work.

#include <tollgate/environment/build_facts.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/environment/verdict.hpp>

#include <tollgate/cpu/topology.hpp>

#include <optional>
#include <vector>

namespace tollgate::environment {

/// Facts that the program knows and no file of the machine tells.
struct program_facts {
    std::vector<int> cpus; ///< the ones we may use; empty: all that are online
    build_facts build;
    std::optional<double>
        clock_reading_ns;                ///< cost of one reading: tells a vDSO from a system call
    bool clock_invariant = false;        ///< the counter's rate does not follow the frequency
    std::vector<cpu::core_kind> kinds{}; ///< of core: cpu::kinds_of_core
};

/// Every verdict that applies, the good ones too. A verdict that is not ok says why.
std::vector<verdict> examine(const machine_files& files, const program_facts& program);

} // namespace tollgate::environment

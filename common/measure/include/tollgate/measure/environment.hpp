// SPDX-License-Identifier: BSL-1.0
#pragma once
// What in this machine makes a number wrong or noisy, as a list of verdicts in a fixed order.
//
// Nothing is changed and no privilege is needed: what root alone may read comes out as "unknown".
// A virtual machine sees a topology and idle states that its host made up, so those are "unknown"
// there even where the files read well.
//
// What it is not: a watch. It is one look; `disturbance.hpp` tells what happened during the work.

#include <tollgate/measure/build_facts.hpp>
#include <tollgate/measure/machine_files.hpp>
#include <tollgate/measure/verdict.hpp>

#include <optional>
#include <vector>

namespace tollgate::measure {

struct environment_question {
    std::vector<int> cpus; ///< the ones we may use; empty: all that are online
    build_facts build;
    std::optional<double>
        clock_reading_ns;         ///< cost of one reading: tells a vDSO from a system call
    bool clock_invariant = false; ///< the counter's rate does not follow the frequency
};

/// Every verdict that applies, the good ones too. A verdict that is not ok says why.
std::vector<verdict> examine_environment(const machine_files& files,
                                         const environment_question& question);

} // namespace tollgate::measure

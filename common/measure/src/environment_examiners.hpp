// SPDX-License-Identifier: BSL-1.0
#pragma once
// One function a verdict. A new verdict is one line here, one line in the table of
// `environment.cpp`, and a function in the file of its subject.
//
// nullopt: the question does not arise (a program without Boost has no Boost version).

#include <tollgate/measure/environment.hpp>

#include <optional>

namespace tollgate::measure::examine {

using examiner = std::optional<verdict>(const machine_files&, const environment_question&);

// environment_frequency.cpp: how fast the CPU runs
examiner governor;
examiner boost;

// environment_idle.cpp: how deep it sleeps, and what it is fed from
examiner idle_states;
examiner power;

// environment_sharing.cpp: who else is on our CPUs
examiner smt;
examiner load;
examiner pressure;
examiner isolated_cpus;

// environment_virtual.cpp: what a host takes
examiner hypervisor;
examiner steal;

// environment_clock.cpp: what time itself costs
examiner clock_source;
examiner counter;
examiner timer_slack;

// environment_quota.cpp: what our cgroup may use
examiner cgroup_quota;
examiner throttling;

// environment_kernel.cpp: how the kernel is set up
examiner aslr;
examiner mitigations;
examiner perf;

// environment_build.cpp: what was compiled
examiner build_type;
examiner boost_version;
examiner context;

} // namespace tollgate::measure::examine

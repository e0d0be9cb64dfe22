// SPDX-License-Identifier: BSL-1.0
#pragma once
// The type of an examiner, the words of a verdict, and the list of all examiners.
//
// There is one function a verdict. A new verdict is one line here, one line in the table of
// `examine.cpp`, and a function in the file of its subject. There is one way to each state, so that
// no verdict that is not ok can be made without saying why it matters.

#include <tollgate/environment/examine.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment::detail {

/// A pair of commands: what helps, and what restores the state that was found.
struct remedy {
    std::string fix;
    std::string undo;
};

verdict ok(std::string_view name, std::string found);
verdict bad(std::string_view name, std::string found, std::string_view why, remedy help = {});
verdict unknown(std::string_view name, std::string found, std::string_view why, remedy help = {});

/// Writing `value` helps; writing `found` restores.
remedy rewrite(std::string_view path, std::string_view value, std::string_view found);

/// The only number in a file, or why there is none.
struct number_in_file {
    std::optional<std::int64_t> value;
    std::string failure;
};
number_in_file read_number(const machine_files& files, std::string_view path);

/// The remark on a text that was read but makes no sense.
std::string not_understood(std::string_view path, std::string_view text);

std::string cpu_path(int cpu, std::string_view file);

/// The CPUs asked for; those online when none were.
std::vector<int> cpus_of(const machine_files& files, const program_facts& program);

/// The signs of a virtual machine; empty if there are none.
std::vector<std::string> signs_of_hypervisor(const machine_files& files);

/// nullopt: the verdict does not apply (a program without Boost has no Boost version).
using examiner = std::optional<verdict>(const machine_files&, const program_facts&);

// frequency.cpp: how fast the CPU runs
examiner governor;
examiner boost;

// idle.cpp: how deep it sleeps, and what it is fed from
examiner idle_states;
examiner power;

// sharing.cpp: who else is on our CPUs
examiner smt;
examiner load;
examiner pressure;
examiner isolated_cpus;

// virtualization.cpp: what a host takes
examiner hypervisor;
examiner steal;

// clock.cpp: what time itself costs
examiner clock_source;
examiner counter;
examiner timer_slack;

// quota.cpp: what our cgroup may use
examiner cgroup_quota;
examiner throttling;

// kernel.cpp: how the kernel is set up
examiner aslr;
examiner mitigations;
examiner perf;

// build.cpp: what was compiled
examiner build_type;
examiner boost_version;
examiner context;
examiner fiber_library;

} // namespace tollgate::environment::detail

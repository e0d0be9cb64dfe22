// SPDX-License-Identifier: BSL-1.0
#pragma once
// The type of an examiner, the words of a finding, and the list of all examiners.
//
// There is one function a verdict. A new verdict is one line here, one line in the table of
// `examine.cpp`, which says why it matters, and a function in the file of its subject.

#include <tollgate/environment/examine.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment::detail {

/// A pair of commands: what helps, and what restores the state that was found.
struct remedy {
    std::string fix;
    std::string undo;
};

/// Writing `value` helps; writing `found` restores.
remedy rewrite(std::string_view path, std::string_view value, std::string_view found);

/// A verdict without its name and without the reason why it matters.
struct finding {
    condition state;
    std::string found;
    remedy help{};
};

inline finding ok(std::string found) {
    return {condition::ok, std::move(found)};
}
inline finding bad(std::string found, remedy help = {}) {
    return {condition::bad, std::move(found), std::move(help)};
}
inline finding unknown(std::string found) {
    return {condition::unknown, std::move(found)};
}

/// Thrown where something cannot be read or makes no sense: the verdict is unknown, and this is
/// what was found.
struct cannot_tell : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string cpu_path(int cpu, std::string_view file);

/// The machine as an examiner sees it.
class examined_machine {
public:
    examined_machine(const machine_files& files, const program_facts& program);

    [[nodiscard]] const machine_files& files() const { return files_; }
    [[nodiscard]] const program_facts& program() const { return program_; }
    /// The CPUs asked for; those online when none were.
    [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }

    /// Of a file that is to be there. Both throw cannot_tell.
    [[nodiscard]] std::string text(std::string_view path) const;
    [[nodiscard]] std::int64_t number(std::string_view path) const;
    /// Throws cannot_tell: this was read, and makes no sense.
    [[noreturn]] static void refuse(std::string_view path, std::string_view text);

    /// The signs of a virtual machine; empty if there are none.
    [[nodiscard]] std::vector<std::string> signs_of_hypervisor() const;
    /// What a guest sees was invented by its host, so that it is not known there.
    [[nodiscard]] finding unless_guest(std::string found) const;

private:
    const machine_files& files_;
    const program_facts& program_;
    std::vector<int> cpus_;
};

/// nullopt: the verdict does not apply (a program without Boost has no Boost version).
using examiner = std::optional<finding>(const examined_machine&);

// frequency.cpp: how fast the CPU runs
examiner governor;
examiner boost;
examiner kinds_of_core;

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

// build.cpp: what was compiled
examiner build_type;
examiner boost_version;
examiner context;
examiner fiber_library;

} // namespace tollgate::environment::detail

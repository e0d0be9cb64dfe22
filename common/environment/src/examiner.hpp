// SPDX-License-Identifier: BSL-1.0
#pragma once
// The examiners: a function for each verdict. A new verdict needs a line here, a line in the table
// of `examine.cpp` with its effect on figures, and a function in the file of its subject.

#include <tollgate/environment/examine.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment::detail {

/// A command that helps, and a command that restores the present state.
struct remedy {
    std::string fix;
    std::string undo;
};

/// Writes `value` to help, and `found` to restore.
remedy rewrite(std::string_view path, std::string_view value, std::string_view found);

/// A verdict without its name and its effect.
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

/// A file that cannot be read or makes no sense. The verdict is unknown, with this message as
/// value.
struct cannot_tell : std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string cpu_path(int cpu, std::string_view file);

/// The machine and the program, for examiners.
class examined_machine {
public:
    examined_machine(const machine_files& files, const program_facts& program);

    [[nodiscard]] const machine_files& files() const { return files_; }
    [[nodiscard]] const program_facts& program() const { return program_; }
    /// The CPUs of the program; all that are online if it has none.
    [[nodiscard]] const std::vector<int>& cpus() const { return cpus_; }

    /// The text or the number in a file. Both throw cannot_tell.
    [[nodiscard]] std::string text(std::string_view path) const;
    [[nodiscard]] std::int64_t number(std::string_view path) const;
    /// Throws cannot_tell for a text that makes no sense.
    [[noreturn]] static void refuse(std::string_view path, std::string_view text);

    /// The signs of a virtual machine; empty if there are none.
    [[nodiscard]] std::vector<std::string> signs_of_hypervisor() const;
    /// Ok, but unknown in a virtual machine, where the host invented the value.
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

// idle.cpp: how deep the CPU sleeps, and its power supply
examiner idle_states;
examiner power;

// sharing.cpp: other users of our CPUs
examiner smt;
examiner load;
examiner pressure;
examiner isolated_cpus;

// virtualization.cpp: the time that a host takes
examiner hypervisor;
examiner steal;

// clock.cpp: the clocks and their cost
examiner clock_source;
examiner counter;
examiner timer_slack;

// quota.cpp: the limits of our cgroup
examiner cgroup_quota;
examiner throttling;

// kernel.cpp: settings of the kernel
examiner aslr;
examiner mitigations;

// build.cpp: the build of the program
examiner build_type;
examiner boost_version;
examiner context;
examiner fiber_library;

} // namespace tollgate::environment::detail

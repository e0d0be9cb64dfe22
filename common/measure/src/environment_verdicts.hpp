// SPDX-License-Identifier: BSL-1.0
#pragma once
// How an examiner words its verdict. There is one way to each state, so that no verdict that is not
// ok can be made without saying why it matters.

#include <tollgate/measure/environment.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::measure::examine {

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

/// What to say of a text that was read but makes no sense.
std::string not_understood(std::string_view path, std::string_view text);

std::string cpu_path(int cpu, std::string_view file);

/// The CPUs asked for; those online when none were.
std::vector<int> cpus_of(const machine_files& files, const environment_question& question);

/// What gives a virtual machine away; empty if nothing does.
std::vector<std::string> signs_of_hypervisor(const machine_files& files);

} // namespace tollgate::measure::examine

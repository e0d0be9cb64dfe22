// SPDX-License-Identifier: BSL-1.0
// Verdicts on other users of our CPUs: hardware siblings, other processes, the kernel.
#include "examiner.hpp"
#include "text.hpp"

#include <tollgate/cpu/cpu_list.hpp>

namespace tollgate::environment::detail {
namespace {

/// The CPUs that share their core with another CPU; nullopt if that cannot be read.
std::optional<std::vector<int>> cpus_with_siblings(const examined_machine& machine) {
    std::vector<int> shared;
    for (const int cpu : machine.cpus()) {
        const auto siblings = machine.files().read(cpu_path(cpu, "topology/thread_siblings_list"));
        if (!siblings) {
            return std::nullopt;
        }
        if (cpus_in(*siblings).size() > 1) {
            shared.push_back(cpu);
        }
    }
    return machine.cpus().empty() ? std::nullopt : std::optional(shared);
}

/// Whether this thread, which reads the load, is the only one that can run. Before the first slash
/// is the number of those that can.
bool only_we_run(std::string_view load) {
    return load.substr(0, load.find('/')).ends_with(" 1");
}

/// Kernels of different age write an empty list as "" or "(null)".
std::string list_or_none(const std::string& list) {
    return list.empty() || list == "(null)" ? "none" : list;
}

} // namespace

std::optional<finding> smt(const examined_machine& machine) {
    constexpr std::string_view active_path = "/sys/devices/system/cpu/smt/active";
    constexpr std::string_view control_path = "/sys/devices/system/cpu/smt/control";
    const std::optional<std::string> active = machine.files().read(active_path);
    if (active != "0") {
        const auto shared = cpus_with_siblings(machine);
        if (!shared) {
            return unknown(active == "1" ? "on, and the siblings cannot be read"
                                         : machine.files().failure(active_path));
        }
        if (!shared->empty()) {
            const bool can_be_switched = machine.files().read(control_path) == "on";
            return bad("CPU " + cpu::format_cpu_list(*shared) + " share their core",
                       can_be_switched ? rewrite(control_path, "off", "on") : remedy{});
        }
    }
    return machine.unless_guest(active == "1" ? "on, but not on the CPUs in use" : "off");
}

std::optional<finding> load(const examined_machine& machine) {
    constexpr std::string_view path = "/proc/loadavg";
    constexpr double most_per_cpu = 0.5;
    const std::string text = machine.text(path); // such as "1.91 1.20 0.50 1/99 1234"
    const std::optional<double> minute = decimal(text.substr(0, text.find(' ')));
    if (!minute) {
        machine.refuse(path, text);
    }
    const std::size_t cpus = machine.cpus().size();
    std::string found = fmt::format("{:.2f} for {}", *minute, counted(cpus, "CPU"));
    if (cpus == 0) {
        return unknown(std::move(found));
    }
    if (*minute <= most_per_cpu * static_cast<double>(cpus)) {
        return ok(std::move(found));
    }
    // The build of this program is still part of the average when it has ended.
    return only_we_run(text) ? ok(found + ", but nothing else runs now") : bad(std::move(found));
}

std::optional<finding> pressure(const examined_machine& machine) {
    constexpr std::string_view path = "/proc/pressure/cpu";
    constexpr std::string_view begins = "some avg10=";
    constexpr double most_percent = 5;
    const std::string text = machine.text(path);
    const std::string_view line = std::string_view(text).substr(0, text.find(" avg60"));
    const auto percent =
        line.starts_with(begins) ? decimal(line.substr(begins.size())) : std::nullopt;
    if (!percent) {
        machine.refuse(path, text);
    }
    std::string found = fmt::format("{:.2f} % of the last 10 s", *percent);
    return *percent > most_percent ? bad(std::move(found)) : ok(std::move(found));
}

std::optional<finding> isolated_cpus(const examined_machine& machine) {
    constexpr std::string_view nohz_path = "/sys/devices/system/cpu/nohz_full";
    const std::string apart = list_or_none(machine.text("/sys/devices/system/cpu/isolated"));
    // A kernel without this file cannot stop its tick.
    const std::string without_tick =
        machine.files().exists(nohz_path) ? list_or_none(machine.text(nohz_path)) : "none";
    return ok(apart == "none" && without_tick == "none" ? "none"
                                                        : apart + "; without tick " + without_tick);
}

} // namespace tollgate::environment::detail

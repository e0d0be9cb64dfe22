// SPDX-License-Identifier: BSL-1.0
// How fast the CPU runs, and what makes it run slower or faster.
#include "examiner.hpp"
#include "text.hpp"

#include <map>

namespace tollgate::environment::detail {
namespace {

constexpr std::string_view boost_why =
    "the frequency follows temperature and the load of other cores, so equal work takes unequal "
    "time";

/// A switch for the whole machine, and what it says when boost is on and off.
struct boost_switch {
    std::string_view path;
    std::string_view on;
    std::string_view off;
};
constexpr boost_switch machine_switches[] = {
    {"/sys/devices/system/cpu/intel_pstate/no_turbo", "0", "1"},
    {"/sys/devices/system/cpu/cpufreq/boost", "1", "0"},
};

verdict boost_of_machine(const machine_files& files, const boost_switch& which) {
    const std::optional<std::string> text = files.read(which.path);
    if (!text) {
        return unknown("boost", files.failure(which.path), boost_why);
    }
    if (*text == which.off) {
        return ok("boost", "off");
    }
    if (*text == which.on) {
        return bad("boost", "on", boost_why, rewrite(which.path, which.off, which.on));
    }
    return unknown("boost", not_understood(which.path, *text), boost_why);
}

std::string switch_each(const std::vector<int>& cpus, std::string_view value) {
    std::string command = "for cpu in";
    for (const int cpu : cpus) {
        command.append(" ").append(std::to_string(cpu));
    }
    return command + "; do " +
           write_command(value, "/sys/devices/system/cpu/cpu$cpu/cpufreq/boost") + "; done";
}

/// amd_pstate and newer kernels have a switch in every policy; nullopt if there is none.
std::optional<verdict> boost_of_each(const machine_files& files, const std::vector<int>& cpus) {
    std::vector<int> on;
    std::string failure;
    bool any = false;
    for (const int cpu : cpus) {
        const std::string path = cpu_path(cpu, "cpufreq/boost");
        if (!files.exists(path)) {
            continue;
        }
        any = true;
        const number_in_file read = read_number(files, path);
        if (!read.value) {
            failure = read.failure;
        } else if (*read.value != 0) {
            on.push_back(cpu);
        }
    }
    if (!any) {
        return std::nullopt;
    }
    if (!on.empty()) {
        return bad("boost", "on for CPU " + cpu_list(on), boost_why,
                   {switch_each(on, "0"), switch_each(on, "1")});
    }
    if (!failure.empty()) {
        return unknown("boost", failure, boost_why);
    }
    return ok("boost", "off");
}

} // namespace

std::optional<verdict> governor(const machine_files& files, const program_facts& program) {
    constexpr std::string_view why =
        "the frequency changes with the load, so the first operations run slower than the rest";
    std::map<std::string, std::vector<int>> cpus_by_governor;
    std::string failure;
    for (const int cpu : cpus_of(files, program)) {
        const std::string path = cpu_path(cpu, "cpufreq/scaling_governor");
        if (const std::optional<std::string> name = files.read(path)) {
            cpus_by_governor[*name].push_back(cpu);
        } else if (files.exists(cpu_path(cpu, "cpufreq"))) {
            failure = files.failure(path);
        } else if (failure.empty()) {
            failure = "no cpufreq: decided by the host or firmware";
        }
    }

    std::vector<std::string> found, undo;
    std::vector<int> slow;
    for (const auto& [name, cpus] : cpus_by_governor) {
        found.push_back(name + " on CPU " + cpu_list(cpus));
        if (name == "performance") {
            continue;
        }
        slow.insert(slow.end(), cpus.begin(), cpus.end());
        undo.push_back("cpupower -c " + cpu_list(cpus) + " frequency-set -g " + name);
    }
    if (!slow.empty()) {
        remedy help{"cpupower -c " + cpu_list(slow) + " frequency-set -g performance",
                    joined(undo, " && ")};
        const auto offered =
            files.read(cpu_path(slow.front(), "cpufreq/scaling_available_governors"));
        if (offered && !has_word(*offered, "performance")) {
            help = {};
        }
        return bad("governor", joined(found, ", "), why, std::move(help));
    }
    if (!failure.empty()) {
        return unknown("governor", failure, why);
    }
    if (found.empty()) {
        return unknown("governor", "no CPU to look at", why);
    }
    return ok("governor", joined(found, ", "));
}

std::optional<verdict> boost(const machine_files& files, const program_facts& program) {
    for (const boost_switch& which : machine_switches) {
        if (files.exists(which.path)) {
            return boost_of_machine(files, which);
        }
    }
    if (auto found = boost_of_each(files, cpus_of(files, program))) {
        return found;
    }
    if (const auto mode = files.read("/sys/devices/system/cpu/amd_pstate/status");
        mode && *mode != "disable") {
        return unknown("boost", "amd_pstate " + *mode + " shows no switch", boost_why);
    }
    return unknown("boost", "no switch: decided by the host or firmware", boost_why);
}

} // namespace tollgate::environment::detail

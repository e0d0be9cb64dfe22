// SPDX-License-Identifier: BSL-1.0
// Who else is on our CPUs: hardware siblings, other processes, the kernel's own work.
#include "examiner.hpp"
#include "text.hpp"

namespace tollgate::environment::detail {
namespace {

/// Of the allowed CPUs, those that share their core; nullopt if that cannot be read.
std::optional<std::vector<int>> cpus_with_siblings(const machine_files& files,
                                                   const std::vector<int>& cpus) {
    std::vector<int> shared;
    for (const int cpu : cpus) {
        const auto siblings = files.read(cpu_path(cpu, "topology/thread_siblings_list"));
        if (!siblings) {
            return std::nullopt;
        }
        if (cpus_in(*siblings).size() > 1) {
            shared.push_back(cpu);
        }
    }
    if (cpus.empty()) {
        return std::nullopt;
    }
    return shared;
}

/// "" and "(null)" are how kernels of different age write an empty list.
std::string list_or_none(const std::string& list) {
    return list.empty() || list == "(null)" ? "none" : list;
}

} // namespace

std::optional<verdict> smt(const machine_files& files, const program_facts& program) {
    constexpr std::string_view why =
        "a sibling that works takes a share of the core, so equal work takes unequal time";
    constexpr std::string_view active_path = "/sys/devices/system/cpu/smt/active";
    constexpr std::string_view control_path = "/sys/devices/system/cpu/smt/control";
    const std::optional<std::string> active = files.read(active_path);
    const auto shared = cpus_with_siblings(files, cpus_of(files, program));

    if (active != "0" && shared && !shared->empty()) {
        remedy help;
        if (files.read(control_path) == "on") {
            help = rewrite(control_path, "off", "on");
        }
        return bad("smt", "CPU " + cpu_list(*shared) + " share their core", why, std::move(help));
    }
    if (active != "0" && !shared) {
        return unknown("smt",
                       active == "1" ? "on, and the siblings cannot be read"
                                     : files.failure(active_path),
                       why);
    }

    const std::string found = active == "1" ? "on, but not on the CPUs in use" : "off";
    if (!signs_of_hypervisor(files).empty()) {
        return unknown("smt", found + " as the guest sees it; the host is not visible", why);
    }
    return ok("smt", found);
}

std::optional<verdict> load(const machine_files& files, const program_facts& program) {
    constexpr std::string_view path = "/proc/loadavg";
    constexpr std::string_view why =
        "other processes interrupt the measurement and cool its caches";
    constexpr double most_per_cpu = 0.5;
    const std::optional<std::string> text = files.read(path);
    if (!text) {
        return unknown("load", files.failure(path), why);
    }
    const std::optional<double> minute = decimal(text->substr(0, text->find(' ')));
    if (!minute) {
        return unknown("load", not_understood(path, *text), why);
    }

    const std::size_t cpus = cpus_of(files, program).size();
    std::string found = to_text(*minute, 2) + " for " + counted(cpus, "CPU");
    if (cpus == 0) {
        return unknown("load", std::move(found), why);
    }
    if (*minute > most_per_cpu * static_cast<double>(cpus)) {
        return bad("load", std::move(found), why);
    }
    return ok("load", std::move(found));
}

std::optional<verdict> pressure(const machine_files& files, const program_facts&) {
    constexpr std::string_view path = "/proc/pressure/cpu";
    constexpr std::string_view why =
        "threads that could run were waiting for a CPU, and ours may be next";
    constexpr std::string_view key = "avg10=";
    constexpr double most_percent = 5;
    const std::optional<std::string> text = files.read(path);
    if (!text) {
        return unknown("pressure", files.failure(path), why);
    }
    for (const std::string_view line : lines(*text)) {
        const std::vector<std::string_view> fields = words(line);
        if (fields.size() < 2 || fields[0] != "some" || !fields[1].starts_with(key)) {
            continue;
        }
        const std::optional<double> percent = decimal(fields[1].substr(key.size()));
        if (!percent) {
            break;
        }
        std::string found = to_text(*percent, 2) + " % of the last 10 s";
        return *percent > most_percent ? bad("pressure", std::move(found), why)
                                       : ok("pressure", std::move(found));
    }
    return unknown("pressure", not_understood(path, *text), why);
}

std::optional<verdict> isolated_cpus(const machine_files& files, const program_facts&) {
    constexpr std::string_view isolated_path = "/sys/devices/system/cpu/isolated";
    constexpr std::string_view nohz_path = "/sys/devices/system/cpu/nohz_full";
    constexpr std::string_view why =
        "an isolated CPU gives quieter numbers than the ones beside it";
    const std::optional<std::string> isolated = files.read(isolated_path);
    if (!isolated) {
        return unknown("isolated cpus", files.failure(isolated_path), why);
    }
    const std::optional<std::string> nohz = files.read(nohz_path);
    if (!nohz && files.exists(nohz_path)) {
        return unknown("isolated cpus", files.failure(nohz_path), why);
    }

    // A kernel that has no such file cannot stop its tick.
    const std::string without_tick = list_or_none(nohz.value_or(""));
    const std::string apart = list_or_none(*isolated);
    if (apart == "none" && without_tick == "none") {
        return ok("isolated cpus", "none");
    }
    return ok("isolated cpus", apart + "; without tick " + without_tick);
}

} // namespace tollgate::environment::detail

// SPDX-License-Identifier: BSL-1.0
// Verdicts on the speed of the CPU.
#include "examiner.hpp"
#include "text.hpp"

#include <tollgate/cpu/cpu_list.hpp>

#include <map>

namespace tollgate::environment::detail {
namespace {

/// A file that switches boost for the whole machine, and its texts for on and off.
constexpr struct boost_switch {
    std::string_view path, on, off;
} machine_switches[] = {
    {"/sys/devices/system/cpu/intel_pstate/no_turbo", "0", "1"},
    {"/sys/devices/system/cpu/cpufreq/boost", "1", "0"},
};

finding boost_of_machine(const examined_machine& machine, const boost_switch& boost_file) {
    const std::string text = machine.text(boost_file.path);
    if (text == boost_file.off) {
        return ok("off");
    }
    if (text != boost_file.on) {
        machine.refuse(boost_file.path, text);
    }
    return bad("on", rewrite(boost_file.path, boost_file.off, boost_file.on));
}

/// amd_pstate and newer kernels have a switch for each policy. nullopt if there is none.
std::optional<finding> boost_of_each(const examined_machine& machine) {
    std::vector<int> on;
    std::optional<finding> otherwise;
    for (const int cpu : machine.cpus()) {
        const std::string path = cpu_path(cpu, "cpufreq/boost");
        if (!machine.files().exists(path)) {
            continue;
        }
        try {
            if (machine.number(path) != 0) {
                on.push_back(cpu);
            }
            otherwise = otherwise.value_or(ok("off"));
        } catch (const cannot_tell& reason) {
            otherwise = unknown(reason.what());
        }
    }
    if (on.empty()) {
        return otherwise;
    }
    const auto switch_each = [&](std::string_view value) {
        return fmt::format("for cpu in {}; do {}; done", fmt::join(on, " "),
                           write_command(value, "/sys/devices/system/cpu/cpu$cpu/cpufreq/boost"));
    };
    return bad("on for CPU " + cpu::format_cpu_list(on), {switch_each("0"), switch_each("1")});
}

} // namespace

std::optional<finding> governor(const examined_machine& machine) {
    std::map<std::string, std::vector<int>> cpus_by_governor;
    std::string failure;
    for (const int cpu : machine.cpus()) {
        const std::string path = cpu_path(cpu, "cpufreq/scaling_governor");
        if (const std::optional<std::string> name = machine.files().read(path)) {
            cpus_by_governor[*name].push_back(cpu);
        } else if (machine.files().exists(cpu_path(cpu, "cpufreq"))) {
            failure = machine.files().failure(path);
        } else if (failure.empty()) {
            failure = "no cpufreq: decided by the host or firmware";
        }
    }
    std::vector<std::string> found, undo;
    std::vector<int> slow;
    for (const auto& [name, cpus] : cpus_by_governor) {
        found.push_back(name + " on CPU " + cpu::format_cpu_list(cpus));
        if (name != "performance") {
            slow.insert(slow.end(), cpus.begin(), cpus.end());
            undo.push_back("cpupower -c " + cpu::format_cpu_list(cpus) + " frequency-set -g " +
                           name);
        }
    }
    std::string all = fmt::format("{}", fmt::join(found, ", "));
    if (!slow.empty()) {
        const auto offered =
            machine.files().read(cpu_path(slow.front(), "cpufreq/scaling_available_governors"));
        if (offered && !has_word(*offered, "performance")) {
            return bad(std::move(all));
        }
        return bad(std::move(all),
                   {"cpupower -c " + cpu::format_cpu_list(slow) + " frequency-set -g performance",
                    fmt::format("{}", fmt::join(undo, " && "))});
    }
    if (!failure.empty()) {
        return unknown(failure);
    }
    return found.empty() ? unknown("no CPU to examine") : ok(std::move(all));
}

std::optional<finding> boost(const examined_machine& machine) {
    for (const boost_switch& boost_file : machine_switches) {
        if (machine.files().exists(boost_file.path)) {
            return boost_of_machine(machine, boost_file);
        }
    }
    if (auto result = boost_of_each(machine)) {
        return result;
    }
    if (const auto mode = machine.files().read("/sys/devices/system/cpu/amd_pstate/status");
        mode && *mode != "disable") {
        return unknown("amd_pstate " + *mode + " shows no switch");
    }
    return unknown("no switch: decided by the host or firmware");
}

std::optional<finding> kinds_of_core(const examined_machine& machine) {
    const std::vector<cpu::core_kind>& kinds = machine.program().kinds;
    if (kinds.empty()) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    texts.reserve(kinds.size());
    for (const cpu::core_kind& kind : kinds) {
        texts.push_back(fmt::format("{} on CPU {}", kind.name, cpu::format_cpu_list(kind.cpus)));
    }
    const std::size_t allowed = machine.program().cpus.size();
    if (kinds.size() == 1 && (allowed == 0 || allowed == kinds.front().cpus.size())) {
        return ok(texts.front() + " alone");
    }
    texts.front() += ", where threads are placed";
    return bad(fmt::format("{}", fmt::join(texts, "; ")));
}

} // namespace tollgate::environment::detail

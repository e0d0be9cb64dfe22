// SPDX-License-Identifier: BSL-1.0
// How deep the CPU sleeps between two pieces of work, and what it is fed from.
#include "examiner.hpp"
#include "text.hpp"

namespace tollgate::environment::detail {
namespace {

/// The state that takes longest to leave, of those that are not switched off.
struct idle_state {
    std::string name;
    std::int64_t exit_us = -1;
};

void keep_deepest(const machine_files& files, const std::string& cpuidle, const std::string& entry,
                  idle_state& deepest) {
    const std::string state = cpuidle + "/" + entry;
    if (files.read(state + "/disable") == "1") {
        return;
    }
    const number_in_file exit_us = read_number(files, state + "/latency");
    if (exit_us.value && *exit_us.value > deepest.exit_us) {
        deepest = {files.read(state + "/name").value_or("?"), *exit_us.value};
    }
}

} // namespace

std::optional<verdict> idle_states(const machine_files& files, const program_facts& program) {
    constexpr std::string_view why =
        "a CPU that has been idle may need long to wake, which is part of every hand-off and timer";
    idle_state deepest;
    for (const int cpu : cpus_of(files, program)) {
        const std::string dir = cpu_path(cpu, "cpuidle");
        for (const std::string& entry : files.list(dir)) {
            if (entry.starts_with("state")) {
                keep_deepest(files, dir, entry, deepest);
            }
        }
    }
    if (deepest.exit_us < 0) {
        return unknown("idle states", "no cpuidle: decided by the host or firmware", why);
    }

    std::string found =
        "deepest " + deepest.name + ", " + std::to_string(deepest.exit_us) + " us to leave";
    if (!signs_of_hypervisor(files).empty()) {
        return unknown("idle states", found + " as the guest sees it; the host is not visible",
                       why);
    }
    constexpr std::int64_t noticed_us = 50; // as much as the default timer slack
    if (deepest.exit_us > noticed_us) {
        found += ": part of every wake-up after a pause";
    }
    return ok("idle states", std::move(found));
}

std::optional<verdict> power(const machine_files& files, const program_facts&) {
    constexpr std::string_view dir = "/sys/class/power_supply";
    constexpr std::string_view why =
        "on battery the firmware lowers frequencies and power limits on its own";
    if (!files.exists(dir)) {
        return unknown("power", "no " + std::string(dir), why);
    }

    bool mains = false;
    std::vector<std::string> discharging, silent;
    const std::vector<std::string> supplies = files.list(dir);
    for (const std::string& name : supplies) {
        const std::string supply = std::string(dir) + "/" + name;
        if (files.read(supply + "/scope") == "Device") { // the battery of a mouse
            continue;
        }
        mains = mains || files.read(supply + "/online") == "1";
        if (files.read(supply + "/type") != "Battery") {
            continue;
        }
        const std::optional<std::string> status = files.read(supply + "/status");
        if (!status || *status == "Unknown") {
            silent.push_back(name);
        } else if (*status == "Discharging") {
            discharging.push_back(name);
        }
    }
    if (mains) {
        return ok("power", "mains");
    }
    if (!discharging.empty()) {
        return bad("power", "on battery: " + joined(discharging, ", ") + " is discharging", why);
    }
    if (!silent.empty()) {
        return unknown("power", joined(silent, ", ") + " does not say", why);
    }
    if (supplies.empty() && !signs_of_hypervisor(files).empty()) {
        return unknown("power", "no battery as the guest sees it; the host is not visible", why);
    }
    return ok("power", "not on battery");
}

} // namespace tollgate::environment::detail

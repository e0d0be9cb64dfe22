// SPDX-License-Identifier: BSL-1.0
// Verdicts on idle states and on the power supply.
#include "examiner.hpp"
#include "text.hpp"

namespace tollgate::environment::detail {

std::optional<finding> idle_states(const examined_machine& machine) {
    constexpr std::int64_t noticed_us = 50; // as much as the default timer slack
    // The enabled state with the longest exit latency.
    std::string deepest;
    std::int64_t exit_us = -1;
    for (const int cpu : machine.cpus()) {
        const std::string dir = cpu_path(cpu, "cpuidle");
        for (const std::string& entry : machine.files().list(dir)) {
            const std::string state = fmt::format("{}/{}", dir, entry);
            const auto latency = integer(machine.files().read(state + "/latency").value_or(""));
            if (latency && *latency > exit_us && machine.files().read(state + "/disable") != "1") {
                exit_us = *latency;
                deepest = machine.files().read(state + "/name").value_or("?");
            }
        }
    }
    if (exit_us < 0) {
        return unknown("no cpuidle: decided by the host or firmware");
    }
    finding result =
        machine.unless_guest(fmt::format("deepest state {}, {} µs to leave", deepest, exit_us));
    if (result.state == condition::ok && exit_us > noticed_us) {
        result.found += ": part of every wake-up after a pause";
    }
    return result;
}

std::optional<finding> power(const examined_machine& machine) {
    const std::string dir = "/sys/class/power_supply";
    if (!machine.files().exists(dir)) {
        return unknown("no " + dir);
    }
    bool mains = false;
    std::string discharging, silent;
    const std::vector<std::string> supplies = machine.files().list(dir);
    for (const std::string& name : supplies) {
        const auto says = [&](const char* file) {
            return machine.files()
                .read(fmt::format("{}/{}/{}", dir, name, file))
                .value_or("Unknown");
        };
        if (says("scope") == "Device") { // the battery of a mouse
            continue;
        }
        mains = mains || says("online") == "1";
        if (says("type") == "Battery") {
            const std::string status = says("status");
            discharging = status == "Discharging" ? name : discharging;
            silent = status == "Unknown" ? name : silent;
        }
    }
    if (mains) {
        return ok("mains");
    }
    if (!discharging.empty()) {
        return bad("on battery: " + discharging + " is discharging");
    }
    if (!silent.empty()) {
        return unknown(silent + " does not say");
    }
    return supplies.empty() && !machine.signs_of_hypervisor().empty()
               ? unknown("no battery as the guest sees it; the host is not visible")
               : ok("not on battery");
}

} // namespace tollgate::environment::detail

// SPDX-License-Identifier: BSL-1.0
// Verdicts on a host below this machine: signs of it, and the time that it takes.
#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>

namespace tollgate::environment::detail {
namespace {

/// Product names of virtual machines. Names of clouds are left out, because clouds sell whole
/// machines under the same names.
constexpr std::string_view virtual_products[] = {
    "KVM",      "QEMU",      "Standard PC",     "Bochs",   "VMware", "VirtualBox",
    "HVM domU", "Parallels", "Virtual Machine", "BHYVE",   "RHEV",   "OpenStack",
    "Droplet",  "vServer",   "oVirt",           "Proxmox",
};

/// The line that lists the CPU's features; empty on CPUs whose line has another name.
std::string_view cpuid_flags(std::string_view cpuinfo) {
    for (const std::string_view line : lines(cpuinfo)) {
        if (line.starts_with("flags")) {
            return line;
        }
    }
    return {};
}

} // namespace

std::vector<std::string> examined_machine::signs_of_hypervisor() const {
    std::vector<std::string> signs;
    if (has_word(cpuid_flags(files_.read("/proc/cpuinfo").value_or("")), "hypervisor")) {
        signs.push_back("cpuid flag");
    }
    for (const char* path : {"/sys/hypervisor/type", "/proc/device-tree/hypervisor/compatible"}) {
        if (const auto type = files_.read(path)) {
            signs.push_back(*type);
        }
    }
    const std::string product = files_.read("/sys/class/dmi/id/product_name").value_or("");
    if (std::ranges::any_of(virtual_products, [&](std::string_view name) {
            return product.find(name) != std::string::npos;
        })) {
        signs.push_back("product " + product);
    }
    return signs;
}

std::optional<finding> hypervisor(const examined_machine& machine) {
    if (const auto signs = machine.signs_of_hypervisor(); !signs.empty()) {
        return bad(fmt::format("virtual machine: {}", fmt::join(signs, ", ")));
    }
    return cpuid_flags(machine.text("/proc/cpuinfo")).empty()
               ? unknown("no sign of one, but this CPU has no flag for it")
               : ok("none");
}

std::optional<finding> steal(const examined_machine& machine) {
    constexpr double most_percent = 1;
    const std::optional<cpu_ticks> ticks =
        ticks_of(machine.text("/proc/stat"), machine.program().cpus);
    if (!ticks || ticks->total == 0) {
        return unknown("/proc/stat has no steal for these CPUs");
    }
    // A host may not report its steal. Then the guest always reads zero.
    if (ticks->steal == 0 && !machine.signs_of_hypervisor().empty()) {
        return unknown("0 since boot; the host may not report it");
    }
    const double percent =
        100.0 * static_cast<double>(ticks->steal) / static_cast<double>(ticks->total);
    std::string found = fmt::format("{:.3f} % since boot", percent);
    return percent > most_percent ? bad(std::move(found)) : ok(std::move(found));
}

} // namespace tollgate::environment::detail

// SPDX-License-Identifier: BSL-1.0
// What a host below us takes, and how we know that there is one.
#include "examiner.hpp"
#include "proc_stat.hpp"
#include "text.hpp"

#include <algorithm>

namespace tollgate::environment::detail {
namespace {

/// What virtual machines answer when asked what product they are. Names of clouds are not among
/// them: those sell whole machines under the same name.
constexpr std::string_view virtual_products[] = {
    "KVM",      "QEMU",      "Standard PC",     "Bochs",   "VMware", "VirtualBox",
    "HVM domU", "Parallels", "Virtual Machine", "BHYVE",   "RHEV",   "OpenStack",
    "Droplet",  "vServer",   "oVirt",           "Proxmox",
};

constexpr std::string_view cpuinfo_path = "/proc/cpuinfo";

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

std::vector<std::string> signs_of_hypervisor(const machine_files& files) {
    std::vector<std::string> signs;
    if (has_word(cpuid_flags(files.read(cpuinfo_path).value_or("")), "hypervisor")) {
        signs.push_back("cpuid flag");
    }
    if (const auto type = files.read("/sys/hypervisor/type")) {
        signs.push_back(*type);
    }
    if (const auto compatible = files.read("/proc/device-tree/hypervisor/compatible")) {
        signs.push_back(*compatible);
    }
    if (const auto product = files.read("/sys/class/dmi/id/product_name")) {
        const auto names_it = [&](std::string_view name) {
            return product->find(name) != std::string::npos;
        };
        if (std::any_of(std::begin(virtual_products), std::end(virtual_products), names_it)) {
            signs.push_back("product " + *product);
        }
    }
    return signs;
}

std::optional<verdict> hypervisor(const machine_files& files, const program_facts&) {
    constexpr std::string_view why = "stolen time and exits to the host are in all numbers";
    if (const auto signs = signs_of_hypervisor(files); !signs.empty()) {
        return bad("hypervisor", "virtual machine: " + joined(signs, ", "), why);
    }

    const std::optional<std::string> cpuinfo = files.read(cpuinfo_path);
    if (!cpuinfo) {
        return unknown("hypervisor", files.failure(cpuinfo_path), why);
    }
    if (cpuid_flags(*cpuinfo).empty()) {
        return unknown("hypervisor", "no sign of one, but this CPU has no flag for it", why);
    }
    return ok("hypervisor", "none");
}

std::optional<verdict> steal(const machine_files& files, const program_facts& program) {
    constexpr std::string_view path = "/proc/stat";
    constexpr std::string_view why =
        "the host runs something else on our CPUs and the clock keeps going";
    constexpr double most_percent = 1;
    const std::optional<std::string> text = files.read(path);
    if (!text) {
        return unknown("steal", files.failure(path), why);
    }
    const std::optional<cpu_ticks> ticks = ticks_of(*text, program.cpus);
    if (!ticks || ticks->total == 0) {
        return unknown("steal", std::string(path) + " has no steal for these CPUs", why);
    }
    // A host may keep its steal to itself; then the guest reads zero for ever.
    if (ticks->steal == 0 && !signs_of_hypervisor(files).empty()) {
        return unknown("steal", "0 since boot; the host may not report it", why);
    }

    const double percent =
        100.0 * static_cast<double>(ticks->steal) / static_cast<double>(ticks->total);
    std::string found = to_text(percent, 3) + " % since boot";
    if (percent > most_percent) {
        return bad("steal", std::move(found), why);
    }
    return ok("steal", std::move(found));
}

} // namespace tollgate::environment::detail

// SPDX-License-Identifier: BSL-1.0
// Verdicts on the clocks: their cost, and whether their counts are time.
#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>

namespace tollgate::environment::detail {
namespace {

constexpr std::string_view source_dir = "/sys/devices/system/clocksource/clocksource0/";

/// Sources that the vDSO reads without entering the kernel.
constexpr std::string_view read_in_user_space[] = {"tsc", "arch_sys_counter", "kvm-clock",
                                                   "hyperv_clocksource_tsc_page"};

/// Sources that need a system call, and often a slow device behind it.
constexpr std::string_view read_in_kernel[] = {
    "hpet", "acpi_pm", "xen", "jiffies", "refined-jiffies", "hyperv_clocksource_msr"};

/// A reading through the vDSO takes some 20 ns, a system call with mitigations several hundred.
constexpr double slowest_vdso_ns = 150;

bool is_one_of(const auto& names, std::string_view name) {
    return std::ranges::find(names, name) != std::end(names);
}

remedy switch_to_tsc(const machine_files& files, std::string_view current) {
    const auto offered = files.read(std::string(source_dir) + "available_clocksource");
    if (current == "tsc" || !offered || !has_word(*offered, "tsc")) {
        return {};
    }
    return rewrite(std::string(source_dir) + "current_clocksource", "tsc", current);
}

} // namespace

std::optional<finding> clock_source(const examined_machine& machine) {
    const std::string path = std::string(source_dir) + "current_clocksource";
    const std::optional<std::string> name = machine.files().read(path);
    const std::optional<double> reading_ns = machine.program().clock_reading_ns;
    const std::string cost = reading_ns ? fmt::format("{:.0f} ns for each reading", *reading_ns)
                                        : "reading not measured";
    const std::string found = name ? *name + ", " + cost : cost;
    if (name && is_one_of(read_in_kernel, *name)) {
        return bad(found + ": a system call", switch_to_tsc(machine.files(), *name));
    }
    if (reading_ns && *reading_ns > slowest_vdso_ns) {
        return bad(found + ": reads as a system call",
                   name ? switch_to_tsc(machine.files(), *name) : remedy{});
    }
    if (!name) {
        return unknown((reading_ns ? cost + "; " : "") + machine.files().failure(path));
    }
    return reading_ns || is_one_of(read_in_user_space, *name) ? ok(found) : unknown(found);
}

std::optional<finding> counter(const examined_machine& machine) {
    return machine.program().clock_invariant ? ok("invariant") : bad("not invariant");
}

std::optional<finding> timer_slack(const examined_machine& machine) {
    constexpr std::int64_t usual_ns = 50'000; // the kernel's default
    const std::int64_t slack_ns = machine.number("/proc/self/timerslack_ns");
    std::string found = fmt::format("{} ns", slack_ns);
    if (slack_ns <= usual_ns) {
        return ok(std::move(found));
    }
    // A program inherits the slack of the shell that starts it, so the command changes the shell's.
    return bad(std::move(found), rewrite("/proc/$$/timerslack_ns", std::to_string(usual_ns),
                                         std::to_string(slack_ns)));
}

} // namespace tollgate::environment::detail

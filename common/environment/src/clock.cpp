// SPDX-License-Identifier: BSL-1.0
// What time itself costs, and whether it is time.
#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>

namespace tollgate::environment::detail {
namespace {

constexpr std::string_view source_dir = "/sys/devices/system/clocksource/clocksource0/";

/// Sources that the vDSO reads without entering the kernel.
constexpr std::array<std::string_view, 4> read_in_user_space = {
    "tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"};

/// Sources that need a system call, and often a slow device behind it.
constexpr std::array<std::string_view, 6> read_in_kernel = {
    "hpet", "acpi_pm", "xen", "jiffies", "refined-jiffies", "hyperv_clocksource_msr"};

/// A reading through the vDSO takes some 20 ns, a system call with mitigations several hundred.
constexpr double slowest_vdso_ns = 150;

constexpr std::string_view clock_why =
    "a reading costs several hundred ns instead of some 20, and samples of short operations drown "
    "in it";

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

remedy switch_to_tsc(const machine_files& files, std::string_view current) {
    const auto offered = files.read(std::string(source_dir) + "available_clocksource");
    if (current == "tsc" || !offered || !has_word(*offered, "tsc")) {
        return {};
    }
    return rewrite(std::string(source_dir) + "current_clocksource", "tsc", current);
}

/// What the measured cost says about a source of this name.
verdict judge_source(const machine_files& files, const std::string& name,
                     std::optional<double> reading_ns) {
    const std::string cost =
        reading_ns ? ", " + to_text(*reading_ns, 0) + " ns a reading" : ", reading not measured";
    if (is_one_of(read_in_kernel, name)) {
        return bad("clock source", name + cost + ": a system call", clock_why,
                   switch_to_tsc(files, name));
    }
    if (reading_ns && *reading_ns > slowest_vdso_ns) {
        return bad("clock source", name + cost + ": reads as a system call", clock_why,
                   switch_to_tsc(files, name));
    }
    if (!reading_ns && !is_one_of(read_in_user_space, name)) {
        return unknown("clock source", name + cost, clock_why);
    }
    return ok("clock source", name + cost);
}

} // namespace

std::optional<verdict> clock_source(const machine_files& files, const program_facts& program) {
    const std::string path = std::string(source_dir) + "current_clocksource";
    if (const std::optional<std::string> name = files.read(path)) {
        return judge_source(files, *name, program.clock_reading_ns);
    }
    if (!program.clock_reading_ns) {
        return unknown("clock source", files.failure(path), clock_why);
    }

    const std::string cost = to_text(*program.clock_reading_ns, 0) + " ns a reading";
    if (*program.clock_reading_ns > slowest_vdso_ns) {
        return bad("clock source", cost + ": reads as a system call", clock_why);
    }
    return unknown("clock source", cost + "; " + files.failure(path), clock_why);
}

std::optional<verdict> counter(const machine_files&, const program_facts& program) {
    if (program.clock_invariant) {
        return ok("counter", "invariant");
    }
    return bad("counter", "not invariant",
               "the counter's rate follows the CPU's frequency, so its ticks are not time");
}

std::optional<verdict> timer_slack(const machine_files& files, const program_facts&) {
    constexpr std::string_view path = "/proc/self/timerslack_ns";
    constexpr std::string_view why = "every sleep and timeout may end later by this much";
    constexpr std::int64_t usual_ns = 50'000; // what the kernel gives to a process that never asked
    const number_in_file slack = read_number(files, path);
    if (!slack.value) {
        return unknown("timer slack", slack.failure, why);
    }

    std::string found = std::to_string(*slack.value) + " ns";
    if (*slack.value <= usual_ns) {
        return ok("timer slack", std::move(found));
    }
    // A program inherits the slack of the shell that starts it, so that is where it is changed.
    return bad(
        "timer slack", std::move(found), why,
        rewrite("/proc/$$/timerslack_ns", std::to_string(usual_ns), std::to_string(*slack.value)));
}

} // namespace tollgate::environment::detail

// SPDX-License-Identifier: BSL-1.0
// How the kernel is set up, as far as it shows in a number.
#include "examiner.hpp"
#include "text.hpp"

#include <charconv>

namespace tollgate::environment::detail {
namespace {

/// setarch -R sets this in the program it starts; the file is in hexadecimal.
bool layout_is_pinned(const machine_files& files) {
    constexpr unsigned long no_randomize = 0x0040000; // ADDR_NO_RANDOMIZE
    const std::string text = files.read("/proc/self/personality").value_or("");
    unsigned long flags = 0;
    std::from_chars(text.data(), text.data() + text.size(), flags, 16);
    return (flags & no_randomize) != 0;
}

struct mitigation_counts {
    std::uint64_t mitigated = 0;
    std::uint64_t vulnerable = 0;
    std::uint64_t not_affected = 0;
    std::uint64_t unclear = 0;
};

void count_mitigation(const std::string& text, mitigation_counts& counts) {
    // "KVM: Mitigation: …" and "Mitigation: …; STIBP: vulnerable" both count as mitigated.
    if (text.starts_with("Not affected")) {
        ++counts.not_affected;
    } else if (text.find("Mitigation:") != std::string::npos) {
        ++counts.mitigated;
    } else if (text.find("ulnerable") != std::string::npos) {
        ++counts.vulnerable;
    } else {
        ++counts.unclear;
    }
}

} // namespace

std::optional<verdict> aslr(const machine_files& files, const program_facts&) {
    constexpr std::string_view path = "/proc/sys/kernel/randomize_va_space";
    constexpr std::string_view why =
        "every pass gets the same layout, so none shows what another would give";
    if (layout_is_pinned(files)) {
        return bad("aslr", "off for this process, as with setarch -R", why);
    }
    const number_in_file mode = read_number(files, path);
    if (!mode.value) {
        return unknown("aslr", mode.failure, why);
    }
    if (*mode.value == 0) {
        return bad(
            "aslr", "off", why,
            {"sysctl -w kernel.randomize_va_space=2", "sysctl -w kernel.randomize_va_space=0"});
    }
    return ok("aslr", "on: passes sample layouts");
}

std::optional<verdict> mitigations(const machine_files& files, const program_facts&) {
    constexpr std::string_view dir = "/sys/devices/system/cpu/vulnerabilities";
    constexpr std::string_view why =
        "mitigations make system calls and switches dearer, so machines differ by them";
    mitigation_counts counts;
    const std::vector<std::string> names = files.list(dir);
    if (names.empty()) {
        return unknown("mitigations", "nothing in " + std::string(dir), why);
    }
    for (const std::string& name : names) {
        count_mitigation(files.read(std::string(dir) + "/" + name).value_or(""), counts);
    }

    std::string found = std::to_string(counts.mitigated) + " mitigated, " +
                        std::to_string(counts.vulnerable) + " vulnerable, " +
                        std::to_string(counts.not_affected) + " not affected";
    if (counts.unclear == 0) {
        return ok("mitigations", std::move(found));
    }
    return unknown("mitigations", found + ", " + std::to_string(counts.unclear) + " unclear", why);
}

std::optional<verdict> perf(const machine_files& files, const program_facts&) {
    constexpr std::string_view path = "/proc/sys/kernel/perf_event_paranoid";
    constexpr std::string_view why =
        "without counters of the CPU, instructions and cycles per operation stay unknown";
    constexpr std::int64_t most = 1; // from 2 on, only root sees what the kernel does for us
    const number_in_file paranoid = read_number(files, path);
    if (!paranoid.value) {
        return unknown("perf", paranoid.failure, why);
    }

    const std::string setting = "kernel.perf_event_paranoid=";
    const std::string found = std::to_string(*paranoid.value);
    if (*paranoid.value <= most) {
        return ok("perf", "perf_event_paranoid " + found);
    }
    return unknown("perf", "counters not readable: perf_event_paranoid " + found, why,
                   {"sysctl -w " + setting + std::to_string(most), "sysctl -w " + setting + found});
}

} // namespace tollgate::environment::detail

// SPDX-License-Identifier: BSL-1.0
// Verdicts on settings of the kernel that change figures.
#include "examiner.hpp"
#include "text.hpp"

#include <charconv>

namespace tollgate::environment::detail {
namespace {

/// Whether the program was started with setarch -R. The file is in hexadecimal.
bool layout_is_pinned(const machine_files& files) {
    constexpr unsigned long no_randomize = 0x0040000; // ADDR_NO_RANDOMIZE
    const std::string text = files.read("/proc/self/personality").value_or("");
    unsigned long flags = 0;
    std::from_chars(text.data(), text.data() + text.size(), flags, 16);
    return (flags & no_randomize) != 0;
}

} // namespace

std::optional<finding> aslr(const examined_machine& machine) {
    if (layout_is_pinned(machine.files())) {
        return bad("off for this process, as with setarch -R");
    }
    if (machine.number("/proc/sys/kernel/randomize_va_space") == 0) {
        return bad("off", {"sysctl -w kernel.randomize_va_space=2",
                           "sysctl -w kernel.randomize_va_space=0"});
    }
    return ok("on: each pass has another memory layout");
}

std::optional<finding> mitigations(const examined_machine& machine) {
    const std::string dir = "/sys/devices/system/cpu/vulnerabilities";
    const std::vector<std::string> names = machine.files().list(dir);
    if (names.empty()) {
        return unknown("nothing in " + dir);
    }
    int mitigated = 0, vulnerable = 0, not_affected = 0, unclear = 0;
    for (const std::string& name : names) {
        const std::string text = machine.files().read(fmt::format("{}/{}", dir, name)).value_or("");
        // "KVM: Mitigation: …" and "Mitigation: …; STIBP: vulnerable" both count as mitigated.
        ++(text.starts_with("Not affected")                ? not_affected
           : text.find("Mitigation:") != std::string::npos ? mitigated
           : text.find("ulnerable") != std::string::npos   ? vulnerable
                                                           : unclear);
    }
    std::string found = fmt::format("{} mitigated, {} vulnerable, {} not affected", mitigated,
                                    vulnerable, not_affected);
    return unclear == 0 ? ok(std::move(found))
                        : unknown(fmt::format("{}, {} unclear", found, unclear));
}

} // namespace tollgate::environment::detail

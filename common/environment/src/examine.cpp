// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/examine.hpp>

#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>
#include <utility>

namespace tollgate::environment {
namespace detail {

remedy rewrite(std::string_view path, std::string_view value, std::string_view found) {
    return {write_command(value, path), write_command(found, path)};
}

std::string cpu_path(int cpu, std::string_view file) {
    return fmt::format("/sys/devices/system/cpu/cpu{}/{}", cpu, file);
}

examined_machine::examined_machine(const machine_files& files, const program_facts& program)
    : files_(files),
      program_(program),
      cpus_(program.cpus.empty()
                ? cpus_in(files.read("/sys/devices/system/cpu/online").value_or(""))
                : program.cpus) {}

std::string examined_machine::text(std::string_view path) const {
    if (std::optional<std::string> text = files_.read(path)) {
        return *std::move(text);
    }
    throw cannot_tell(files_.failure(path));
}

std::int64_t examined_machine::number(std::string_view path) const {
    const std::string content = text(path);
    const std::optional<std::int64_t> value = integer(content);
    if (!value) {
        refuse(path, content);
    }
    return *value;
}

void examined_machine::refuse(std::string_view path, std::string_view text) {
    const std::string_view shown = text.substr(0, text.find('\n')).substr(0, 60);
    throw cannot_tell(
        fmt::format("{} says \"{}{}\"", path, shown, shown.size() < text.size() ? "…" : ""));
}

finding examined_machine::unless_guest(std::string found) const {
    return signs_of_hypervisor().empty()
               ? ok(std::move(found))
               : unknown(found + " as the guest sees it; the host is not visible");
}

} // namespace detail

namespace {

constexpr const char* quota_why =
    "when the quota is used up, every thread stands still until the next period";

// In the order of the output: the hardware, its other users, the clocks, the kernel, this program.
constexpr struct {
    const char* name;
    detail::examiner* examine;
    const char* why; ///< its effect, for verdicts that are not ok
} examiners[] = {
    {"governor", detail::governor,
     "the frequency changes with the load, so the first operations run slower than the rest"},
    {"boost", detail::boost,
     "the frequency follows temperature and the load of other cores, so equal work takes unequal "
     "time"},
    {"kinds of core", detail::kinds_of_core,
     "equal work takes unequal time on them, and a thread that is not placed may run on any; "
     "--cpus keeps all threads to one kind"},
    {"idle states", detail::idle_states,
     "a CPU that has been idle may need long to wake, which is part of every hand-off and timer"},
    {"power", detail::power,
     "on battery the firmware lowers frequencies and power limits on its own"},
    {"smt", detail::smt,
     "a sibling that works takes a share of the core, so equal work takes unequal time"},
    {"hypervisor", detail::hypervisor, "stolen time and exits to the host are in all numbers"},
    {"steal", detail::steal, "the host runs something else on our CPUs and the clock keeps going"},
    {"load", detail::load, "other processes interrupt the measurement and use its caches"},
    {"pressure", detail::pressure,
     "threads that could run were waiting for a CPU, and ours may be next"},
    {"isolated cpus", detail::isolated_cpus,
     "an isolated CPU gives quieter numbers than the ones beside it"},
    {"cgroup quota", detail::cgroup_quota, quota_why},
    {"throttling", detail::throttling, quota_why},
    {"clock source", detail::clock_source,
     "a reading costs several hundred ns instead of some 20, and samples of short operations drown "
     "in it"},
    {"counter", detail::counter,
     "the counter's rate follows the CPU's frequency, so its ticks are not time"},
    {"timer slack", detail::timer_slack, "every sleep and timeout may end later by this much"},
    {"aslr", detail::aslr,
     "every pass gets the same layout, so the intervals leave out the effect of the layout"},
    {"mitigations", detail::mitigations,
     "mitigations make system calls and switches slower, so machines differ by them"},
    {"build type", detail::build_type,
     "the numbers are those of this build: with CMAKE_BUILD_TYPE=Release and no sanitizer they are "
     "lower"},
    {"boost version", detail::boost_version, ""},
    {"context", detail::context,
     "the cost of a switch depends on it: ucontext saves the signal mask with a system call and "
     "takes about five times as long as fcontext"},
    {"boost fiber", detail::fiber_library, ""},
};

} // namespace

std::vector<verdict> examine(const machine_files& files, const program_facts& program) {
    const detail::examined_machine machine(files, program);
    std::vector<verdict> verdicts;
    for (const auto& [name, examine, why] : examiners) {
        std::optional<detail::finding> result;
        try {
            result = examine(machine);
        } catch (const detail::cannot_tell& reason) {
            result = detail::unknown(reason.what());
        }
        if (result) {
            verdicts.push_back({name, result->state, std::move(result->found),
                                result->state == condition::ok ? "" : why,
                                std::move(result->help.fix), std::move(result->help.undo)});
        }
    }
    return verdicts;
}

std::vector<verdict> verdicts_of_run(const std::vector<verdict>& before,
                                     std::vector<verdict> after) {
    for (verdict& each : after) {
        const auto earlier = std::ranges::find(before, each.name, &verdict::name);
        if ((each.name == "load" || each.name == "pressure") && earlier != before.end()) {
            each = *earlier;
        }
    }
    return after;
}

} // namespace tollgate::environment

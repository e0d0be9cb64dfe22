// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/examine.hpp>

#include "examiner.hpp"
#include "text.hpp"

#include <cassert>
#include <utility>

namespace tollgate::environment {
namespace detail {
namespace {

verdict make(std::string_view name, condition state, std::string found, std::string_view why,
             remedy help) {
    return {std::string(name),   state, std::move(found), std::string(why), std::move(help.fix),
            std::move(help.undo)};
}

} // namespace

verdict ok(std::string_view name, std::string found) {
    return make(name, condition::ok, std::move(found), {}, {});
}

verdict bad(std::string_view name, std::string found, std::string_view why, remedy help) {
    assert(!why.empty());
    return make(name, condition::bad, std::move(found), why, std::move(help));
}

verdict unknown(std::string_view name, std::string found, std::string_view why, remedy help) {
    assert(!why.empty());
    return make(name, condition::unknown, std::move(found), why, std::move(help));
}

remedy rewrite(std::string_view path, std::string_view value, std::string_view found) {
    return {write_command(value, path), write_command(found, path)};
}

number_in_file read_number(const machine_files& files, std::string_view path) {
    const std::optional<std::string> text = files.read(path);
    if (!text) {
        return {std::nullopt, files.failure(path)};
    }
    const std::optional<std::int64_t> value = integer(*text);
    if (!value) {
        return {std::nullopt, not_understood(path, *text)};
    }
    return {value, {}};
}

std::string not_understood(std::string_view path, std::string_view text) {
    constexpr std::size_t enough = 60;
    std::string shown(text.substr(0, text.find('\n')).substr(0, enough));
    if (shown.size() < text.size()) {
        shown += "…";
    }
    return std::string(path) + " says \"" + shown + "\"";
}

std::string cpu_path(int cpu, std::string_view file) {
    return "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/" + std::string(file);
}

std::vector<int> cpus_of(const machine_files& files, const program_facts& program) {
    if (!program.cpus.empty()) {
        return program.cpus;
    }
    return cpus_in(files.read("/sys/devices/system/cpu/online").value_or(""));
}

} // namespace detail

namespace {

// In the order in which they are shown: the hardware, what shares it, the clock, the kernel, us.
constexpr detail::examiner* examiners[] = {
    detail::governor,     detail::boost,         detail::idle_states,  detail::power,
    detail::smt,          detail::hypervisor,    detail::steal,        detail::load,
    detail::pressure,     detail::isolated_cpus, detail::cgroup_quota, detail::throttling,
    detail::clock_source, detail::counter,       detail::timer_slack,  detail::aslr,
    detail::mitigations,  detail::perf,          detail::build_type,   detail::boost_version,
    detail::context,      detail::fiber_library,
};

} // namespace

std::vector<verdict> examine(const machine_files& files, const program_facts& program) {
    std::vector<verdict> verdicts;
    for (detail::examiner* const examiner : examiners) {
        if (std::optional<verdict> found = examiner(files, program)) {
            verdicts.push_back(std::move(*found));
        }
    }
    return verdicts;
}

} // namespace tollgate::environment

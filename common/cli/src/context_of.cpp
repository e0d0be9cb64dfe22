// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/context_of.hpp>

#include "version.hpp"

#include <tollgate/posix/process.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <sstream>

#include <sys/utsname.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

std::string local_time() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::localtime_r(&now, &parts);
    std::array<char, 32> text{};
    // %z gives +0100 where RFC 3339 wants +01:00.
    const std::size_t length = std::strftime(text.data(), text.size(), "%FT%T%z", &parts);
    std::string date(text.data(), length);
    if (date.size() > 2) {
        date.insert(date.size() - 2, ":");
    }
    return date;
}

/// The value of the first line of /proc/cpuinfo that has this key.
std::string cpuinfo(const std::string& text, std::string_view key) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(':');
        if (line.rfind(key, 0) == 0 && colon != std::string::npos && colon + 2 <= line.size()) {
            return line.substr(colon + 2);
        }
    }
    return {};
}

double leading_number(std::string_view text) {
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::vector<double> load_average() {
    std::vector<double> load(3);
    const int known = ::getloadavg(load.data(), 3);
    load.resize(known > 0 ? static_cast<std::size_t>(known) : 0);
    return load;
}

/// Whether the setting in this file differs from `from`. Empty if there is no such file.
std::optional<bool> differs(const environment::machine_files& files, const char* name,
                            std::string_view from) {
    const auto setting = files.read(name);
    return setting ? std::optional(*setting != from) : std::nullopt;
}

} // namespace

report::context context_of(const std::string& program, const std::vector<std::string>& arguments,
                           const cpu::topology& machine, const environment::machine_files& files,
                           const environment::build_facts& build) {
    report::context about;
    about.program = program;
    about.version = version;
    about.date = local_time();
    about.arguments = arguments;
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0) {
        about.host_name = host.data();
    }
    const std::filesystem::path file = posix::this_program().filename();
    about.executable = file.empty() ? program : file.string();
    about.cpus = static_cast<int>(machine.threads.size());
    about.topology = cpu::describe(machine);
    const std::string info = files.read("proc/cpuinfo").value_or("");
    about.cpu_model = cpuinfo(info, "model name");
    about.mhz_per_cpu = static_cast<int>(std::lround(leading_number(cpuinfo(info, "cpu MHz"))));
    utsname system{};
    if (::uname(&system) == 0) {
        about.kernel = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
    }
    about.compiler = build.compiler;
    about.release_build = build.optimized && !build.assertions;
    about.cpu_scaling_enabled =
        differs(files, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
    about.aslr_enabled = differs(files, "proc/sys/kernel/randomize_va_space", "0");
    about.load_average = load_average();
    return about;
}

std::string version_line(const std::string& program) {
    return program + " (tollgate) " + version + "\n";
}

} // namespace tollgate::cli

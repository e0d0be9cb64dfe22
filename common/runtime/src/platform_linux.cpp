// SPDX-License-Identifier: BSL-1.0
#include "platform.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

namespace tollgate::runtime {
namespace {

cpu_set_t set_of(const std::vector<int>& cpus) noexcept {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : cpus) {
        CPU_SET(static_cast<unsigned>(cpu), &set);
    }
    return set;
}

} // namespace

void go_first() noexcept {
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        [[maybe_unused]] const ssize_t written = ::write(file, "1000", 4);
        ::close(file);
    }
}

bool run_on(const std::vector<int>& cpus) noexcept {
    const cpu_set_t set = set_of(cpus);
    return cpus.empty() || ::sched_setaffinity(0, sizeof set, &set) == 0;
}

std::optional<std::uint64_t> resident_bytes(pid_t process) {
    std::ifstream from("/proc/" + std::to_string(process) + "/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    if (!(from >> size >> resident)) {
        return std::nullopt;
    }
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool strays(pid_t process, const std::vector<int>& cpus) {
    if (cpus.empty()) {
        return false;
    }
    const cpu_set_t allowed = set_of(cpus);
    std::error_code ignored;
    const std::filesystem::path threads = "/proc/" + std::to_string(process) + "/task";
    for (auto one = std::filesystem::directory_iterator(threads, ignored);
         one != std::filesystem::directory_iterator(); one.increment(ignored)) {
        const auto thread = static_cast<pid_t>(std::atoi(one->path().filename().c_str()));
        cpu_set_t set;
        if (::sched_getaffinity(thread, sizeof set, &set) == 0) {
            cpu_set_t both;
            CPU_AND(&both, &set, &allowed);
            if (!CPU_EQUAL(&both, &set)) {
                return true;
            }
        }
    }
    return false;
}

} // namespace tollgate::runtime

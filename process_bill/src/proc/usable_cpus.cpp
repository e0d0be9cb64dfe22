// SPDX-License-Identifier: BSL-1.0
#include "usable_cpus.hpp"

#include "proc_text.hpp"

#include <tollgate/cpu/cpu_list.hpp>
#include <tollgate/environment/cpu_quota.hpp>
#include <tollgate/environment/machine_files.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>

namespace tollgate::bill {
namespace {

std::vector<int> allowed_cpus(proc_files& files, pid_t process) {
    const auto text = files.of_process(process, "status");
    const auto status = text ? parse_status(*text) : std::nullopt;
    try {
        return status ? cpu::parse_cpu_list(status->cpus_allowed) : std::vector<int>{};
    } catch (const std::invalid_argument&) {
        return {};
    }
}

} // namespace

std::optional<int> usable_cpus(proc_files& files, const std::vector<pid_t>& processes) {
    const environment::machine_files machine(files.root().parent_path());
    std::set<int> allowed;
    double quota = 0; // the largest: it limits the others, too, if they share a cgroup
    for (const pid_t process : processes) {
        const std::vector<int> cpus = allowed_cpus(files, process);
        allowed.insert(cpus.begin(), cpus.end());
        quota = std::max(quota, environment::cpu_quota(machine, process)
                                    .value_or(std::numeric_limits<double>::infinity()));
    }
    if (allowed.empty()) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(allowed.size());
    return static_cast<int>(std::max(1.0, std::min(count, std::ceil(quota))));
}

} // namespace tollgate::bill

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/disturbance.hpp>

#include "disturbance_stat.hpp"
#include "environment_cgroup.hpp"
#include "environment_text.hpp"
#include "environment_verdicts.hpp"
#include "machine_files_handle.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tollgate::measure {
namespace {

using handles = std::vector<machine_file_handle>;

/// The kernel's figures for a level and those above it: a stop at any of them stops us.
handles open_cgroup_levels(const machine_files& files) {
    handles opened;
    for (const std::string& directory : examine::find_own_cgroup(files).directories) {
        const std::string path = directory + "/cpu.stat";
        if (files.exists(path)) {
            opened.emplace_back(files.locate(path));
        }
    }
    return opened;
}

/// A core's count for every CPU, a package's only once: its CPUs all show the same one.
handles open_thermal(const machine_files& files, const std::vector<int>& cpus) {
    handles opened;
    std::set<std::string> packages;
    for (const int cpu : cpus) {
        opened.emplace_back(
            files.locate(examine::cpu_path(cpu, "thermal_throttle/core_throttle_count")));
        const std::string package =
            examine::cpu_path(cpu, "thermal_throttle/package_throttle_count");
        const std::string id =
            files.read(examine::cpu_path(cpu, "topology/physical_package_id")).value_or("");
        if (files.exists(package) && packages.insert(id).second) {
            opened.emplace_back(files.locate(package));
        }
    }
    return opened;
}

/// nullopt unless every level could be read and at least one counts.
std::optional<examine::throttle_counts> sum_throttling(const handles& levels) {
    std::optional<examine::throttle_counts> sum;
    for (const machine_file_handle& level : levels) {
        const std::optional<std::string> text = level.read().text;
        if (!text) {
            return std::nullopt;
        }
        const auto counts = examine::throttling_in(*text);
        if (!counts) {
            continue;
        }
        if (!sum) {
            sum.emplace();
        }
        sum->periods += counts->periods;
        sum->us += counts->us;
    }
    return sum;
}

std::optional<std::uint64_t> sum_thermal(const handles& counters) {
    if (counters.empty()) {
        return std::nullopt;
    }
    std::uint64_t sum = 0;
    for (const machine_file_handle& counter : counters) {
        const std::string text = counter.read().text.value_or("");
        const auto value = examine::integer(text.substr(0, text.find('\n')));
        if (!value || *value < 0) {
            return std::nullopt;
        }
        sum += static_cast<std::uint64_t>(*value);
    }
    return sum;
}

} // namespace

struct disturbance_reader::sources {
    std::vector<int> cpus;
    machine_file_handle stat;
    handles cgroup_levels;
    handles thermal;
};

disturbance_reader::disturbance_reader(const machine_files& files, std::vector<int> cpus) {
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    machine_file_handle stat(files.locate("/proc/stat"));
    handles thermal = open_thermal(files, cpus);
    sources_ = std::make_unique<const sources>(
        sources{std::move(cpus), std::move(stat), open_cgroup_levels(files), std::move(thermal)});
}

disturbance_reader::~disturbance_reader() = default;
disturbance_reader::disturbance_reader(disturbance_reader&&) noexcept = default;
disturbance_reader& disturbance_reader::operator=(disturbance_reader&&) noexcept = default;

disturbance_counters disturbance_reader::read() const {
    disturbance_counters counters;
    if (const std::optional<std::string> stat = sources_->stat.read().text) {
        if (const std::optional<cpu_ticks> ticks = ticks_of(*stat, sources_->cpus)) {
            counters.steal_ticks = ticks->steal;
        }
    }
    if (const auto throttled = sum_throttling(sources_->cgroup_levels)) {
        counters.throttled_periods = throttled->periods;
        counters.throttled_us = throttled->us;
    }
    counters.thermal_throttles = sum_thermal(sources_->thermal);
    return counters;
}

} // namespace tollgate::measure

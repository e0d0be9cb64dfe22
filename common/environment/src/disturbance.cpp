// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/disturbance.hpp>

#include "cgroup.hpp"
#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tollgate::environment {
namespace {

using detail::count;
using detail::difference;

bool moved(const count& delta) {
    return delta.value_or(0) > 0;
}

/// The files with the counts of our cgroup and those above it: throttling at any level stops us.
std::vector<std::string> cgroup_levels(const machine_files& files) {
    std::vector<std::string> paths;
    try {
        for (const std::string& directory : detail::find_cgroup(files).directories) {
            if (files.exists(directory + "/cpu.stat")) {
                paths.push_back(directory + "/cpu.stat");
            }
        }
    } catch (const detail::cannot_tell&) { // no counts are known
    }
    return paths;
}

/// The count of the core for each CPU, but the count of a package only once: all its CPUs show the
/// same.
std::vector<std::string> thermal_counters(const machine_files& files,
                                          const std::vector<int>& cpus) {
    std::vector<std::string> paths;
    std::set<std::string> packages;
    for (const int cpu : cpus) {
        paths.push_back(detail::cpu_path(cpu, "thermal_throttle/core_throttle_count"));
        std::string package = detail::cpu_path(cpu, "thermal_throttle/package_throttle_count");
        const std::string id =
            files.read(detail::cpu_path(cpu, "topology/physical_package_id")).value_or("");
        if (files.exists(package) && packages.insert(id).second) {
            paths.push_back(std::move(package));
        }
    }
    return paths;
}

/// The sum over all levels. nullopt if a level cannot be read, or if no level has counts.
std::optional<detail::throttle_counts> sum_throttling(const machine_files& files,
                                                      const std::vector<std::string>& levels) {
    std::optional<detail::throttle_counts> sum;
    for (const std::string& level : levels) {
        const std::optional<std::string> text = files.read(level);
        if (!text) {
            return std::nullopt;
        }
        if (const auto counts = detail::throttling_in(*text)) {
            sum = sum.value_or(detail::throttle_counts{});
            sum->periods += counts->periods;
            sum->us += counts->us;
        }
    }
    return sum;
}

} // namespace

disturbance_counters operator-(const disturbance_counters& after,
                               const disturbance_counters& before) {
    return {difference(after.steal_ticks, before.steal_ticks),
            difference(after.throttled_periods, before.throttled_periods),
            difference(after.throttled_us, before.throttled_us),
            difference(after.thermal_throttles, before.thermal_throttles),
            difference(after.stops, before.stops)};
}

std::vector<std::string> reasons(const disturbance_counters& delta) {
    using detail::counted;
    std::vector<std::string> phrases;
    if (moved(delta.steal_ticks)) {
        phrases.push_back("steal " + counted(*delta.steal_ticks, "tick"));
    }
    if (moved(delta.throttled_periods)) {
        phrases.push_back("throttled " + counted(*delta.throttled_periods, "period"));
    }
    if (moved(delta.throttled_us)) {
        phrases.push_back(fmt::format("throttled {} µs", *delta.throttled_us));
    }
    if (moved(delta.thermal_throttles)) {
        phrases.push_back("throttled by heat " + counted(*delta.thermal_throttles, "time"));
    }
    if (moved(delta.stops)) {
        phrases.push_back("stopped " + counted(*delta.stops, "time"));
    }
    return phrases;
}

disturbance_reader::disturbance_reader(const machine_files& files, std::vector<int> cpus)
    : files_(files), cpus_(std::move(cpus)) {
    std::sort(cpus_.begin(), cpus_.end());
    cpus_.erase(std::unique(cpus_.begin(), cpus_.end()), cpus_.end());
    cgroup_levels_ = cgroup_levels(files);
    thermal_ = thermal_counters(files, cpus_);
}

disturbance_counters disturbance_reader::read() const {
    disturbance_counters counters;
    if (const auto ticks = detail::ticks_of(files_.read("/proc/stat").value_or(""), cpus_)) {
        counters.steal_ticks = ticks->steal;
    }
    if (const auto throttled = sum_throttling(files_, cgroup_levels_)) {
        counters.throttled_periods = throttled->periods;
        counters.throttled_us = throttled->us;
    }
    counters.thermal_throttles = thermal_.empty() ? std::nullopt : count(0);
    for (const std::string& path : thermal_) {
        counters.thermal_throttles = detail::sum(
            counters.thermal_throttles, detail::counter_of(files_.read(path).value_or("")));
    }
    return counters;
}

} // namespace tollgate::environment

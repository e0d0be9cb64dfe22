// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/disturbance.hpp>

#include "cgroup.hpp"
#include "counter.hpp"
#include "examiner.hpp"
#include "machine_file_handle.hpp"
#include "proc_stat.hpp"
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

using handles = std::vector<machine_file_handle>;

/// The kernel's figures for a level and those above it: a stop at any of them stops us.
handles open_cgroup_levels(const machine_files& files) {
    handles opened;
    for (const std::string& directory : detail::find_own_cgroup(files).directories) {
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
            files.locate(detail::cpu_path(cpu, "thermal_throttle/core_throttle_count")));
        const std::string package =
            detail::cpu_path(cpu, "thermal_throttle/package_throttle_count");
        const std::string id =
            files.read(detail::cpu_path(cpu, "topology/physical_package_id")).value_or("");
        if (files.exists(package) && packages.insert(id).second) {
            opened.emplace_back(files.locate(package));
        }
    }
    return opened;
}

/// nullopt unless every level could be read and at least one counts.
std::optional<detail::throttle_counts> sum_throttling(const handles& levels) {
    std::optional<detail::throttle_counts> sum;
    for (const machine_file_handle& level : levels) {
        const std::optional<std::string> text = level.read().text;
        if (!text) {
            return std::nullopt;
        }
        const auto counts = detail::throttling_in(*text);
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
        const count value = detail::counter_in(counter);
        if (!value) {
            return std::nullopt;
        }
        sum += *value;
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
        phrases.push_back("throttled " + std::to_string(*delta.throttled_us) + " us");
    }
    if (moved(delta.thermal_throttles)) {
        phrases.push_back("throttled by heat " + counted(*delta.thermal_throttles, "time"));
    }
    if (moved(delta.stops)) {
        phrases.push_back("stopped " + counted(*delta.stops, "time"));
    }
    return phrases;
}

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

disturbance_counters read_disturbance(const machine_files& files, std::span<const int> cpus) {
    return disturbance_reader(files, {cpus.begin(), cpus.end()}).read();
}

} // namespace tollgate::environment

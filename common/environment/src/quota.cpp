// SPDX-License-Identifier: BSL-1.0
// Verdicts on the CPU limits of our cgroup, and on throttling so far; the limit of a process.
#include <tollgate/environment/cpu_quota.hpp>

#include "cgroup.hpp"
#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tollgate::environment {
namespace detail {
namespace {

std::string quota_path(const cpu_cgroup& cgroup, const std::string& directory) {
    return directory + (cgroup.unified ? "/cpu.max" : "/cpu.cfs_quota_us");
}

/// The limit of a cgroup.
struct quota {
    std::string path;
    std::string found; ///< the text of the file, which restores the limit
    double cpus;       ///< infinite: no limit
};

/// The limit in CPUs. Version 2 has "200000 100000" or "max 100000". Version 1 has "200000" or
/// "-1", and the period in another file. Throws cannot_tell.
double cpus_of(const examined_machine& machine, const cpu_cgroup& cgroup,
               const std::string& directory, const quota& level) {
    const std::vector<std::string_view> fields = words(level.found);
    const std::string_view limit = fields.empty() ? "" : fields.front();
    const auto us = decimal(limit);
    if (limit == "max" || (us && *us < 0)) {
        return std::numeric_limits<double>::infinity();
    }
    std::optional<double> period_us = 100'000; // the kernel's default
    if (!cgroup.unified) {
        period_us = static_cast<double>(machine.number(directory + "/cpu.cfs_period_us"));
    } else if (fields.size() == 2) {
        period_us = decimal(fields[1]);
    }
    if (!us || fields.size() > 2 || !period_us || *period_us <= 0) {
        machine.refuse(level.path, level.found);
    }
    return *us / *period_us;
}

/// Commands that lift the limits of all levels that are too tight.
remedy lift(const std::vector<quota>& limits, double cpus, std::string_view unlimited) {
    std::vector<std::string> fix, undo;
    for (const quota& limit : limits) {
        if (limit.cpus < cpus) {
            const remedy command = rewrite(limit.path, unlimited, limit.found);
            fix.push_back(command.fix);
            undo.push_back(command.undo);
        }
    }
    return {fmt::format("{}", fmt::join(fix, " && ")), fmt::format("{}", fmt::join(undo, " && "))};
}

/// The limits of all levels that can be read. `failure` is the reason for one that cannot.
std::vector<quota> limits_of(const examined_machine& machine, const cpu_cgroup& cgroup,
                             std::string& failure) {
    std::vector<quota> limits;
    for (const std::string& directory : cgroup.directories) {
        quota level{quota_path(cgroup, directory), {}, 0};
        if (!machine.files().exists(level.path)) { // a root, or a level without CPU controller
            continue;
        }
        try {
            level.found = machine.text(level.path);
            level.cpus = cpus_of(machine, cgroup, directory, level);
            limits.push_back(std::move(level));
        } catch (const cannot_tell& reason) {
            failure = reason.what();
        }
    }
    return limits;
}

} // namespace

std::optional<finding> cgroup_quota(const examined_machine& machine) {
    const cpu_cgroup cgroup = find_cgroup(machine.files());
    std::string failure;
    const std::vector<quota> limits = limits_of(machine, cgroup, failure);
    const auto tightest = std::ranges::min_element(limits, {}, &quota::cpus);
    const bool limited = tightest != limits.end() && std::isfinite(tightest->cpus);
    const std::size_t cpus = machine.cpus().size();
    const std::string found = limited ? fmt::format("{:.2f} of {} in {}", tightest->cpus,
                                                    counted(cpus, "CPU"), tightest->path)
                                      : "none";
    if (limited && tightest->cpus < static_cast<double>(cpus)) {
        return bad(found, lift(limits, static_cast<double>(cpus), cgroup.unified ? "max" : "-1"));
    }
    if (!failure.empty()) {
        return unknown(failure);
    }
    return limited && cpus == 0 ? unknown(found) : ok(found);
}

std::optional<finding> throttling(const examined_machine& machine) {
    const cpu_cgroup cgroup = find_cgroup(machine.files());
    throttle_counts sum;
    bool counted_somewhere = false;
    bool may_be_limited = false;
    for (const std::string& directory : cgroup.directories) {
        const std::string path = directory + "/cpu.stat";
        may_be_limited = may_be_limited || machine.files().exists(quota_path(cgroup, directory));
        if (!machine.files().exists(path)) {
            continue;
        }
        if (const auto counts = throttling_in(machine.text(path))) {
            counted_somewhere = true;
            sum.periods += counts->periods;
            sum.us += counts->us;
        }
    }
    if (sum.periods > 0) {
        return bad(fmt::format("{}, {} µs so far", counted(sum.periods, "period"), sum.us));
    }
    if (counted_somewhere) {
        return ok("none so far");
    }
    return may_be_limited ? unknown("a quota may apply, but nothing counts it")
                          : ok("none: no quota applies");
}

} // namespace detail

std::optional<double> cpu_quota(const machine_files& files, pid_t process) {
    const program_facts no_program;
    std::string failure;
    double tightest = std::numeric_limits<double>::infinity();
    try {
        const detail::examined_machine machine(files, no_program);
        const detail::cpu_cgroup cgroup = detail::find_cgroup(files, std::to_string(process));
        for (const detail::quota& limit : detail::limits_of(machine, cgroup, failure)) {
            tightest = std::min(tightest, limit.cpus);
        }
    } catch (const detail::cannot_tell&) {
        return std::nullopt;
    }
    return std::isfinite(tightest) ? std::optional(tightest) : std::nullopt;
}

} // namespace tollgate::environment

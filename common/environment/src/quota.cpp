// SPDX-License-Identifier: BSL-1.0
// What our cgroup may use of the CPUs, and what it has already been refused.
#include "cgroup.hpp"
#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>
#include <utility>

namespace tollgate::environment::detail {
namespace {

constexpr std::string_view quota_why =
    "when the quota is used up, every thread stands still until the next period";

std::string quota_path(const own_cgroup& cgroup, const std::string& directory) {
    return directory + (cgroup.unified ? "/cpu.max" : "/cpu.cfs_quota_us");
}

/// One level's limit as it was read.
struct quota {
    std::string path;
    std::string found;          ///< the file's text: what restores it
    std::string_view unlimited; ///< the text that lifts the limit
    std::optional<double> cpus; ///< nullopt: no limit
};

struct quota_reading {
    std::vector<quota> limits; ///< only the levels that have one
    std::string failure;       ///< of a level that could not be read
};

/// "200000 100000" or "max 100000".
std::optional<quota> parse_unified(std::string path, const std::string& text) {
    const std::vector<std::string_view> fields = words(text);
    if (fields.empty() || fields.size() > 2) {
        return std::nullopt;
    }
    if (fields[0] == "max") {
        return quota{std::move(path), text, "max", std::nullopt};
    }
    const auto us = decimal(fields[0]);
    const auto period_us = fields.size() == 2 ? decimal(fields[1]) : 100'000; // the kernel's own
    if (!us || !period_us || *period_us <= 0) {
        return std::nullopt;
    }
    return quota{std::move(path), text, "max", *us / *period_us};
}

/// "-1" is no limit; the period is in a file of its own.
std::optional<quota> parse_version_1(const machine_files& files, const std::string& directory,
                                     std::string path, const std::string& text) {
    const auto us = decimal(text);
    if (us && *us < 0) {
        return quota{std::move(path), text, "-1", std::nullopt};
    }
    const number_in_file period_us = read_number(files, directory + "/cpu.cfs_period_us");
    if (!us || !period_us.value || *period_us.value <= 0) {
        return std::nullopt;
    }
    return quota{std::move(path), text, "-1", *us / static_cast<double>(*period_us.value)};
}

quota_reading read_quotas(const machine_files& files, const own_cgroup& cgroup) {
    quota_reading reading;
    for (const std::string& directory : cgroup.directories) {
        const std::string path = quota_path(cgroup, directory);
        if (!files.exists(path)) { // a root, or a level where the CPU is not controlled
            continue;
        }
        const std::optional<std::string> text = files.read(path);
        if (!text) {
            reading.failure = files.failure(path);
            continue;
        }
        const std::optional<quota> parsed = cgroup.unified
                                                ? parse_unified(path, *text)
                                                : parse_version_1(files, directory, path, *text);
        if (!parsed) {
            reading.failure = not_understood(path, *text);
        } else if (parsed->cpus) {
            reading.limits.push_back(*parsed);
        }
    }
    return reading;
}

/// Every level that is too tight must go, so the commands cover them all.
remedy lift(const std::vector<quota>& limits, double cpus) {
    std::vector<std::string> fix, undo;
    for (const quota& limit : limits) {
        if (*limit.cpus >= cpus) {
            continue;
        }
        const remedy one = rewrite(limit.path, limit.unlimited, limit.found);
        fix.push_back(one.fix);
        undo.push_back(one.undo);
    }
    return {joined(fix, " && "), joined(undo, " && ")};
}

} // namespace

std::optional<verdict> cgroup_quota(const machine_files& files, const program_facts& program) {
    const own_cgroup cgroup = find_own_cgroup(files);
    if (cgroup.directories.empty()) {
        return unknown("cgroup quota", cgroup.failure, quota_why);
    }
    const std::size_t cpus = cpus_of(files, program).size();
    const quota_reading reading = read_quotas(files, cgroup);

    const auto tightest =
        std::min_element(reading.limits.begin(), reading.limits.end(),
                         [](const quota& a, const quota& b) { return *a.cpus < *b.cpus; });
    std::string found = "none";
    if (tightest != reading.limits.end()) {
        found =
            to_text(*tightest->cpus, 2) + " of " + counted(cpus, "CPU") + " in " + tightest->path;
    }
    if (tightest != reading.limits.end() && *tightest->cpus < static_cast<double>(cpus)) {
        return bad("cgroup quota", found, quota_why,
                   lift(reading.limits, static_cast<double>(cpus)));
    }
    if (!reading.failure.empty()) {
        return unknown("cgroup quota", reading.failure, quota_why);
    }
    if (cpus == 0 && tightest != reading.limits.end()) {
        return unknown("cgroup quota", found, quota_why);
    }
    return ok("cgroup quota", found);
}

std::optional<verdict> throttling(const machine_files& files, const program_facts&) {
    const own_cgroup cgroup = find_own_cgroup(files);
    if (cgroup.directories.empty()) {
        return unknown("throttling", cgroup.failure, quota_why);
    }

    throttle_counts sum;
    bool counted_somewhere = false;
    for (const std::string& directory : cgroup.directories) {
        const std::string path = directory + "/cpu.stat";
        const std::optional<std::string> text = files.read(path);
        if (!text && files.exists(path)) {
            return unknown("throttling", files.failure(path), quota_why);
        }
        if (const auto counts = throttling_in(text.value_or(""))) {
            counted_somewhere = true;
            sum.periods += counts->periods;
            sum.us += counts->us;
        }
    }
    if (sum.periods > 0) {
        return bad("throttling",
                   counted(sum.periods, "period") + ", " + std::to_string(sum.us) + " us so far",
                   quota_why);
    }
    if (counted_somewhere) {
        return ok("throttling", "none so far");
    }
    const auto has_quota = [&](const std::string& directory) {
        return files.exists(quota_path(cgroup, directory));
    };
    if (std::any_of(cgroup.directories.begin(), cgroup.directories.end(), has_quota)) {
        return unknown("throttling", "a quota may apply, but nothing counts it", quota_why);
    }
    return ok("throttling", "none: no quota applies");
}

} // namespace tollgate::environment::detail

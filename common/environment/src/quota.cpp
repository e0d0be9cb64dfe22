// SPDX-License-Identifier: BSL-1.0
// What our cgroup may use of the CPUs, and what it has already been refused.
#include "cgroup.hpp"
#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tollgate::environment::detail {
namespace {

std::string quota_path(const own_cgroup& cgroup, const std::string& directory) {
    return directory + (cgroup.unified ? "/cpu.max" : "/cpu.cfs_quota_us");
}

/// One level's limit as it was read.
struct quota {
    std::string path;
    std::string found; ///< the file's text: what restores it
    double cpus;       ///< infinite: no limit
};

/// "200000 100000" or "max 100000"; of version 1 "200000" or "-1", and the period is in a file of
/// its own. Throws cannot_tell.
double cpus_of(const examined_machine& of, const own_cgroup& cgroup, const std::string& directory,
               const quota& level) {
    const std::vector<std::string_view> fields = words(level.found);
    const std::string_view limit = fields.empty() ? "" : fields.front();
    const auto us = decimal(limit);
    if (limit == "max" || (us && *us < 0)) {
        return std::numeric_limits<double>::infinity();
    }
    std::optional<double> period_us = 100'000; // the kernel's own
    if (!cgroup.unified) {
        period_us = static_cast<double>(of.number(directory + "/cpu.cfs_period_us"));
    } else if (fields.size() == 2) {
        period_us = decimal(fields[1]);
    }
    if (!us || fields.size() > 2 || !period_us || *period_us <= 0) {
        of.refuse(level.path, level.found);
    }
    return *us / *period_us;
}

/// Every level that is too tight must go, so the commands cover them all.
remedy lift(const std::vector<quota>& limits, double cpus, std::string_view unlimited) {
    std::vector<std::string> fix, undo;
    for (const quota& limit : limits) {
        if (limit.cpus < cpus) {
            const remedy one = rewrite(limit.path, unlimited, limit.found);
            fix.push_back(one.fix);
            undo.push_back(one.undo);
        }
    }
    return {fmt::format("{}", fmt::join(fix, " && ")), fmt::format("{}", fmt::join(undo, " && "))};
}

} // namespace

std::optional<finding> cgroup_quota(const examined_machine& of) {
    const own_cgroup cgroup = find_own_cgroup(of.files());
    std::vector<quota> limits;
    std::string failure;
    for (const std::string& directory : cgroup.directories) {
        quota level{quota_path(cgroup, directory), {}, 0};
        if (!of.files().exists(level.path)) { // a root, or one where the CPU is not controlled
            continue;
        }
        try {
            level.found = of.text(level.path);
            level.cpus = cpus_of(of, cgroup, directory, level);
            limits.push_back(std::move(level));
        } catch (const cannot_tell& reason) {
            failure = reason.what();
        }
    }
    const auto tightest = std::ranges::min_element(limits, {}, &quota::cpus);
    const bool limited = tightest != limits.end() && std::isfinite(tightest->cpus);
    const std::size_t cpus = of.cpus().size();
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

std::optional<finding> throttling(const examined_machine& of) {
    const own_cgroup cgroup = find_own_cgroup(of.files());
    throttle_counts sum;
    bool counted_somewhere = false;
    bool may_be_limited = false;
    for (const std::string& directory : cgroup.directories) {
        const std::string path = directory + "/cpu.stat";
        may_be_limited = may_be_limited || of.files().exists(quota_path(cgroup, directory));
        if (!of.files().exists(path)) {
            continue;
        }
        if (const auto counts = throttling_in(of.text(path))) {
            counted_somewhere = true;
            sum.periods += counts->periods;
            sum.us += counts->us;
        }
    }
    if (sum.periods > 0) {
        return bad(fmt::format("{}, {} us so far", counted(sum.periods, "period"), sum.us));
    }
    if (counted_somewhere) {
        return ok("none so far");
    }
    return may_be_limited ? unknown("a quota may apply, but nothing counts it")
                          : ok("none: no quota applies");
}

} // namespace tollgate::environment::detail

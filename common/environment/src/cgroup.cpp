// SPDX-License-Identifier: BSL-1.0
#include "cgroup.hpp"

#include "examiner.hpp"
#include "text.hpp"

#include <algorithm>
#include <utility>

namespace tollgate::environment::detail {
namespace {

constexpr std::string_view mount_dir = "/sys/fs/cgroup";

/// A line of /proc/PID/cgroup: hierarchy:controllers:path. The path may contain colons.
struct membership {
    std::string controllers;
    std::string path;
};

std::optional<membership> parse_membership(std::string_view line) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == line.npos ? line.npos : line.find(':', first + 1);
    if (second == line.npos) {
        return std::nullopt;
    }
    return membership{std::string(line.substr(first + 1, second - first - 1)),
                      std::string(line.substr(second + 1))};
}

bool controls_cpu(const membership& member) {
    const std::vector<std::string_view> names = words(member.controllers, ",");
    return std::find(names.begin(), names.end(), "cpu") != names.end();
}

/// Prefers the controller of version 1: if both are mounted, it has the quota.
std::optional<membership> cpu_membership(std::string_view text) {
    std::optional<membership> unified;
    for (const std::string_view line : lines(text)) {
        std::optional<membership> found = parse_membership(line);
        if (found && controls_cpu(*found)) {
            return found;
        }
        if (found && line.starts_with("0::")) {
            unified = std::move(found);
        }
    }
    return unified;
}

/// The directory where the hierarchy is mounted; empty if it is not mounted.
std::string mount_of(const machine_files& files, const membership& member) {
    const std::string base(mount_dir);
    if (member.controllers.empty()) {
        for (const std::string& dir : {base, base + "/unified"}) {
            if (files.exists(dir + "/cgroup.controllers")) {
                return dir;
            }
        }
        return {};
    }
    for (const std::string& dir : {base + "/" + member.controllers, base + "/cpu"}) {
        if (files.exists(dir)) {
            return dir;
        }
    }
    return {};
}

/// The directories from the end of the path up to the mount. The path in a container may be visible
/// only to its host: directories that do not exist are left out.
std::vector<std::string> levels(const machine_files& files, const std::string& mount,
                                std::string path) {
    std::vector<std::string> found;
    if (path.find("/..") != std::string::npos) { // the cgroup is above the visible root
        path.clear();
    }
    while (!path.empty() && path != "/") {
        if (files.exists(mount + path)) {
            found.push_back(mount + path);
        }
        path.erase(path.rfind('/'));
    }
    found.push_back(mount);
    return found;
}

} // namespace

cpu_cgroup find_cgroup(const machine_files& files, std::string_view process) {
    const std::string membership_path = fmt::format("/proc/{}/cgroup", process);
    const std::optional<std::string> text = files.read(membership_path);
    if (!text) {
        throw cannot_tell(files.failure(membership_path));
    }
    const std::optional<membership> found = cpu_membership(*text);
    if (!found || !found->path.starts_with('/')) {
        throw cannot_tell(fmt::format("{} names no cgroup for the CPU", membership_path));
    }
    const std::string mount = mount_of(files, *found);
    if (mount.empty()) {
        throw cannot_tell(fmt::format("no cgroup directory below {}", mount_dir));
    }
    return {found->controllers.empty(), levels(files, mount, found->path)};
}

std::optional<throttle_counts> throttling_in(std::string_view cpu_stat) {
    constexpr std::uint64_t ns_per_us = 1000;
    throttle_counts counts;
    bool counted_here = false;
    for (const std::string_view line : lines(cpu_stat)) {
        const std::vector<std::string_view> fields = words(line);
        const count value = fields.size() == 2 ? counter_of(fields[1]) : std::nullopt;
        if (!value) {
            continue;
        }
        if (fields[0] == "nr_throttled") {
            counts.periods = *value;
            counted_here = true;
        } else if (fields[0] == "throttled_usec") {
            counts.us = *value;
        } else if (fields[0] == "throttled_time") { // version 1
            counts.us = *value / ns_per_us;
        }
    }
    return counted_here ? std::optional(counts) : std::nullopt;
}

} // namespace tollgate::environment::detail

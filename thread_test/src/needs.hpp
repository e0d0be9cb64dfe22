// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <sys/resource.h>

namespace tollgate::thread_test {

/// Where the members of a ring must run for a baton to show what it costs, and not the scheduler's
/// quanta.
enum class needs {
    nothing,
    one_cpu, ///< all members share it
    own_cpus ///< each member has one to itself; measured of two
};

/// Lets this process open as many files as the system allows it, since many members need more than
/// the usual soft limit, and returns how many these are.
inline rlim_t raise_file_limit() {
    constexpr rlim_t most = 10'240; // macOS names no limit, and takes none that is higher
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return most;
    }
    const rlim_t allowed = limit.rlim_max == RLIM_INFINITY ? most : limit.rlim_max;
    if (limit.rlim_cur < allowed) {
        limit.rlim_cur = allowed;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    return allowed;
}

/// Why this process may not have that many files open besides its own few, or nothing.
inline std::optional<std::string> too_many_files(std::size_t files) {
    constexpr std::size_t own = 64;
    if (files == 0) {
        return std::nullopt;
    }
    const rlim_t allowed = raise_file_limit();
    return files + own <= allowed
               ? std::nullopt
               : std::optional(std::to_string(files + own) + " open files needed, " +
                               std::to_string(allowed) + " allowed (ulimit -Hn)");
}

} // namespace tollgate::thread_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <sys/resource.h>

namespace tollgate::thread_test {

/// Where the members of a ring must run so that a baton shows its own cost, and not the scheduler's
/// quanta.
enum class needs {
    nothing,
    one_cpu, ///< all members share it
    own_cpus ///< each member has its own CPU; measured with two members
};

/// Lets this process open as many files as the system allows, because many members need more than
/// the default soft limit. Returns that number.
inline rlim_t raise_file_limit() {
    constexpr rlim_t most = 10'240; // macOS reports no limit, and accepts no higher limit
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

/// The reason why this process may not open that many files besides its own few, if there is one.
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

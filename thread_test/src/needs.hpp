// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/resource.h>

namespace tollgate::thread_test {

/// Where the members of a ring must run for a baton to show what it costs, and not the scheduler's
/// quanta.
enum class needs {
    nothing,
    one_cpu, ///< all members share it
    own_cpus ///< each member has one to itself; measured of two
};

/// Lets this process open as many files as the system allows it: many members need more than the
/// usual soft limit. Where that does not suffice, opening them fails.
inline void raise_file_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}

} // namespace tollgate::thread_test

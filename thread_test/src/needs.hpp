// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::thread_test {

/// Where the members of a ring must run for a baton to show what it costs, and not the scheduler's
/// quanta.
enum class needs {
    nothing,
    one_cpu, ///< all members share it
    own_cpus ///< each member has one to itself; measured of two
};

} // namespace tollgate::thread_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::thread_test {

/// Where the members of a ring must run for a baton to show what it costs, and not the scheduler's
/// quanta.
enum class needs {
    nothing,
    one_cpu, ///< all members share it
    own_cpus ///< each member has one to itself; measured of two
};

/// Why this process may not open that many files besides its own few, or nothing if it may once its
/// soft limit is raised.
[[nodiscard]] std::optional<std::string> too_many_files(std::size_t files);

/// Raises this process's own soft limit as far as needed. Throws std::system_error.
void raise_file_limit(std::size_t files);

} // namespace tollgate::thread_test

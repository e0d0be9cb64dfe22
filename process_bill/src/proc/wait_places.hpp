// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

#include <cstdint>
#include <string_view>

namespace tollgate::bill {

/// What a thread waits in.
struct wait_place {
    wait_kind kind = wait_kind::other;
    long system_call = -1;     ///< its number; -1: no system call, or not known
    std::uint64_t address = 0; ///< the futex or the file descriptor; 0: not known

    bool operator==(const wait_place&) const = default;
};

/// The kind of wait in a function of the kernel, as /proc/PID/wchan names it.
[[nodiscard]] wait_kind kind_in_kernel(std::string_view function);

/// The kind of a wait that can be interrupted, in a read or write, by the target of
/// /proc/PID/fd/NUMBER. A named pipe has the path of a file.
[[nodiscard]] wait_kind kind_of_descriptor(std::string_view link);

} // namespace tollgate::bill

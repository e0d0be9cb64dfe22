// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tollgate::bill {

/// What a thread waits in.
struct wait_place {
    wait_kind kind = wait_kind::other;
    long system_call = -1;     ///< its number; -1: no system call, or not known
    std::uint64_t address = 0; ///< the futex or the file descriptor; 0: not known

    bool operator==(const wait_place&) const = default;
};

/// A system call in which threads wait.
struct waiting_call {
    /// The use of the first argument.
    enum class argument : std::uint8_t {
        none,                 ///< it does not tell where the thread waits
        address,              ///< a futex
        descriptor,           ///< a file descriptor
        descriptor_gives_kind ///< a file descriptor, which decides about the kind
    };
    wait_kind kind = wait_kind::other;
    argument first = argument::none;
};

/// The system call with this number on this machine; nullopt: it is not known how it waits.
[[nodiscard]] std::optional<waiting_call> find_waiting_call(long number);

/// The kind of wait in a function of the kernel, as /proc/PID/wchan names it.
[[nodiscard]] wait_kind kind_in_kernel(std::string_view function);

/// The kind of a wait that can be interrupted, in a read or write, by the target of
/// /proc/PID/fd/NUMBER. A named pipe has the path of a file.
[[nodiscard]] wait_kind kind_of_descriptor(std::string_view link);

} // namespace tollgate::bill

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::bill {

// What is known of a system call by its number. A negative number is no system call.

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

/// The call with this number on this machine; nullopt: it is not known how it waits.
[[nodiscard]] std::optional<waiting_call> find_waiting_call(long number);

/// What a thread waits in that waits in this call; wait_kind::other if a descriptor decides.
[[nodiscard]] wait_kind kind_of_call(long number);

/// The place of a wait by the call's first argument: a file descriptor, or the address of a futex.
/// The two words of a condition variable are one place. 0: the call has no place.
[[nodiscard]] std::uint64_t place_of_call(long number, std::uint64_t first_argument);

/// "futex", or "call 999" for an unknown one.
[[nodiscard]] std::string name_of_call(long number);

/// How the kernel's side counts this call: the bits of call_trait in trace/event_counts.h.
[[nodiscard]] std::uint8_t traits_of_call(long number);

} // namespace tollgate::bill

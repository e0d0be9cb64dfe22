// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

#include <cstdint>
#include <string>

namespace tollgate::bill {

// What is known of a system call by its number. A negative number is no system call.

/// What a thread waits in that waits in this call. For read, write and their relatives the kind
/// depends on the descriptor: wait_kind::other.
[[nodiscard]] wait_kind kind_of_call(long number);

/// Whether the call's first argument is a file descriptor.
[[nodiscard]] bool has_descriptor(long number);

/// "futex", or "call 999" for an unknown one.
[[nodiscard]] std::string name_of_call(long number);

/// How the kernel's side counts this call: the bits of call_trait in trace/event_counts.h.
[[nodiscard]] std::uint8_t traits_of_call(long number);

} // namespace tollgate::bill

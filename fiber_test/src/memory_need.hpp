// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tollgate::fiber_test {

/// Memory that this number of fibers touches, bytes: of a stack only the pages in use count.
[[nodiscard]] std::uint64_t memory_need(std::uint64_t fibers, std::size_t stack_size);

/// Throws machine_refused, with both numbers, unless the fibers fit into `available` bytes.
/// Nothing if it is not known. Pure.
void require_memory(std::uint64_t fibers, std::size_t stack_size,
                    std::optional<std::uint64_t> available);

/// The same with what this machine has available, the cgroup's limit included.
void require_memory_for(std::uint64_t fibers, std::size_t stack_size);

} // namespace tollgate::fiber_test

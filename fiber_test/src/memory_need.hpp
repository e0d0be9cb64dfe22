// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::fiber_test {

/// Memory that this number of fibers touches, bytes: of a stack only the pages in use count.
[[nodiscard]] std::uint64_t memory_need(std::uint64_t fibers, std::size_t stack_size);

/// Throws machine_refused, with both numbers, unless the fibers fit into `available` bytes.
/// Nothing if it is not known. Pure.
void require_memory(std::uint64_t fibers, std::size_t stack_size,
                    std::optional<std::uint64_t> available);

/// What a stack of a fiber::stack_pool touches, unless it is smaller: in usual pages two and what
/// maps them; one of 2 MiB, which is taken whole.
inline constexpr std::uint64_t touched_in_usual_pages = 2 * 4096 + 1024;
inline constexpr std::uint64_t touched_in_huge_pages = 2ull << 20;

/// Why this number of stacks of a pool, at that distance in bytes, is left out: it would take more
/// than 1 GiB. That is refused however much there is, as what all processes of a run must agree on
/// cannot depend on what is available to one of them. Pure.
[[nodiscard]] std::optional<std::string>
too_much_for_a_pool(std::uint64_t fibers, std::size_t distance, std::uint64_t touched);

/// Bytes of this machine that are not in use, or the limit of a container's cgroup if that is less;
/// nothing if it is not known.
[[nodiscard]] std::optional<std::uint64_t> available_memory();

} // namespace tollgate::fiber_test

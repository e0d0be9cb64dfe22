// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::fiber_test {

/// Bytes of memory that this number of fibers touches. Only the pages in use of a stack count.
[[nodiscard]] std::uint64_t memory_need(std::uint64_t fibers, std::size_t stack_size);

/// Throws machine_refused, with both numbers, unless the fibers fit into `available` bytes. It does
/// not throw if the available memory is unknown. Pure.
void require_memory(std::uint64_t fibers, std::size_t stack_size,
                    std::optional<std::uint64_t> available);

/// Bytes that a stack of a fiber::stack_pool touches, unless it is smaller: two normal pages and
/// their part of the page tables, or a huge page of 2 MiB, which is taken whole.
inline constexpr std::uint64_t touched_in_normal_pages = 2 * 4096 + 1024;
inline constexpr std::uint64_t touched_in_huge_pages = 2ull << 20;

/// The reason why this number of stacks of a pool, `spacing` bytes apart, is left out: they would
/// take more than 1 GiB. The memory of the machine does not matter, because all processes of a run
/// must agree. Pure.
[[nodiscard]] std::optional<std::string> pool_refusal(std::uint64_t fibers, std::size_t spacing,
                                                      std::uint64_t touched);

/// Bytes of this machine that are available, or the limit of a container's cgroup if that is less;
/// nothing if they are unknown.
[[nodiscard]] std::optional<std::uint64_t> available_memory();

} // namespace tollgate::fiber_test

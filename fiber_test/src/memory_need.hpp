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

/// Why this number of stacks of a fiber::stack_pool, at that distance in bytes, has no room in
/// `total` bytes beside `others`; nothing if it has. Twice each: one process takes a first look,
/// and another one measures. What all processes of a run must agree on cannot depend on what is
/// available to one of them. Pure.
[[nodiscard]] std::optional<std::string> no_room_in_pool(std::uint64_t fibers, std::size_t distance,
                                                         std::uint64_t others,
                                                         std::optional<std::uint64_t> total);

/// The same in pages of 2 MiB, each of which is taken whole once it is touched: more than 1 GiB is
/// refused however much there is. Pure.
[[nodiscard]] std::optional<std::string> no_room_in_huge_pages(std::uint64_t fibers,
                                                               std::size_t distance,
                                                               std::uint64_t others,
                                                               std::optional<std::uint64_t> total);

/// Bytes of this machine that are not in use, or the limit of a container's cgroup if that is less;
/// nothing if it is not known.
[[nodiscard]] std::optional<std::uint64_t> available_memory();

/// The same with those that are in use.
[[nodiscard]] std::optional<std::uint64_t> total_memory();

} // namespace tollgate::fiber_test

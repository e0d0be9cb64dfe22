// SPDX-License-Identifier: BSL-1.0
#include "memory_need.hpp"

#include <tollgate/environment/machine_files.hpp>
#include <tollgate/run/errors.hpp>

#include <algorithm>
#include <charconv>
#include <string>

namespace tollgate::fiber_test {
namespace {

/// A fiber that only yields touches the two uppermost pages of its stack: its control block and the
/// frames below it. A third is for the allocator's own header and the page tables.
constexpr std::uint64_t touched_pages = 3;
constexpr std::uint64_t page = 4096;
/// A pool has no headers.
constexpr std::uint64_t touched_in_pool = 2 * page + page / 4;
constexpr std::uint64_t huge_page = 2ull << 20;
constexpr std::uint64_t most_of_huge_pages = 1ull << 30;
/// Of a process on x86-64 and on 64-bit Arm with four levels of page tables, less a good part for
/// everything else.
constexpr std::uint64_t address_space = 100ull << 40;

std::optional<std::uint64_t> number_after(const std::string& text, const std::string& key) {
    const std::size_t place = text.find(key);
    if (place == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t digits = text.find_first_of("0123456789", place + key.size());
    std::uint64_t value = 0;
    if (digits == std::string::npos ||
        std::from_chars(text.data() + digits, text.data() + text.size(), value).ec != std::errc{}) {
        return std::nullopt;
    }
    return value;
}

std::string gib(std::uint64_t bytes) {
    const std::uint64_t tenths = (bytes * 10 + (1ull << 29)) >> 30;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
}

std::optional<std::string> no_room(std::uint64_t fibers, std::uint64_t need, std::uint64_t others,
                                   std::optional<std::uint64_t> total) {
    if (!total || 2 * (others + need) <= *total) {
        return std::nullopt;
    }
    return std::to_string(fibers) + " stacks of a pool need about " + gib(need) +
           " of memory beside " + gib(others) +
           " for those of the other rings, in two processes, "
           "and this machine has " +
           gib(*total) + "; take fewer fibers or a smaller --stack-size";
}

std::optional<std::uint64_t> memory_called(const char* word) {
    const environment::machine_files files;
    std::optional<std::uint64_t> found;
    if (const auto kib = number_after(files.read("proc/meminfo").value_or(""), word)) {
        found = *kib * 1024;
    }
    // "max" holds no number and is then no limit.
    if (const auto limit = number_after(files.read("sys/fs/cgroup/memory.max").value_or(""), "")) {
        found = std::min(found.value_or(*limit), *limit);
    }
    return found;
}

} // namespace

std::uint64_t memory_need(std::uint64_t fibers, std::size_t stack_size) {
    return fibers * std::min<std::uint64_t>(stack_size + page, touched_pages * page);
}

void require_memory(std::uint64_t fibers, std::size_t stack_size,
                    std::optional<std::uint64_t> available) {
    if (stack_size > address_space / fibers) {
        throw run::machine_refused(std::to_string(fibers) + " fibers with stacks of " +
                                   std::to_string(stack_size) + " bytes would reserve " +
                                   gib(fibers * stack_size) + " of addresses, and a process has " +
                                   gib(address_space) +
                                   "; take fewer fibers or a smaller --stack-size");
    }
    const std::uint64_t need = memory_need(fibers, stack_size);
    if (available && need > *available) {
        throw run::machine_refused(std::to_string(fibers) + " fibers need about " + gib(need) +
                                   " of memory (stacks of " + std::to_string(stack_size) +
                                   " bytes reserve " + gib(fibers * stack_size) + "), and " +
                                   gib(*available) +
                                   " are available; take fewer fibers or a "
                                   "smaller --stack-size");
    }
}

std::optional<std::string> no_room_in_pool(std::uint64_t fibers, std::size_t distance,
                                           std::uint64_t others,
                                           std::optional<std::uint64_t> total) {
    return no_room(fibers, fibers * std::min<std::uint64_t>(distance, touched_in_pool), others,
                   total);
}

std::optional<std::string> no_room_in_huge_pages(std::uint64_t fibers, std::size_t distance,
                                                 std::uint64_t others,
                                                 std::optional<std::uint64_t> total) {
    const std::uint64_t need = fibers * std::min<std::uint64_t>(distance, huge_page);
    if (need > most_of_huge_pages) {
        return std::to_string(fibers) + " stacks in pages of 2 MiB would take " + gib(need) +
               " of memory, and " + gib(most_of_huge_pages) +
               " is the most; take fewer fibers or a smaller --stack-size";
    }
    return no_room(fibers, need, others, total);
}

std::optional<std::uint64_t> available_memory() {
    return memory_called("MemAvailable:");
}

std::optional<std::uint64_t> total_memory() {
    return memory_called("MemTotal:");
}

} // namespace tollgate::fiber_test

// SPDX-License-Identifier: BSL-1.0
#include "memory_need.hpp"

#include <tollgate/environment/machine_files.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace tollgate::fiber_test {
namespace {

/// A fiber that only yields touches the two uppermost pages of its stack, for its control block and
/// the frames below it. The third is for the allocator's header and the page tables.
constexpr std::uint64_t touched_pages = 3;
constexpr std::uint64_t page = 4096;
constexpr std::uint64_t max_pool_bytes = 1ull << 30;
/// Bytes of addresses of a process on x86-64 and on 64-bit Arm with four levels of page tables,
/// less a good part for everything else.
constexpr std::uint64_t address_space = 100ull << 40;

/// The number at the beginning of the text. Nothing for "max".
std::optional<std::uint64_t> leading_number(std::string_view text) {
    std::uint64_t value = 0;
    const bool is_number =
        std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{};
    return is_number ? std::optional(value) : std::nullopt;
}

std::string gib(std::uint64_t bytes) {
    return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1ull << 30));
}

} // namespace

std::uint64_t memory_need(std::uint64_t fibers, std::size_t stack_size) {
    return fibers * std::min<std::uint64_t>(stack_size + page, touched_pages * page);
}

void require_memory(std::uint64_t fibers, std::size_t stack_size,
                    std::optional<std::uint64_t> available) {
    constexpr const char* advice = "take fewer fibers or a smaller --stack-size";
    if (stack_size > address_space / fibers) {
        throw run::machine_refused(fmt::format(
            "{} fibers with stacks of {} bytes would reserve {} of addresses, and a process has "
            "{}; {}",
            fibers, stack_size, gib(fibers * stack_size), gib(address_space), advice));
    }
    const std::uint64_t need = memory_need(fibers, stack_size);
    if (available && need > *available) {
        throw run::machine_refused(fmt::format(
            "{} fibers need about {} of memory (stacks of {} bytes reserve {}), and {} are "
            "available; {}",
            fibers, gib(need), stack_size, gib(fibers * stack_size), gib(*available), advice));
    }
}

std::optional<std::string> pool_refusal(std::uint64_t fibers, std::size_t spacing,
                                        std::uint64_t touched) {
    const std::uint64_t need = fibers * std::min<std::uint64_t>(spacing, touched);
    if (need <= max_pool_bytes) {
        return std::nullopt;
    }
    return fmt::format("{} stacks of a pool would take {} of memory, and {} is the most; take "
                       "fewer fibers or a smaller --stack-size",
                       fibers, gib(need), gib(max_pool_bytes));
}

std::optional<std::uint64_t> available_memory() {
    const environment::machine_files files;
    std::optional<std::uint64_t> available;
    const std::string info = files.read("proc/meminfo").value_or("");
    const std::size_t line = info.find("MemAvailable:");
    const std::size_t digits = info.find_first_of("0123456789", line);
    if (line != std::string::npos && digits != std::string::npos) {
        const auto kib = leading_number(std::string_view(info).substr(digits));
        available = kib ? std::optional(*kib * 1024) : std::nullopt;
    }
    if (const auto limit = leading_number(files.read("sys/fs/cgroup/memory.max").value_or(""))) {
        available = std::min(available.value_or(*limit), *limit);
    }
    return available;
}

} // namespace tollgate::fiber_test

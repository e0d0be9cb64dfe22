// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tollgate::liveness::detail {

class record_store;

/// The CPU's counter: on x86 the TSC, on AArch64 the virtual counter, elsewhere 0. The reading is
/// not ordered: earlier instructions may still be under way.
inline std::uint64_t read_counter() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t now = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now;
#else
    return 0;
#endif
}

template <class Word>
[[nodiscard]] inline std::uint64_t load_bytes(const char* from) noexcept {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

/// Fewer than 8 bytes as the word that they would be in memory, with zeros behind them. It is built
/// in a register from loads that may overlap. A word that is read right after stores of its single
/// bytes waits for all of them. That costs more than all other parts of a registration.
[[nodiscard]] inline std::uint64_t short_word(const char* from, std::size_t length) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        if (length >= 4) {
            return load_bytes<std::uint32_t>(from) | load_bytes<std::uint32_t>(from + length - 4)
                                                         << (8 * (length - 4));
        }
        if (length >= 2) {
            return load_bytes<std::uint16_t>(from) | load_bytes<std::uint16_t>(from + length - 2)
                                                         << (8 * (length - 2));
        }
        return length == 0 ? 0 : load_bytes<std::uint8_t>(from);
    } else {
        std::uint64_t word = 0;
        std::memcpy(&word, from, length);
        return word;
    }
}

/// The words that one watched scope writes and the monitor reads: a ring of checkpoints, a head
/// that only grows, and the timeout of the head. One writer at a time; any number of readers, which
/// need no lock and no fence. The library's README, Design, has the facts 1 to 4 on which readers
/// rely.
///
/// Another writer may take a record only through something that synchronizes: a thread's own list,
/// the store's mutex, a fiber's scheduler. Records are reused and never unmapped while a reader may
/// come. 128 bytes: neighbours share no cache line, nor a pair of lines that CPUs fetch together.
///
/// `Atomic` is std::atomic, but a check replaces it to weaken memory orders.
template <template <class> class Atomic>
struct alignas(128) basic_record {
    static constexpr std::size_t name_words = 5;
    static constexpr std::size_t longest_name = name_words * sizeof(std::uint64_t);

    // The cache line that checkpoints touch.
    Atomic<std::uint64_t> head{0};       ///< checkpoints ever passed
    Atomic<std::uint64_t> timeout_ns{0}; ///< 0 or with the bit `suspended`: not watched
    Atomic<std::uint64_t>* ring = nullptr;
    Atomic<std::uint64_t>* ticks = nullptr;          ///< as long as the ring, or null
    const Atomic<std::uint32_t>* clock_ms = nullptr; ///< the monitor's
    std::uint32_t mask = 0;
    Atomic<std::uint32_t> name_length{0};
    record_store* store = nullptr;
    basic_record* next = nullptr; ///< in a list of spare records

    // The cache line that registrations touch as well.
    Atomic<std::uint64_t> first{0};    ///< the head when the scope began
    Atomic<std::uint64_t> grace_ns{0}; ///< between frozen and overdue; 0: never overdue
    Atomic<std::int64_t> thread_id{0};
    std::array<Atomic<std::uint64_t>, name_words> name{};

    void pass(std::uint32_t id) noexcept {
        const std::uint64_t passed = head.load(std::memory_order_relaxed);
        const std::uint64_t slot = passed & mask;
        ring[slot].store(std::uint64_t{id} << 32 | clock_ms->load(std::memory_order_relaxed),
                         std::memory_order_release);
        if (ticks != nullptr) [[unlikely]] {
            ticks[slot].store(read_counter(), std::memory_order_release);
        }
        head.store(passed + 1, std::memory_order_release);
    }

    /// Fact 2: a timeout that is in force is changed only by the next two functions, or to 0.
    void pass_and_watch(std::uint32_t id, std::uint64_t timeout) noexcept {
        pass(id);
        watch(timeout);
    }
    /// Passes the last checkpoint again, for a scope that is watched again after an inner scope.
    void watch_again(std::uint64_t timeout) noexcept {
        const std::uint64_t passed = head.load(std::memory_order_relaxed);
        const std::uint64_t last = ring[(passed - 1) & mask].load(std::memory_order_relaxed);
        pass_and_watch(static_cast<std::uint32_t>(last >> 32), timeout);
    }

    /// A bit of the timeout of a scope that was open when the process forked. The child does not
    /// watch the scope before a scope inside it has ended. Times have 63 bits.
    static constexpr std::uint64_t suspended = std::uint64_t{1} << 63;

    /// In a child of fork(), before any monitor scans. The calling thread is the only one there.
    void begin_in_child(std::int64_t child_thread_id) noexcept {
        const std::uint64_t timeout = timeout_ns.load(std::memory_order_relaxed);
        timeout_ns.store(timeout == 0 ? 0 : timeout | suspended, std::memory_order_release);
        thread_id.store(child_thread_id, std::memory_order_release);
    }

    void watch(std::uint64_t timeout) noexcept {
        timeout_ns.store(timeout, std::memory_order_release);
    }

    void begin(std::string_view scope_name, std::uint32_t id, std::uint64_t timeout,
               std::uint64_t grace) noexcept {
        set_name(scope_name);
        grace_ns.store(grace, std::memory_order_release);
        first.store(head.load(std::memory_order_relaxed), std::memory_order_release);
        pass_and_watch(id, timeout);
    }

    void end() noexcept { watch(0); }

private:
    void set_name(std::string_view scope_name) noexcept {
        const std::size_t length = (std::min)(scope_name.size(), longest_name);
        std::size_t i = 0;
        for (; (i + 1) * sizeof(std::uint64_t) <= length; ++i) {
            name[i].store(load_bytes<std::uint64_t>(scope_name.data() + i * sizeof(std::uint64_t)),
                          std::memory_order_release);
        }
        if (i < name_words) {
            name[i].store(short_word(scope_name.data() + i * sizeof(std::uint64_t),
                                     length - i * sizeof(std::uint64_t)),
                          std::memory_order_release);
        }
        name_length.store(static_cast<std::uint32_t>(length), std::memory_order_release);
    }
};

using record = basic_record<std::atomic>;

static_assert(sizeof(record) == 128);

} // namespace tollgate::liveness::detail

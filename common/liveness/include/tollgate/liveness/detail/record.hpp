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

/// Reads the CPU's counter: on x86 the TSC, on AArch64 the virtual counter, elsewhere 0. The CPU
/// may execute the reading before earlier instructions have finished.
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

/// Returns a word of 8 bytes for a text of fewer than 8 bytes: first the bytes of the text, in the
/// order of the memory, then zeros. The function builds the word in a register, from loads that may
/// overlap. The reason is speed. If the bytes were stored one by one and then loaded as a word, the
/// load would wait for all these stores. This wait would cost more than all other parts of a
/// registration.
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

/// The record of a watched scope. The scope writes the record, and the monitor reads it. The ring
/// contains the last checkpoints. The head counts all checkpoints, and never decreases. If the head
/// stays the same for longer than the timeout, the scope is frozen. A record has one writer at a
/// time. Any number of readers may read the record, without a lock and without a fence. Readers
/// rely on the facts 1 to 4 in the library's README, section Design.
///
/// Before another thread writes a record, it must synchronize with the last writer: through the
/// store's mutex or a fiber's scheduler. A thread may also use a record from its own list again.
/// Records are reused. A record is not freed while a reader may read it. A record has 128 bytes. So
/// two records share no cache line, and no pair of cache lines that CPUs load together.
///
/// `Atomic` is std::atomic. A check uses another type to weaken memory orders.
template <template <class> class Atomic>
struct alignas(128) basic_record {
    static constexpr std::size_t name_words = 5;
    static constexpr std::size_t longest_name = name_words * sizeof(std::uint64_t);

    // The cache line that checkpoints access.
    Atomic<std::uint64_t> head{0};       ///< the number of checkpoints of all scopes so far
    Atomic<std::uint64_t> timeout_ns{0}; ///< not watched if 0 or if the bit `suspended` is set
    Atomic<std::uint64_t>* ring = nullptr;
    Atomic<std::uint64_t>* ticks = nullptr;          ///< null, or an array as long as the ring
    const Atomic<std::uint32_t>* clock_ms = nullptr; ///< the monitor's clock
    std::uint32_t mask = 0;
    Atomic<std::uint32_t> name_length{0};
    record_store* store = nullptr;
    basic_record* next = nullptr; ///< the next record in a list of spare records

    // Registrations also access this cache line.
    Atomic<std::uint64_t> first{0};    ///< the head when the scope began
    Atomic<std::uint64_t> grace_ns{0}; ///< from frozen to overdue; 0: never overdue
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

    /// Only pass_and_watch and watch_again change the timeout of a watched scope to a value other
    /// than 0. Fact 2 in the README relies on this order: first the head, then the timeout.
    void pass_and_watch(std::uint32_t id, std::uint64_t timeout) noexcept {
        pass(id);
        watch(timeout);
    }
    /// Passes the last checkpoint again, and watches the scope again. An inner scope calls this
    /// function for its outer scope when the inner scope ends.
    void watch_again(std::uint64_t timeout) noexcept {
        const std::uint64_t passed = head.load(std::memory_order_relaxed);
        const std::uint64_t last = ring[(passed - 1) & mask].load(std::memory_order_relaxed);
        pass_and_watch(static_cast<std::uint32_t>(last >> 32), timeout);
    }

    /// A bit of the timeout. begin_in_child() sets this bit for each scope that had begun before
    /// the fork. The child does not watch such a scope until a scope inside it has ended. Times
    /// need only 63 bits.
    static constexpr std::uint64_t suspended = std::uint64_t{1} << 63;

    /// Prepares the record for a child of fork(), before any monitor scans. The child has only the
    /// calling thread.
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

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

/// The CPU's counter, ordered with nothing: what came before may still be under way. On x86-64 the
/// TSC, on AArch64 the virtual counter, elsewhere nothing.
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

/// Fewer than 8 bytes as the word that they would be in memory, with zeros behind them. Put
/// together in a register, of loads that may overlap: a word that is read right after its bytes
/// were written one by one waits for all of the stores, and that costs more than the rest of a
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

/// What one watched scope writes and the monitor reads: a ring of checkpoints with a head that only
/// grows, and how long the head may stand still. Records are recycled and never unmapped while
/// somebody may look: a record that is read is always a record.
///
/// Threads: one writer at a time, the scope's; what hands a record on to another writer (a thread's
/// own list, the store's mutex, a fiber's scheduler) synchronizes. Any number of readers.
///
/// Memory order: every store of what readers look at releases, and every load of theirs acquires,
/// but for those that find a copy unchanged; on x86-64 all are plain moves. Four facts follow, and
/// readers need no fence and no lock:
///
/// 1. A reader that has seen head h can trust entry k of the ring, h - k < capacity, if a head read
///    after the entry is below k + capacity. The entry was there, since the store of head k + 1
///    came after it. Had it been replaced, the entry that replaced it was stored after the head had
///    become k + capacity, and who acquires the one sees the other. The oldest of the ring's
///    entries may be half replaced while the head does not show it yet: a ring of N holds N - 1.
/// 2. A limit is changed only after the head has moved. Who sees the new limit sees the move: the
///    old silence is not held against the new limit.
/// 3. What a registration writes (name, thread, first) lies between a limit of 0 and the move of
///    the head, and that before the new limit. A reader that finds, in this order, the limit and
///    the head that it started from, has read nothing of a later scope: any such value was stored
///    after limit 0; so the limit read later is that 0, or the limit of a later scope, and then the
///    head read after it has moved.
/// 4. Heads never go back, over all scopes that a record serves, and have 64 bits: a head that is
///    seen again has not moved.
///
/// Cost of a checkpoint: two stores, and loads that hit. 128 bytes: neighbours share no line, nor
/// the pair of lines that CPUs fetch together.
///
/// `Atomic` is std::atomic, unless a check takes orders away.
template <template <class> class Atomic>
struct alignas(128) basic_record {
    static constexpr std::size_t name_words = 5;
    static constexpr std::size_t longest_name = name_words * sizeof(std::uint64_t);

    // The line that checkpoints touch.
    Atomic<std::uint64_t> head{0};     ///< checkpoints ever passed
    Atomic<std::uint64_t> limit_ns{0}; ///< not watched: 0, or put off
    Atomic<std::uint64_t>* ring = nullptr;
    Atomic<std::uint64_t>* ticks = nullptr;          ///< as long as the ring, or none
    const Atomic<std::uint32_t>* clock_ms = nullptr; ///< the monitor's
    std::uint32_t mask = 0;
    Atomic<std::uint32_t> name_length{0};
    record_store* store = nullptr;
    basic_record* next = nullptr; ///< of a list of spare ones

    // The line that registrations touch besides.
    Atomic<std::uint64_t> first{0};    ///< the head when the scope began
    Atomic<std::uint64_t> grace_ns{0}; ///< between frozen and overdue; 0: never overdue
    Atomic<std::int64_t> thread_id{0};
    std::array<Atomic<std::uint64_t>, name_words> name{};

    void pass(std::uint32_t id) noexcept {
        const std::uint64_t passed = head.load(std::memory_order_relaxed);
        const std::uint64_t at = passed & mask;
        ring[at].store(std::uint64_t{id} << 32 | clock_ms->load(std::memory_order_relaxed),
                       std::memory_order_release);
        if (ticks != nullptr) [[unlikely]] {
            ticks[at].store(read_counter(), std::memory_order_release);
        }
        head.store(passed + 1, std::memory_order_release);
    }

    /// A limit that somebody may be watched by already is changed in these two ways alone, or to 0:
    /// fact 2.
    void pass_and_watch(std::uint32_t id, std::uint64_t limit) noexcept {
        pass(id);
        watch(limit);
    }
    /// Where it had been: for a scope that is watched again after an inner one.
    void watch_again(std::uint64_t limit) noexcept {
        const std::uint64_t passed = head.load(std::memory_order_relaxed);
        const std::uint64_t last = ring[(passed - 1) & mask].load(std::memory_order_relaxed);
        pass_and_watch(static_cast<std::uint32_t>(last >> 32), limit);
    }

    /// The limit of a scope that was open when the process forked: in the child it is not watched
    /// before a scope inside it has ended. Times have 63 bits.
    static constexpr std::uint64_t put_off = std::uint64_t{1} << 63;

    /// For a child of fork(), whose only thread is the calling one, before any monitor looks.
    void begin_in_child(std::int64_t of_thread) noexcept {
        const std::uint64_t limit = limit_ns.load(std::memory_order_relaxed);
        limit_ns.store(limit == 0 ? 0 : limit | put_off, std::memory_order_release);
        thread_id.store(of_thread, std::memory_order_release);
    }

    void watch(std::uint64_t limit) noexcept { limit_ns.store(limit, std::memory_order_release); }

    void begin(std::string_view what, std::uint32_t id, std::uint64_t limit,
               std::uint64_t grace) noexcept {
        set_name(what);
        grace_ns.store(grace, std::memory_order_release);
        first.store(head.load(std::memory_order_relaxed), std::memory_order_release);
        pass_and_watch(id, limit);
    }

    void end() noexcept { watch(0); }

private:
    void set_name(std::string_view what) noexcept {
        const std::size_t length = (std::min)(what.size(), longest_name);
        std::size_t i = 0;
        for (; (i + 1) * sizeof(std::uint64_t) <= length; ++i) {
            name[i].store(load_bytes<std::uint64_t>(what.data() + i * sizeof(std::uint64_t)),
                          std::memory_order_release);
        }
        if (i < name_words) {
            name[i].store(short_word(what.data() + i * sizeof(std::uint64_t),
                                     length - i * sizeof(std::uint64_t)),
                          std::memory_order_release);
        }
        name_length.store(static_cast<std::uint32_t>(length), std::memory_order_release);
    }
};

using record = basic_record<std::atomic>;

static_assert(sizeof(record) == 128);

} // namespace tollgate::liveness::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tollgate::liveness::detail {

/// What stands in a record, as it was at one moment.
struct scope_copy {
    struct entry {
        std::uint32_t id;
        std::uint32_t clock_ms;
        std::uint64_t ticks;
    };

    std::string name;
    std::int64_t thread_id = 0;
    std::uint64_t first = 0;
    std::uint64_t grace_ns = 0;
    std::vector<entry> history; ///< the oldest first
};

/// How far a scope has come, and how long it may stay there.
struct standing {
    std::uint64_t limit;
    std::uint64_t head;
};

/// Of a record's limit: neither 0 nor put off.
[[nodiscard]] constexpr bool is_watched(std::uint64_t limit) noexcept {
    return static_cast<std::int64_t>(limit) > 0;
}

/// Fact 2 of basic_record: a new limit with the head that moved before it, or a later one.
template <class Record>
[[nodiscard]] standing read_standing(const Record& from) {
    const std::uint64_t limit = from.limit_ns.load(std::memory_order_acquire);
    return {limit, from.head.load(std::memory_order_acquire)};
}

/// The entries from `first` on that can be trusted although the writer goes on: fact 1 of
/// basic_record. `head` was read from it with acquire. None if `first` is that of a later scope.
template <class Record>
void read_history(const Record& from, std::uint64_t first, std::uint64_t head,
                  std::vector<scope_copy::entry>& to) {
    const std::uint64_t capacity = std::uint64_t{from.mask} + 1;
    // A later scope's first may have come after this head: the copy will be dropped.
    const std::uint64_t begin =
        std::min(std::max(first, head >= capacity ? head - capacity : 0), head);
    to.clear();
    to.reserve(head - begin);
    for (std::uint64_t k = begin; k < head; ++k) {
        const std::uint64_t at = k & from.mask;
        const std::uint64_t word = from.ring[at].load(std::memory_order_acquire);
        const std::uint64_t ticks =
            from.ticks == nullptr ? 0 : from.ticks[at].load(std::memory_order_acquire);
        to.push_back(
            {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word), ticks});
    }
    // The entries have acquired what this must not miss.
    const std::uint64_t now = from.head.load(std::memory_order_relaxed);
    // Entry k is whole if k + capacity > now.
    const std::uint64_t trusted = now >= capacity ? now - capacity + 1 : 0;
    const std::uint64_t torn = std::min(trusted - std::min(trusted, begin), head - begin);
    to.erase(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(torn));
}

/// True if all of the copy belongs to the scope that had this limit, when its head was this: fact 3
/// of basic_record. Both were read by read_standing.
template <class Record>
[[nodiscard]] bool read_scope(const Record& from, std::uint64_t limit, std::uint64_t head,
                              scope_copy& to) {
    std::array<std::uint64_t, Record::name_words> words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = from.name[i].load(std::memory_order_acquire);
    }
    const std::size_t length = std::min<std::size_t>(
        from.name_length.load(std::memory_order_acquire), Record::longest_name);
    to.thread_id = from.thread_id.load(std::memory_order_acquire);
    to.first = from.first.load(std::memory_order_acquire);
    to.grace_ns = from.grace_ns.load(std::memory_order_acquire);
    read_history(from, to.first, head, to.history);
    to.name.resize(length);
    std::memcpy(to.name.data(), words.data(), length);
    // The limit acquires what the head must not miss; nothing is read after that.
    return from.limit_ns.load(std::memory_order_acquire) == limit &&
           from.head.load(std::memory_order_relaxed) == head;
}

} // namespace tollgate::liveness::detail

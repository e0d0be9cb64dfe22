// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/event.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <string>
#include <vector>

namespace tollgate::liveness::detail {

/// A thread that has been silent for half of its limit: worth a first look at what it does.
struct suspicion {
    const record* of;
    std::int64_t thread_id;
};

struct finding {
    const record* of;
    event what;
};

/// The findings of one look at all records. Lists are handed over without an allocation.
struct findings {
    std::list<suspicion> suspicions;
    std::list<finding> events;
    [[nodiscard]] bool empty() const noexcept { return suspicions.empty() && events.empty(); }

    std::size_t watched = 0;
    /// In the monitor's time: nothing changes before, unless somebody moves.
    std::chrono::nanoseconds next_due{0};
};

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

/// Looks at all records of a store and finds who is silent: the heads that have not moved for their
/// limit of the time that it is given. It takes no lock and calls nobody, and reads a clock only to
/// date what it has found.
///
/// A row that differs from its record in the limit or the head (basic_record, 2) begins anew. What
/// is reported was copied and then found unchanged (3); if it has changed meanwhile, the thread is
/// alive.
///
/// Threads: one at a time. Cost: a few ns a record while all is well.
class scanner {
public:
    explicit scanner(record_store& of) : store_(of) {}

    /// `now` must not go back. Adds to `found`, whose lists the caller clears. What throws for
    /// want of memory will be found again by the next look.
    void look(std::chrono::nanoseconds now, findings& found);

    /// Scopes that are frozen or overdue at present.
    [[nodiscard]] std::size_t frozen() const noexcept { return frozen_; }

private:
    void silent(const record& one, row& mine, std::int64_t now, findings& found);
    [[nodiscard]] bool accuse(const record& one, row& mine, std::int64_t now, findings& found);
    void report_again(const record& one, const row& mine, event::kind what, std::int64_t now,
                      findings& found) const;

    record_store& store_;
    scope_copy copy_;
    std::uint64_t episodes_ = 0;
    std::size_t frozen_ = 0;
    std::size_t watched_ = 0; ///< rows whose limit says so, which few looks change
};

} // namespace tollgate::liveness::detail

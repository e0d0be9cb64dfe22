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

/// A thread that has been silent for half of its timeout: the reporter takes a first sample of it.
struct suspicion {
    const record* source;
    std::int64_t thread_id;
};

/// An event, and the record that it is about.
struct finding {
    const record* source;
    event report;
};

/// The findings of one scan. Lists are handed over without an allocation.
struct findings {
    std::list<suspicion> suspicions;
    std::list<finding> events;
    [[nodiscard]] bool empty() const noexcept { return suspicions.empty() && events.empty(); }

    std::size_t watched = 0;
    /// The monitor's time before which no level changes, unless a record changes.
    std::chrono::nanoseconds next_due{0};
};

/// A copy of a record, consistent at one moment.
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

/// The position of a scope, and the time that it may stay there.
struct progress {
    std::uint64_t timeout_ns;
    std::uint64_t head;
};

/// Whether a record's timeout is neither 0 nor suspended.
[[nodiscard]] constexpr bool is_watched(std::uint64_t timeout_ns) noexcept {
    return static_cast<std::int64_t>(timeout_ns) > 0;
}

/// Fact 2 in README.md: a new timeout comes with the head that moved before it, or with a later
/// head.
template <class Record>
[[nodiscard]] progress read_progress(const Record& from) {
    const std::uint64_t timeout_ns = from.timeout_ns.load(std::memory_order_acquire);
    return {timeout_ns, from.head.load(std::memory_order_acquire)};
}

/// Copies the entries from `first` on that are reliable although the writer goes on: fact 1 in
/// README.md. `head` was read from the record with acquire. Copies none if `first` is of a later
/// scope.
template <class Record>
void read_history(const Record& from, std::uint64_t first, std::uint64_t head,
                  std::vector<scope_copy::entry>& to) {
    const std::uint64_t capacity = std::uint64_t{from.mask} + 1;
    // `first` may be of a later scope, above this head: the copy is dropped then.
    const std::uint64_t begin =
        std::min(std::max(first, head >= capacity ? head - capacity : 0), head);
    to.clear();
    to.reserve(head - begin);
    for (std::uint64_t k = begin; k < head; ++k) {
        const std::uint64_t slot = k & from.mask;
        const std::uint64_t word = from.ring[slot].load(std::memory_order_acquire);
        const std::uint64_t ticks =
            from.ticks == nullptr ? 0 : from.ticks[slot].load(std::memory_order_acquire);
        to.push_back(
            {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word), ticks});
    }
    // Relaxed is enough: the loads of the entries have acquired.
    const std::uint64_t now = from.head.load(std::memory_order_relaxed);
    // Entry k is whole if k + capacity > now.
    const std::uint64_t trusted = now >= capacity ? now - capacity + 1 : 0;
    const std::uint64_t torn = std::min(trusted - std::min(trusted, begin), head - begin);
    to.erase(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(torn));
}

/// Copies the scope. Returns true if the whole copy belongs to the scope with this timeout at this
/// head (fact 3 in README.md). Both were read by read_progress.
template <class Record>
[[nodiscard]] bool read_scope(const Record& from, std::uint64_t timeout_ns, std::uint64_t head,
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
    // The load of the timeout acquires for the load of the head, which is the last one.
    return from.timeout_ns.load(std::memory_order_acquire) == timeout_ns &&
           from.head.load(std::memory_order_relaxed) == head;
}

/// Scans all records of a store and finds the silent scopes: the head has not moved for the
/// timeout. The caller gives the time. One thread at a time; a few ns for each record that is not
/// silent.
///
/// It takes no lock, calls no function of the program, and reads a clock only to date its findings.
/// A row that differs from its record in the timeout or the head begins anew (fact 2 in README.md).
/// A scope is copied and then checked for changes (fact 3): if it has changed, its thread is alive.
class scanner {
public:
    explicit scanner(record_store& store) : store_(store) {}

    /// `now` must not go back. Adds to `found`, whose lists the caller clears. After std::bad_alloc
    /// the next scan finds the same again.
    void scan(std::chrono::nanoseconds now, findings& found);

    /// Scopes that are frozen or overdue at present.
    [[nodiscard]] std::size_t frozen() const noexcept { return frozen_; }

private:
    void raise_level(const record& source, row& state, std::int64_t now, findings& found);
    [[nodiscard]] bool report_frozen(const record& source, row& state, std::int64_t now,
                                     findings& found);
    void report_again(const record& source, const row& state, event::kind kind, std::int64_t now,
                      findings& found) const;

    record_store& store_;
    scope_copy copy_;
    std::uint64_t episodes_ = 0;
    std::size_t frozen_ = 0;
    std::size_t watched_ = 0; ///< rows with a timeout in force; few scans change it
};

} // namespace tollgate::liveness::detail

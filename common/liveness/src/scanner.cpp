// SPDX-License-Identifier: BSL-1.0
#include "scanner.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tollgate::liveness::detail {

void scanner::look(std::chrono::nanoseconds time, findings& found) {
    const std::int64_t now = time.count();
    std::int64_t next_due = row::never;
    for (record_store::chunk* part = store_.chunks(); part != nullptr;
         part = part->next.load(std::memory_order_acquire)) {
        const std::uint32_t used = part->used.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < used; ++i) {
            const record& one = part->records[i];
            row& mine = part->rows[i];
            const standing seen = read_standing(one);
            if (seen.head != mine.head || seen.limit != mine.limit_ns) {
                if (mine.open != nullptr) [[unlikely]] {
                    report_again(one, mine, event::kind::recovered, now, found);
                    mine.open.reset();
                    --frozen_;
                }
                mine.head = seen.head;
                if (seen.limit != mine.limit_ns) [[unlikely]] {
                    watched_ += is_watched(seen.limit);
                    watched_ -= is_watched(mine.limit_ns);
                    mine.limit_ns = seen.limit;
                }
                mine.since_ns = now;
                mine.due_ns = is_watched(seen.limit)
                                  ? now + static_cast<std::int64_t>(seen.limit / 2)
                                  : row::never;
                mine.at = row::level::alive;
            } else if (now >= mine.due_ns) [[unlikely]] {
                silent(one, mine, now, found);
            }
            next_due = std::min(next_due, mine.due_ns);
        }
    }
    found.watched = watched_;
    found.next_due = std::chrono::nanoseconds(next_due);
}

void scanner::silent(const record& one, row& mine, std::int64_t now, findings& found) {
    if (mine.at == row::level::alive) {
        found.suspicions.push_back({&one, one.thread_id.load(std::memory_order_acquire)});
        mine.at = row::level::suspect;
        mine.due_ns = mine.since_ns + static_cast<std::int64_t>(mine.limit_ns);
    }
    if (mine.at == row::level::suspect && now >= mine.due_ns && accuse(one, mine, now, found)) {
        mine.at = row::level::frozen;
        mine.due_ns = copy_.grace_ns == 0 ? row::never
                                          : mine.due_ns + static_cast<std::int64_t>(copy_.grace_ns);
    }
    if (mine.at == row::level::frozen && now >= mine.due_ns) {
        report_again(one, mine, event::kind::overdue, now, found);
        mine.at = row::level::overdue;
        mine.due_ns = row::never;
    }
}

/// False if it has moved meanwhile.
bool scanner::accuse(const record& one, row& mine, std::int64_t now, findings& found) {
    if (!read_scope(one, mine.limit_ns, mine.head, copy_)) {
        return false;
    }
    const std::uint32_t clock_ms = store_.clock_ms.load(std::memory_order_relaxed);
    auto opened = std::make_unique<episode>(episode{{}, clock_ms});
    event& what = opened->as_found;
    what.name = copy_.name;
    what.thread_id = copy_.thread_id;
    what.episode = episodes_ + 1;
    what.checkpoints = mine.head - copy_.first;
    what.timeout = std::chrono::nanoseconds(mine.limit_ns);
    what.silent_for = std::chrono::nanoseconds(now - mine.since_ns);
    what.at = std::chrono::system_clock::now();
    what.history.reserve(copy_.history.size());
    for (const scope_copy::entry& passed : copy_.history) {
        what.history.push_back(
            {passed.id, std::chrono::milliseconds(clock_ms - passed.clock_ms), passed.ticks});
    }
    found.events.push_back({&one, what});
    ++episodes_;
    ++frozen_;
    mine.open = std::move(opened);
    return true;
}

/// The same episode, later.
void scanner::report_again(const record& one, const row& mine, event::kind what, std::int64_t now,
                           findings& found) const {
    event again = mine.open->as_found;
    again.what = what;
    again.silent_for = std::chrono::nanoseconds(now - mine.since_ns);
    again.at = std::chrono::system_clock::now();
    const std::chrono::milliseconds since(store_.clock_ms.load(std::memory_order_relaxed) -
                                          mine.open->clock_ms);
    for (passed_checkpoint& passed : again.history) {
        passed.age += since;
    }
    found.events.push_back({&one, std::move(again)});
}

} // namespace tollgate::liveness::detail

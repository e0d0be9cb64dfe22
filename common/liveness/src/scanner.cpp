// SPDX-License-Identifier: BSL-1.0
#include "scanner.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tollgate::liveness::detail {

void scanner::scan(std::chrono::nanoseconds time, findings& found) {
    const std::int64_t now = time.count();
    std::int64_t next_due = row::never;
    for (record_store::chunk* chunk = store_.chunks(); chunk != nullptr;
         chunk = chunk->next.load(std::memory_order_acquire)) {
        const std::uint32_t used = chunk->used.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < used; ++i) {
            const record& source = chunk->records[i];
            row& state = chunk->rows[i];
            const progress position = read_progress(source);
            if (position.head != state.head || position.timeout_ns != state.timeout_ns) {
                if (state.open != nullptr) [[unlikely]] {
                    report_again(source, state, event::kind::recovered, now, found);
                    state.open.reset();
                    --frozen_;
                }
                state.head = position.head;
                if (position.timeout_ns != state.timeout_ns) [[unlikely]] {
                    watched_ += is_watched(position.timeout_ns);
                    watched_ -= is_watched(state.timeout_ns);
                    state.timeout_ns = position.timeout_ns;
                }
                state.since_ns = now;
                state.due_ns = is_watched(position.timeout_ns)
                                   ? now + static_cast<std::int64_t>(position.timeout_ns / 2)
                                   : row::never;
                state.reached = row::level::alive;
            } else if (now >= state.due_ns) [[unlikely]] {
                raise_level(source, state, now, found);
            }
            next_due = std::min(next_due, state.due_ns);
        }
    }
    found.watched = watched_;
    found.next_due = std::chrono::nanoseconds(next_due);
}

void scanner::raise_level(const record& source, row& state, std::int64_t now, findings& found) {
    if (state.reached == row::level::alive) {
        found.suspicions.push_back({&source, source.thread_id.load(std::memory_order_acquire)});
        state.reached = row::level::suspect;
        state.due_ns = state.since_ns + static_cast<std::int64_t>(state.timeout_ns);
    }
    if (state.reached == row::level::suspect && now >= state.due_ns &&
        report_frozen(source, state, now, found)) {
        state.reached = row::level::frozen;
        state.due_ns = copy_.grace_ns == 0
                           ? row::never
                           : state.due_ns + static_cast<std::int64_t>(copy_.grace_ns);
    }
    if (state.reached == row::level::frozen && now >= state.due_ns) {
        report_again(source, state, event::kind::overdue, now, found);
        state.reached = row::level::overdue;
        state.due_ns = row::never;
    }
}

/// Returns false if the record has changed meanwhile.
bool scanner::report_frozen(const record& source, row& state, std::int64_t now, findings& found) {
    if (!read_scope(source, state.timeout_ns, state.head, copy_)) {
        return false;
    }
    const std::uint32_t clock_ms = store_.clock_ms.load(std::memory_order_relaxed);
    auto opened = std::make_unique<episode>(episode{{}, clock_ms});
    event& report = opened->first_report;
    report.name = copy_.name;
    report.thread_id = copy_.thread_id;
    report.episode = episodes_ + 1;
    report.checkpoints = state.head - copy_.first;
    report.timeout = std::chrono::nanoseconds(state.timeout_ns);
    report.silent_for = std::chrono::nanoseconds(now - state.since_ns);
    report.at = std::chrono::system_clock::now();
    report.history.reserve(copy_.history.size());
    for (const scope_copy::entry& passed : copy_.history) {
        report.history.push_back(
            {passed.id, std::chrono::milliseconds(clock_ms - passed.clock_ms), passed.ticks});
    }
    found.events.push_back({&source, report});
    ++episodes_;
    ++frozen_;
    state.open = std::move(opened);
    return true;
}

/// A later event of the same episode.
void scanner::report_again(const record& source, const row& state, event::kind kind,
                           std::int64_t now, findings& found) const {
    event again = state.open->first_report;
    again.type = kind;
    again.silent_for = std::chrono::nanoseconds(now - state.since_ns);
    again.at = std::chrono::system_clock::now();
    const std::chrono::milliseconds since(store_.clock_ms.load(std::memory_order_relaxed) -
                                          state.open->clock_ms);
    for (passed_checkpoint& passed : again.history) {
        passed.age += since;
    }
    found.events.push_back({&source, std::move(again)});
}

} // namespace tollgate::liveness::detail

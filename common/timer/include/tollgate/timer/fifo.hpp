// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

namespace tollgate::timer {

/// A `timer_queue` that is a sorted list. Use this queue if most new deadlines are later than all
/// deadlines in the queue. This is the case if all timers have the same duration.
///
///     tollgate::timer::fifo queue;
///     tollgate::timer::entry wait;
///     queue.arm(wait, std::chrono::seconds(10));
///     queue.expire(std::chrono::seconds(10), [](tollgate::timer::entry&) { /* has expired */ });
///
/// The queue is exact: an entry expires at the first `expire` at or after its deadline. Entries
/// with the same deadline expire in the order in which they were armed.
///
/// - *Threads*: one thread at a time.
/// - *Lifetime*: the queue must be empty when it is destroyed.
/// - *Cost*: 24 bytes. `arm` takes a few stores, and reads each entry whose deadline is later than
///   the new deadline. `cancel` and `next` take a few instructions. Do not use the queue for many
///   timers that you move to later deadlines again and again. When the old deadline of such a timer
///   comes, the set of timers puts the timer back into the middle of the list, after a search.
class fifo {
public:
    /// A deadline.
    using moment = entry::moment;

    /// The time by which an entry may expire late.
    static constexpr moment resolution{0};

    /// Whether there is no entry.
    [[nodiscard]] bool is_empty() const noexcept { return entries_.is_empty(); }

    /// Arms an entry that is not linked: puts it behind all entries with the same deadline.
    void arm(entry& node, moment deadline) noexcept {
        node.deadline_ = deadline;
        entry* where = &entries_.back();
        while (!entries_.is_head(*where) && where->deadline_ > deadline) {
            where = &entry_list::before(*where);
        }
        entry_list::insert_after(*where, node);
    }

    /// Takes an entry of this queue out of the queue.
    static void cancel(entry& node) noexcept { entry_list::unlink(node); }

    /// The earliest deadline, or `max()` if the queue is empty.
    [[nodiscard]] moment next() const noexcept {
        return is_empty() ? (moment::max)() : entries_.front().deadline_;
    }

    /// Unlinks the entries with a deadline up to `now`, in the order of the deadlines. Calls
    /// `handler(entry&)` for each of these entries. The handler may arm, cancel and destroy any
    /// entry.
    template <class Handler>
    void expire(moment now, Handler handler) {
        while (!is_empty() && entries_.front().deadline_ <= now) {
            entry& due = entries_.front();
            cancel(due);
            handler(due);
        }
    }

private:
    entry_list entries_;
};

} // namespace tollgate::timer

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

namespace tollgate::timer {

/// A `timer_queue` for deadlines that mostly come in ascending order, as deadlines of one duration
/// do: a sorted list that is searched from its end.
///
///     tollgate::timer::fifo queue;
///     tollgate::timer::entry wait;
///     queue.arm(wait, std::chrono::seconds(10));
///     queue.expire(std::chrono::seconds(10), [](tollgate::timer::entry&) { /* is over */ });
///
/// It is exact: an entry expires at the first `expire` at or after its deadline. Entries of the
/// same deadline expire in the order in which they were armed.
///
/// - *Threads*: one at a time.
/// - *Lifetime*: the queue must be empty when it is destroyed.
/// - *Cost*: 24 bytes. `arm` is a few stores, and reads each entry with a later deadline; `cancel`
///   and `next` take a few instructions. Do not use it for many timers that you move later again
///   and again: each goes back somewhere in the middle.
class fifo {
public:
    /// A deadline.
    using moment = entry::moment;

    /// By how much an entry may expire late.
    static constexpr moment resolution{0};

    /// Whether there is no entry.
    [[nodiscard]] bool is_empty() const noexcept { return entries_.is_empty(); }

    /// Links an entry that is not linked, behind the entries of the same deadline.
    void arm(entry& node, moment deadline) noexcept {
        node.deadline_ = deadline;
        entry* where = &entries_.back();
        while (!entries_.is_head(*where) && where->deadline_ > deadline) {
            where = &entry_list::before(*where);
        }
        entry_list::insert_after(*where, node);
    }

    /// Unlinks an entry of this queue.
    static void cancel(entry& node) noexcept { entry_list::unlink(node); }

    /// The earliest deadline; `max()` if there is no entry.
    [[nodiscard]] moment next() const noexcept {
        return is_empty() ? (moment::max)() : entries_.front().deadline_;
    }

    /// Unlinks the entries with a deadline up to `now`, in the order of deadlines, and calls
    /// `handler(entry&)` for each. The handler may arm, cancel and destroy any entry.
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

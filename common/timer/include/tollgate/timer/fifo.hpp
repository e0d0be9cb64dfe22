// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

namespace tollgate::timer {

/// Deadlines that mostly come in their order, as those of one duration do: a sorted list that is
/// searched from its end. Exact: an entry expires at the first call at or after its deadline, and
/// those of one deadline in the order in which they were armed.
///
/// Cost: `arm` is a few stores behind everything that is earlier, and looks at each entry that is
/// later; `cancel` and `next` a few instructions. 24 bytes. Not for many timers that are moved
/// later again and again: each is put back somewhere in the middle.
///
/// Threads: one at a time.
class fifo {
public:
    using moment = entry::moment;

    static constexpr moment resolution{0};

    [[nodiscard]] bool is_empty() const noexcept { return entries_.is_empty(); }

    /// `one` is not linked. Behind entries of the same deadline.
    void arm(entry& one, moment deadline) noexcept {
        one.deadline_ = deadline;
        entry* where = &entries_.back();
        while (!entries_.is_head(*where) && where->deadline_ > deadline) {
            where = &entry_list::before(*where);
        }
        entry_list::insert_after(*where, one);
    }

    /// `one` is linked here.
    static void cancel(entry& one) noexcept { entry_list::unlink(one); }

    /// Nothing expires before this, if no `arm` comes; max() if there is nothing.
    [[nodiscard]] moment next() const noexcept {
        return is_empty() ? (moment::max)() : entries_.front().deadline_;
    }

    /// As that of `wheel`.
    template <class With>
    void expire(moment now, With with) {
        while (!is_empty() && entries_.front().deadline_ <= now) {
            entry& one = entries_.front();
            cancel(one);
            with(one);
        }
    }

private:
    entry_list entries_;
};

} // namespace tollgate::timer

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

#include <concepts>

namespace tollgate::timer {

/// A queue of entries in the order of their deadlines. There are two queues: `wheel` for any
/// deadlines, and `fifo` for timers that all have the same duration. `expire(now, handler)` takes
/// out the entries whose deadline has come. These entries *expire*.
///
/// - An entry never expires before its deadline.
/// - A call of `expire` takes out every entry whose deadline plus `resolution` is not after `now`.
///   The call may also take out entries whose deadline has come less than `resolution` ago. Both
///   statements also hold if the clock was set back, so that `now` is earlier than the `now` of the
///   last call.
/// - `expire(moment::max(), handler)` takes out all entries, also entries with the deadline
///   `max()`.
/// - `next()` returns the moment at which the next `expire` is necessary, or an earlier moment.
template <class Queue>
concept timer_queue = std::default_initializable<Queue> &&
    requires(Queue& queue, const Queue& unchanged, entry& node, entry::moment when) {
    { Queue::resolution } -> std::convertible_to<entry::moment>;
    { queue.arm(node, when) }
    noexcept;
    { queue.cancel(node) }
    noexcept;
    { unchanged.next() }
    noexcept->std::same_as<entry::moment>;
    { unchanged.is_empty() }
    noexcept->std::same_as<bool>;
    queue.expire(when, [](entry&) {});
};

} // namespace tollgate::timer

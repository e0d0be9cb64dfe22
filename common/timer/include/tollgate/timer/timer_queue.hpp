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
/// - At the latest, an entry expires at the first `expire` whose `now` is at least `resolution`
///   after the deadline. This is also true if the clock was set back, so that `now` is earlier than
///   the `now` of the last call.
/// - `moment::max()` is after every deadline, so `expire(moment::max(), handler)` takes out all
///   entries.
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

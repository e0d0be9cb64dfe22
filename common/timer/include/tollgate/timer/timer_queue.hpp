// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

#include <concepts>

namespace tollgate::timer {

/// A queue of entries by their deadlines: `wheel` for any deadlines, `fifo` for the deadlines of
/// one duration.
///
/// - An entry never expires before its deadline.
/// - An entry expires at the first `expire` for a moment at least `resolution` after its deadline.
///   That also holds if the moment is earlier than the moment of the last `expire`: a clock may be
///   set back.
/// - `moment::max()` is after every deadline.
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

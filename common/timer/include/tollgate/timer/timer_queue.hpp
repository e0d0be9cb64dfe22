// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/entry.hpp>

#include <concepts>

namespace tollgate::timer {

/// Entries by their deadlines: `wheel` for any, `fifo` for those of one duration. Nothing expires
/// before its deadline, and everything at the first `expire` for a moment at least `resolution`
/// after it, also if that moment is before the last one that `expire` was called for: a clock may
/// be set back. `moment::max()` is after everything.
template <class Queue>
concept timer_queue = std::default_initializable<Queue> &&
    requires(Queue& queue, const Queue& seen, entry& one, entry::moment when) {
    { Queue::resolution } -> std::convertible_to<entry::moment>;
    { queue.arm(one, when) }
    noexcept;
    { queue.cancel(one) }
    noexcept;
    { seen.next() }
    noexcept->std::same_as<entry::moment>;
    { seen.is_empty() }
    noexcept->std::same_as<bool>;
    queue.expire(when, [](entry&) {});
};

} // namespace tollgate::timer

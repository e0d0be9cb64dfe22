// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::queue {

/// How a push or a pop ended. Where several would be true, a token that is cancelled comes first:
/// `cancelled` is said although an element is there, or the queue is closed. Then comes the first
/// of these: an element that is there is popped even if the deadline has passed, and a queue that
/// is closed says so. With `while_waiting(token)` a token comes after those, too, and only before
/// the deadline.
enum class status {
    done,
    closed,    ///< a push: nothing was pushed; a pop: nothing is left, and nothing will come
    full,      ///< of `try_push`
    empty,     ///< of `try_pop`
    cancelled, ///< nothing was pushed or popped
    timeout,   ///< nothing was pushed or popped
};

[[nodiscard]] constexpr std::string_view to_string(status how) noexcept {
    switch (how) {
    case status::done:
        return "done";
    case status::closed:
        return "closed";
    case status::full:
        return "full";
    case status::empty:
        return "empty";
    case status::cancelled:
        return "cancelled";
    case status::timeout:
        break;
    }
    return "timeout";
}

} // namespace tollgate::queue

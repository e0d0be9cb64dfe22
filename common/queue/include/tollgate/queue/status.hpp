// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::queue {

/// How a push or a pop ended. If several reasons hold at once, the first of these is returned:
/// 1. `cancelled`, for a token by itself: also if an element is there, or the queue is closed;
/// 2. `done` and `closed`: an element that is there is popped even if the deadline has passed;
/// 3. `cancelled`, for `while_waiting(token)`;
/// 4. `timeout`.
enum class status {
    done,      ///< the element was pushed or popped
    closed,    ///< a push: nothing was pushed; a pop: nothing is left, and nothing will come
    full,      ///< `try_push`: nothing was pushed
    empty,     ///< `try_pop`: nothing was popped
    cancelled, ///< nothing was pushed or popped
    timeout,   ///< nothing was pushed or popped
};

/// The name of the enumerator.
[[nodiscard]] constexpr std::string_view to_string(status value) noexcept {
    switch (value) {
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

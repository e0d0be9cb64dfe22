// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::queue {

/// The result of a push or a pop. If several results are possible at the same time, the call
/// returns the first possible result of this list:
/// 1. `cancelled`, if the argument of the call is the token itself,
/// 2. `done` or `closed`,
/// 3. `cancelled`, if the argument of the call is `while_waiting(token)`,
/// 4. `timeout`.
///
/// For example, a call with a cancelled token returns `cancelled` even if there is an element, or
/// the queue is closed. A pop takes an element even if the deadline has passed.
///
/// A `push_all` may have pushed some of its elements before it returns another status than `done`:
/// see `batch`.
enum class status {
    done,      ///< the call pushed or popped an element
    closed,    ///< the queue is closed: nothing was pushed, or no element is left to pop
    full,      ///< `try_push` found no room, and pushed nothing
    empty,     ///< `try_pop` found no element
    cancelled, ///< the token is cancelled: the call pushed or popped nothing
    timeout,   ///< the deadline has passed: the call pushed or popped nothing
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

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>
#include <vector>

namespace tollgate::queue::orders {

enum class operation { try_push, push, try_pop, pop, close };

[[nodiscard]] constexpr bool is_push(operation what) noexcept {
    return what == operation::try_push || what == operation::push;
}

[[nodiscard]] constexpr std::string_view to_string(operation what) noexcept {
    switch (what) {
    case operation::try_push:
        return "try_push";
    case operation::push:
        return "push";
    case operation::try_pop:
        return "try_pop";
    case operation::pop:
        return "pop";
    case operation::close:
        break;
    }
    return "close";
}

/// What a thread is to do.
struct order {
    operation what;
    int value = 0; ///< that is pushed
};

constexpr order put(int value) noexcept {
    return {operation::try_push, value};
}
constexpr order take{operation::try_pop};
constexpr order shut{operation::close};

/// What became of it. Of two moments the one with the lower number was earlier; each is the moment
/// of one event only.
struct call {
    operation what;
    int value = 0; ///< that was pushed, or not, or was popped
    status result = status::done;
    std::size_t thread = 0;
    std::uint64_t invoked = 0;
    std::uint64_t responded = 0;
};

using history = std::vector<call>;

inline std::ostream& operator<<(std::ostream& out, const call& made) {
    out << "  [" << made.invoked << ", " << made.responded << "] thread " << made.thread << ": "
        << to_string(made.what);
    if (is_push(made.what)) {
        out << '(' << made.value << ')';
    }
    out << ": " << tollgate::queue::to_string(made.result);
    if (!is_push(made.what) && made.what != operation::close && made.result == status::done) {
        out << ' ' << made.value;
    }
    return out << '\n';
}

} // namespace tollgate::queue::orders

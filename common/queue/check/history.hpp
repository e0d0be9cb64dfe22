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

[[nodiscard]] constexpr bool is_push(operation kind) noexcept {
    return kind == operation::try_push || kind == operation::push;
}

[[nodiscard]] constexpr std::string_view to_string(operation kind) noexcept {
    switch (kind) {
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

/// One step of a program: an operation that a thread calls.
struct step {
    operation kind;
    int value = 0; ///< to be pushed
};

constexpr step put(int value) noexcept {
    return {operation::try_push, value};
}
constexpr step take{operation::try_pop};
constexpr step shut{operation::close};

/// A call that has ended. Moments are numbers: the lower is the earlier, and no two events have the
/// same.
struct call {
    operation kind;
    int value = 0; ///< to be pushed, or popped
    status result = status::done;
    std::size_t thread = 0;
    std::uint64_t invoked = 0;
    std::uint64_t responded = 0;
};

using history = std::vector<call>;

inline std::ostream& operator<<(std::ostream& out, const call& ended) {
    out << "  [" << ended.invoked << ", " << ended.responded << "] thread " << ended.thread << ": "
        << to_string(ended.kind);
    if (is_push(ended.kind)) {
        out << '(' << ended.value << ')';
    }
    out << ": " << tollgate::queue::to_string(ended.result);
    if (!is_push(ended.kind) && ended.kind != operation::close && ended.result == status::done) {
        out << ' ' << ended.value;
    }
    return out << '\n';
}

} // namespace tollgate::queue::orders

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string_view>
#include <vector>

namespace tollgate::queue::orders {

enum class operation { try_push, push, push_some, push_all, try_pop, pop, pop_some, close };

[[nodiscard]] constexpr bool is_push(operation kind) noexcept {
    return kind <= operation::push_all;
}

/// The operation of which a batch makes several: those of a ring end at once, those of a queue may
/// have to wait.
[[nodiscard]] constexpr operation one_of(operation kind) noexcept {
    switch (kind) {
    case operation::push_some:
        return operation::try_push;
    case operation::push_all:
        return operation::push;
    case operation::pop_some:
        return operation::try_pop;
    default:
        return kind;
    }
}

[[nodiscard]] constexpr std::string_view to_string(operation kind) noexcept {
    switch (kind) {
    case operation::try_push:
        return "try_push";
    case operation::push:
        return "push";
    case operation::push_some:
        return "push_some";
    case operation::push_all:
        return "push_all";
    case operation::try_pop:
        return "try_pop";
    case operation::pop_some:
        return "pop_some";
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
    int value = 0;         ///< to be pushed; a batch pushes this value, the next one …
    std::size_t count = 1; ///< the most elements of a batch
};

constexpr step put(int value) noexcept {
    return {operation::try_push, value};
}
constexpr step put_some(int value, std::size_t count) noexcept {
    return {operation::push_some, value, count};
}
constexpr step take{operation::try_pop};
constexpr step take_some(std::size_t count) noexcept {
    return {operation::pop_some, 0, count};
}
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
    std::size_t count = 1;       ///< the most elements of a batch, then the number that was moved
    std::vector<int> elements{}; ///< that a batch has popped
};

using history = std::vector<call>;

/// Adds a call that has ended. A batch is as many calls as it has moved elements, and one more if
/// its end was another one than `done`.
inline void add_to(history& calls, const call& ended) {
    call each = ended;
    each.kind = one_of(ended.kind);
    if (each.kind == ended.kind) {
        calls.push_back(ended);
        return;
    }
    each.result = status::done;
    for (std::size_t i = 0; i < ended.count; ++i) {
        each.value = is_push(ended.kind) ? ended.value + static_cast<int>(i) : ended.elements[i];
        calls.push_back(each);
    }
    if (ended.result != status::done) {
        each.value = ended.value + static_cast<int>(ended.count);
        each.result = ended.result;
        calls.push_back(each);
    }
}

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

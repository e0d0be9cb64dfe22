// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/descriptor_watch_linux.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/status.hpp>

#include <concepts>
#include <functional>
#include <utility>

#include <poll.h>

namespace tollgate::queue {

namespace detail {
/// A descriptor that ends a select when it is ready.
template <class Handler>
class descriptor_source {
public:
    static constexpr source_kind kind = source_kind::operation;
    static constexpr bool happens_once = false;

    descriptor_source(int descriptor, short events, Handler handler)
        : descriptor_(descriptor), events_(events), handler_(std::move(handler)) {}

    [[nodiscard]] static bool may_succeed() noexcept { return false; }
    [[nodiscard]] status attempt() const noexcept {
        return is_descriptor_ready(descriptor_, events_) ? status::done : status::empty;
    }
    void finish() { static_cast<void>(std::invoke(handler_)); }

    template <class Wait>
    class registration {
    public:
        explicit registration(const registered<descriptor_source, Wait>& by)
            : watch_(by.source.descriptor_, by.source.events_, by.wait, by.event) {}

        void enter() noexcept { watch_.arm(); }
        static bool settle_order() noexcept { return false; }
        void leave() noexcept { watch_.disarm(); }
        [[nodiscard]] status won() const noexcept { return status::empty; }

    private:
        descriptor_watch watch_;
    };

private:
    int descriptor_;
    short events_;
    Handler handler_;
};
} // namespace detail

/// A source of a select: ends the select with `done` if a read of the descriptor would not block,
/// and calls `handler()`. The source reads nothing. The end of a file, an error, a regular file,
/// and a descriptor that was closed count as ready. A negative descriptor is never ready.
///
///     const auto serve = [](int connection, auto& replies, auto read, auto write) {
///         tollgate::queue::select(tollgate::queue::readable(connection, read),
///                                 tollgate::queue::pop(replies, write));
///     };
///
/// - *Threads*: any number of selects may wait for one descriptor. All of them may end.
/// - *Lifetime*: do not close the descriptor while a select waits for it, or a set keeps it. A
///   child of fork() may destroy a set of its parent that keeps descriptors, but not select it.
/// - *Exceptions*: the select throws std::system_error if it has to wait, and the system refuses
///   the thread that watches descriptors, or another descriptor. It throws std::bad_alloc if there
///   is too little memory. For a `source_set`, `add` throws these exceptions.
/// - *Cost*: a system call for each attempt. A wait takes seven more system calls, and two threads
///   wake up: first the thread that watches all descriptors of the process, and then the select.
template <std::invocable Handler = no_action>
[[nodiscard]] auto readable(int descriptor, Handler handler = {}) {
    return detail::descriptor_source<Handler>(descriptor, POLLIN, std::move(handler));
}

/// The same for a write.
template <std::invocable Handler = no_action>
[[nodiscard]] auto writable(int descriptor, Handler handler = {}) {
    return detail::descriptor_source<Handler>(descriptor, POLLOUT, std::move(handler));
}

} // namespace tollgate::queue

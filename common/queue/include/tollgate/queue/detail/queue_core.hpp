// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/wait.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/park.hpp>
#include <tollgate/sleep/parker.hpp>

#include <cstddef>
#include <limits>
#include <utility>

namespace tollgate::queue::detail {

/// A ring with a single consumer, which may read the first element before the pop.
template <class Ring>
concept has_front = requires(Ring& ring) {
    ring.front();
};

/// A ring that may be full.
template <class Ring>
concept bounded = requires(const Ring& ring) {
    ring.capacity();
};

template <class Queue, class Handler>
class pop_source;
template <class Queue, class Element, class Handler>
class push_source;

/// The core of a queue: a ring, and the threads that wait on its two sides. The `try_` functions
/// are those of the ring. If such a function changes the ring, it notifies the other side.
template <class T, class Ring, class Word, class Time>
class queue_core {
    using parker = sleep::basic_parker<sleep::park, Word, Time>;

public:
    using value_type = T;
    using side = detail::side<parker, Time>;
    static constexpr bool is_bounded = bounded<Ring>;

    queue_core() requires(!is_bounded) = default;
    explicit queue_core(std::size_t capacity) requires is_bounded : ring_(capacity) {}

    template <class Source>
    [[nodiscard, gnu::always_inline]] status try_push(Source&& element) noexcept(is_bounded) {
        const status result = ring_.try_push(std::forward<Source>(element));
        if (result == status::done) [[likely]] {
            notify_pop_side();
        }
        return result;
    }
    template <class Receive>
    [[nodiscard, gnu::always_inline]] status try_pop(Receive receive) noexcept {
        const status result = ring_.try_pop(receive);
        if (result == status::done) [[likely]] {
            notify_push_side();
        }
        return result;
    }
    template <class Element>
    [[nodiscard]] status try_push_some(std::size_t most, Element element,
                                       std::size_t& pushed) noexcept(is_bounded) {
        const status result = ring_.try_push_some(most, element, pushed);
        if (result == status::done) [[likely]] {
            notify_pop_side();
        }
        return result;
    }
    template <class Receive>
    [[nodiscard]] status try_pop_some(std::size_t most, Receive receive,
                                      std::size_t& popped) noexcept {
        const status result = ring_.try_pop_some(most, receive, popped);
        if (result == status::done) [[likely]] {
            notify_push_side();
        }
        return result;
    }

    /// Attempts a push. If the ring is full, waits until the push ends.
    template <class Operation, class DeadlineSource, class By>
    status push_or_wait(const Operation& operation, const DeadlineSource& deadline,
                        const By& cancellation) noexcept(is_bounded) {
        const status result = operation.attempt();
        if constexpr (is_bounded) {
            return result == status::full ? wait(push_side_, operation, deadline, cancellation)
                                          : result;
        } else {
            return result;
        }
    }
    /// Attempts a pop. If the ring is empty, waits until the pop ends.
    template <class Operation, class DeadlineSource, class By>
    status pop_or_wait(const Operation& operation, const DeadlineSource& deadline,
                       const By& cancellation) noexcept {
        const status result = operation.may_succeed() ? operation.attempt() : status::empty;
        return result == status::empty ? wait(pop_side_, operation, deadline, cancellation)
                                       : result;
    }

    [[gnu::always_inline]] void notify_pop_side() noexcept {
        notify(pop_side_, [this] { return ring_.size(); });
    }
    [[gnu::always_inline]] void notify_push_side() noexcept {
        if constexpr (is_bounded) {
            notify(push_side_, [this] { return ring_.capacity() - ring_.size(); });
        }
    }
    void close() noexcept {
        ring_.close();
        push_side_.waiters.notify_all();
        pop_side_.waiters.notify_all();
    }

    [[nodiscard]] Ring& ring() noexcept { return ring_; }
    [[nodiscard]] const Ring& ring() const noexcept { return ring_; }
    /// No pop takes more elements at once.
    [[nodiscard]] std::size_t most_at_once() const noexcept {
        if constexpr (is_bounded) {
            return ring_.capacity();
        } else {
            return (std::numeric_limits<std::size_t>::max)();
        }
    }

private:
    template <class, class>
    friend class pop_source;
    template <class, class, class>
    friend class push_source;

    template <class Count>
    [[gnu::always_inline]] void notify(side& waiting_side, Count count) noexcept {
        if (ring_.is_ordered()) [[likely]] {
            waiting_side.waiters.notify(count);
        } else {
            waiting_side.waiters.notify_fenced(count);
        }
    }

    template <class Operation, class DeadlineSource, class By>
    status wait(side& own_side, const Operation& operation, DeadlineSource deadline,
                const By& cancellation) noexcept {
        return wait_with_token(own_side, operation, deadline, token_of(cancellation),
                               precedence_of(cancellation));
    }
    template <class Operation, class DeadlineSource>
    [[gnu::noinline]] status
    wait_with_token(side& own_side, const Operation& operation, DeadlineSource deadline,
                    const cancel::token& cancellation, precedence first) noexcept {
        return detail::wait<parker, Time, Operation>(own_side, operation, cancellation, first)
            .until(deadline);
    }

    Ring ring_;
    side pop_side_;  ///< threads that wait for an element
    side push_side_; ///< threads that wait for room
};

} // namespace tollgate::queue::detail

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/wait.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/native_word.hpp>
#include <tollgate/sleep/park.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace tollgate::queue {

namespace detail {
/// A ring with a single consumer, which may read the first element before the pop.
template <class Ring>
concept has_front = requires(Ring& ring) {
    ring.front();
};

template <class Queue, class U, class Handler>
class push_source;
} // namespace detail

/// A bounded first-in, first-out queue. A push waits while the queue is full, and a pop waits while
/// the queue is empty. A deadline, a cancelled token or close() can end a wait. Use the aliases
/// `blocking_queue` and `spsc_queue`. Their headers have examples.
///
/// - *Threads*: the template argument `Ring` determines how many threads may push and pop. Waiting
///   threads are served first come, first served. A thread that does not have to wait may overtake
///   waiting threads. If a thread is woken but finds no element or no room, the thread is the first
///   waiting thread again.
/// - *Memory order*: writes before a push are visible after the pop of its element. Pushes, pops
///   and close() are linearizable, also the calls that return `full` or `empty`.
/// - *Lifetime*: destroy the queue only after the last call has returned. An element is destroyed
///   by its pop or by the destructor of the queue, and does not move between its push and its pop.
///   No element is lost: an element whose push returned `done` is returned by one pop, or is still
///   in the queue.
/// - *Exceptions*: only two operations may throw: the constructor of the queue, and the
///   construction of a T from the object that you push. The T is constructed before the queue is
///   changed, so an exception leaves the queue unchanged.
/// - *Cost*: if no thread waits, a push or a pop makes no system call, and reads no clock. A
///   waiting thread spins for about as long as a sleep costs, and then sleeps. A push or a pop
///   wakes at most one thread. A push wakes no thread if the threads that are already being woken
///   are enough for all elements. A pop wakes no thread if the threads that are already being woken
///   are enough for all free places.
///
/// Every push and pop, except the `try_` functions, can take a cancellation as its last argument.
/// The cancellation is a `cancel::token`, a `cancel::from_stop_token`, or `while_waiting(token)`.
/// If several results are possible, the comment of `status` states which result is returned. A call
/// that is in progress when its token is cancelled may still succeed.
///
/// `T` must have a move constructor and a destructor that do not throw. These two functions must
/// not use the queue. A copy constructor that does not throw must not use the queue either. `Word`
/// and `Time` are for checks: `Word` determines how a thread sleeps, and `Time` determines which
/// clock the thread reads.
template <class T, template <class> class Ring, sleep::word_wait Word = sleep::native_word,
          sleep::time_source Time = std::chrono::steady_clock>
class basic_queue {
    static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_destructible_v<T>,
                  "a move that throws would leave the queue half changed: keep a T whose move may "
                  "throw in a std::unique_ptr");

    using parker = sleep::basic_parker<sleep::park, Word, Time>;
    using side = detail::side<parker, Time>;
    using never = cancel::dummy_token;

public:
    using value_type = T;                    ///< the type of the elements
    using clock = std::chrono::steady_clock; ///< the clock of the waits

    /// Makes an open, empty queue for at most `capacity` elements, and allocates all its memory.
    /// Throws std::invalid_argument if the capacity is 0 or too large. May throw std::bad_alloc.
    explicit basic_queue(std::size_t capacity) : ring_(capacity) {}
    basic_queue(const basic_queue&) = delete;
    basic_queue& operator=(const basic_queue&) = delete;
    ~basic_queue() = default;

    /// Appends an element, which is made from any object that converts to T. Waits while the queue
    /// is full. Returns `done`, `closed` or `cancelled`. If the result is not `done`, a T that you
    /// moved into the call is unchanged. An object of another type may have been moved from.
    template <std::convertible_to<T> U = T, detail::cancellation By = never>
    [[nodiscard]] status push(U&& element, const By& cancellation = By()) {
        return push_until_deadline(detail::no_deadline(), std::forward<U>(element), cancellation);
    }
    /// Appends an element if there is room. Does not wait for room. Returns `done`, `closed` or
    /// `full`.
    template <std::convertible_to<T> U = T>
    [[nodiscard]] status try_push(U&& element) {
        return with_element(std::forward<U>(element), [this](auto&& ready) {
            return push_operation<decltype(ready)>{*this, std::addressof(ready)}.attempt();
        });
    }
    /// Like `push`, but waits at most until a deadline, and then returns `timeout`. The deadline
    /// may be of any clock, in any unit.
    /// - `time_point::max()`, or a later moment in another unit, means that there is no deadline. A
    ///   deadline of NaN counts as passed.
    /// - The call never returns `timeout` before the clock has reached the deadline.
    /// - If a clock such as std::chrono::system_clock is set during the wait, the call notices the
    ///   change within a second. For this, the thread wakes each second. The thread keeps its place
    ///   among the waiting threads.
    template <class Clock, class Duration, std::convertible_to<T> U = T,
              detail::cancellation By = never>
    [[nodiscard]] status push_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                    U&& element, const By& cancellation = By()) {
        return push_until_deadline(detail::deadline_source<Time>(deadline),
                                   std::forward<U>(element), cancellation);
    }
    /// Like `push`, but returns `timeout` after a wait of at least `time`. The wait is counted from
    /// the call, or from a moment up to a few microseconds after the call.
    template <class Rep, class Period, std::convertible_to<T> U = T,
              detail::cancellation By = never>
    [[nodiscard]] status push_for(const std::chrono::duration<Rep, Period>& time, U&& element,
                                  const By& cancellation = By()) {
        return push_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                   std::forward<U>(element), cancellation);
    }

    /// Takes the first element out of the queue. Waits while the queue is empty. Returns the
    /// element, or the status `closed` or `cancelled`.
    template <detail::cancellation By = never>
    [[nodiscard]] popped<T> pop(const By& cancellation = By()) {
        return pop_until_deadline(detail::no_deadline(), cancellation);
    }
    /// Takes the first element out of the queue if there is an element. Does not wait for an
    /// element. Returns the element, or the status `closed` or `empty`.
    [[nodiscard]] popped<T> try_pop() {
        popped<T> result(status::empty);
        result.status_ = pop_operation{*this, result}.attempt();
        return result;
    }
    /// Like `pop`, but waits at most until a deadline, and then returns `timeout`. See `push_until`
    /// for the deadline.
    template <class Clock, class Duration, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                      const By& cancellation = By()) {
        return pop_until_deadline(detail::deadline_source<Time>(deadline), cancellation);
    }
    /// Like `pop`, but returns `timeout` after a wait of at least `time`. See `push_for` for the
    /// time.
    template <class Rep, class Period, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_for(const std::chrono::duration<Rep, Period>& time,
                                    const By& cancellation = By()) {
        return pop_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                  cancellation);
    }

    /// Returns a pointer to the first element, which the next pop takes, or null if there is no
    /// element. Only the single consumer may call this function.
    [[nodiscard]] T* peek() noexcept requires detail::has_front<Ring<T>> {
        return ring_.front_status() == status::done ? std::addressof(ring_.front()) : nullptr;
    }
    /// Waits until there is an element, and leaves the element in the queue. Returns `done`,
    /// `closed` or `cancelled`. Only the single consumer may call this function.
    template <detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const By& cancellation = By()) {
        return wait_until_deadline(detail::no_deadline(), cancellation);
    }
    /// Waits for an element at most until a deadline, and then returns `timeout`. See `push_until`
    /// for the deadline.
    template <class Clock, class Duration, detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const std::chrono::time_point<Clock, Duration>& deadline,
                                          const By& cancellation = By()) {
        return wait_until_deadline(detail::deadline_source<Time>(deadline), cancellation);
    }
    /// Waits for an element, and returns `timeout` after a wait of at least `time`. See `push_for`
    /// for the time.
    template <class Rep, class Period, detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const std::chrono::duration<Rep, Period>& time,
                                          const By& cancellation = By()) {
        return wait_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                   cancellation);
    }

    /// Closes the queue for ever, and wakes all waiting threads. After this call each push returns
    /// `closed`. Pops take the elements that are left. When no element is left, each pop returns
    /// `closed`. Any thread may call this function, any number of times.
    void close() noexcept {
        ring_.close();
        push_side_.waiters.notify_all();
        pop_side_.waiters.notify_all();
    }
    /// Returns whether the queue has been closed. Any thread may call this function.
    [[nodiscard]] bool is_closed() const noexcept { return ring_.is_closed(); }
    /// The number of elements in the queue. This number is an estimate while other threads push or
    /// pop. Any thread may call this function.
    [[nodiscard]] std::size_t size() const noexcept { return ring_.size(); }
    /// The largest number of elements, as given to the constructor. Any thread may call this
    /// function.
    [[nodiscard]] std::size_t capacity() const noexcept { return ring_.capacity(); }

private:
    template <class, class>
    friend class detail::pop_source;
    template <class, class, class>
    friend class detail::push_source;

    // The operations that a thread attempts, and for which it waits: see detail::wait.

    template <class Source>
    struct push_operation {
        basic_queue& owner;
        std::remove_reference_t<Source>* element;

        [[nodiscard]] bool may_succeed() const noexcept { return owner.ring_.may_push(); }
        void settle_order() const noexcept { owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_push_side(); }
        [[nodiscard, gnu::always_inline]] status attempt() const noexcept {
            const status result = owner.ring_.try_push(static_cast<Source>(*element));
            if (result == status::done) [[likely]] {
                owner.notify_pop_side();
            }
            return result;
        }
    };

    struct pop_operation {
        basic_queue& owner;
        popped<T>& destination;

        [[nodiscard]] bool may_succeed() const noexcept { return owner.ring_.may_pop(); }
        void settle_order() const noexcept { owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_pop_side(); }
        [[nodiscard, gnu::always_inline]] status attempt() const noexcept {
            const status result = owner.ring_.try_pop(
                [this](T&& element) { destination.accept(std::move(element)); });
            if (result == status::done) [[likely]] {
                owner.notify_push_side();
            }
            return result;
        }
    };

    /// Succeeds if there is an element, and leaves the element in the queue.
    struct peek_operation {
        basic_queue& owner;

        [[nodiscard]] bool may_succeed() const noexcept { return owner.ring_.may_pop(); }
        void settle_order() const noexcept { owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_pop_side(); }
        [[nodiscard, gnu::always_inline]] status attempt() const noexcept {
            return owner.ring_.front_status();
        }
    };

    void notify_pop_side() noexcept {
        notify(pop_side_, [this] { return ring_.size(); });
    }
    void notify_push_side() noexcept {
        notify(push_side_, [this] { return ring_.capacity() - ring_.size(); });
    }
    template <class Count>
    void notify(side& waiting_side, Count count) noexcept {
        if (ring_.is_ordered()) [[likely]] {
            waiting_side.waiters.notify(count);
        } else {
            waiting_side.waiters.notify_fenced(count);
        }
    }

    /// Calls `function` with an object from which a T can be made without exceptions.
    template <class U, class Function>
    static status with_element(U&& source, Function function) {
        if constexpr (std::is_same_v<std::remove_cvref_t<U>, T> &&
                      std::is_nothrow_constructible_v<T, U&&>) {
            return function(std::forward<U>(source));
        } else {
            return function(static_cast<T>(std::forward<U>(source)));
        }
    }

    template <class DeadlineSource, class U, class By>
    status push_until_deadline(DeadlineSource deadline, U&& element, const By& cancellation) {
        if (detail::must_not_begin(cancellation)) [[unlikely]] {
            return status::cancelled;
        }
        return with_element(std::forward<U>(element), [&](auto&& ready) {
            const push_operation<decltype(ready)> operation{*this, std::addressof(ready)};
            const status result = operation.attempt();
            return result == status::full ? wait(push_side_, operation, deadline, cancellation)
                                          : result;
        });
    }

    template <class DeadlineSource, class By>
    popped<T> pop_until_deadline(DeadlineSource deadline, const By& cancellation) {
        popped<T> result(status::empty);
        if (detail::must_not_begin(cancellation)) [[unlikely]] {
            result.status_ = status::cancelled;
            return result;
        }
        const pop_operation operation{*this, result};
        status outcome = operation.may_succeed() ? operation.attempt() : status::empty;
        if (outcome == status::empty) {
            outcome = wait(pop_side_, operation, deadline, cancellation);
        }
        result.status_ = outcome;
        return result;
    }

    template <class DeadlineSource, class By>
    status wait_until_deadline(DeadlineSource deadline, const By& cancellation) {
        if (detail::must_not_begin(cancellation)) [[unlikely]] {
            return status::cancelled;
        }
        const peek_operation operation{*this};
        const status result = operation.attempt();
        return result == status::empty ? wait(pop_side_, operation, deadline, cancellation)
                                       : result;
    }

    template <class Operation, class DeadlineSource, class By>
    status wait(side& own_side, const Operation& operation, DeadlineSource deadline,
                const By& cancellation) noexcept {
        return wait_with_token(own_side, operation, deadline, detail::token_of(cancellation),
                               detail::precedence_of(cancellation));
    }
    template <class Operation, class DeadlineSource>
    [[gnu::noinline]] status
    wait_with_token(side& own_side, const Operation& operation, DeadlineSource deadline,
                    const cancel::token& cancellation, detail::precedence first) noexcept {
        return detail::wait<parker, Time, Operation>(own_side, operation, cancellation, first)
            .until(deadline);
    }

    Ring<T> ring_;
    side pop_side_;  ///< threads that wait for an element
    side push_side_; ///< threads that wait for room
};

} // namespace tollgate::queue

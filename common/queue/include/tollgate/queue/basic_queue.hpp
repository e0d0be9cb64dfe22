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
/// A ring with a single consumer, which may read the first element before it pops it.
template <class Ring>
concept has_front = requires(Ring& ring) {
    ring.front();
};
} // namespace detail

/// A bounded first-in, first-out queue: a push waits while the queue is full, a pop while it is
/// empty. A wait ends by a deadline, by a cancelled token or by close(). The ring decides how many
/// threads may push and pop. You use `blocking_queue` or `spsc_queue`; their headers have examples.
///
/// - *Threads*: as many as the ring allows. Waiting threads are served first come, first served. A
///   thread that need not wait may overtake them. A thread that was woken in vain is first again.
/// - *Memory order*: what was written before a push is visible after the pop of its element.
///   Pushes, pops and close() are linearizable, the answers `full` and `empty` included.
/// - *Lifetime*: the queue may be destroyed after the last call has returned, not before. An
///   element lives in place from its push to its pop, or to the end of the queue. Nothing is lost:
///   an element whose push returned `done` is popped by one pop, or is still inside.
/// - *Exceptions*: only the constructor, and the making of a T from what you push, may throw. The T
///   is made before the queue is touched, so a throw leaves the queue as it was.
/// - *Cost*: without a wait, no system call and no clock reading. A waiting thread spins for about
///   as long as a sleep costs, then sleeps. A push or a pop wakes at most one thread, and none if
///   as many wake-ups are under way as there are elements, or free places.
///
/// Every push and pop but the `try_` forms takes a cancellation as its last argument: any
/// `cancel::token`, a `cancel::from_stop_token`, or `while_waiting(token)`. `status` has the order
/// in which several reasons to return are reported. An operation that is under way when its token
/// is cancelled may still succeed.
///
/// `T` must be movable and destructible without exceptions. Its move, its destructor and a copy
/// that does not throw must not use the queue. `Word` and `Time` are for checks: how a thread
/// sleeps, and which clock it reads.
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
    /// Throws std::invalid_argument for a capacity of 0 or beyond the largest, and std::bad_alloc.
    explicit basic_queue(std::size_t capacity) : ring_(capacity) {}
    basic_queue(const basic_queue&) = delete;
    basic_queue& operator=(const basic_queue&) = delete;
    ~basic_queue() = default;

    /// Appends an element, made of anything that converts to T; waits while the queue is full.
    /// Returns `done`, `closed` or `cancelled`. If not `done`, a T that you moved in is unchanged;
    /// another object that a T was made of may be moved from.
    template <std::convertible_to<T> U = T, detail::cancellation By = never>
    [[nodiscard]] status push(U&& element, const By& cancellation = By()) {
        return push_until_deadline(detail::no_deadline(), std::forward<U>(element), cancellation);
    }
    /// Appends an element if there is room. Returns `done`, `closed` or `full` at once.
    template <std::convertible_to<T> U = T>
    [[nodiscard]] status try_push(U&& element) {
        return with_element(std::forward<U>(element), [this](auto&& ready) {
            return push_operation<decltype(ready)>{*this, std::addressof(ready)}.attempt();
        });
    }
    /// `push` that waits until a deadline of any clock, in any unit, and then returns `timeout`.
    /// - `time_point::max()` is no deadline, nor is one beyond the clock's range; NaN has passed.
    /// - It never returns `timeout` before its clock has come to the deadline.
    /// - A clock that is set meanwhile (std::chrono::system_clock) is noticed within a second: the
    ///   thread wakes each second for that, and keeps its place in the wait queue.
    template <class Clock, class Duration, std::convertible_to<T> U = T,
              detail::cancellation By = never>
    [[nodiscard]] status push_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                    U&& element, const By& cancellation = By()) {
        return push_until_deadline(detail::deadline_source<Time>(deadline),
                                   std::forward<U>(element), cancellation);
    }
    /// `push` that waits for at least `time`, counted from the call, and then returns `timeout`. If
    /// it has to wait, the count may begin a few microseconds later.
    template <class Rep, class Period, std::convertible_to<T> U = T,
              detail::cancellation By = never>
    [[nodiscard]] status push_for(const std::chrono::duration<Rep, Period>& time, U&& element,
                                  const By& cancellation = By()) {
        return push_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                   std::forward<U>(element), cancellation);
    }

    /// Takes the first element out; waits while the queue is empty. Returns the element, or
    /// `closed` or `cancelled`.
    template <detail::cancellation By = never>
    [[nodiscard]] popped<T> pop(const By& cancellation = By()) {
        return pop_until_deadline(detail::no_deadline(), cancellation);
    }
    /// Takes the first element out if there is one. Returns it, or `closed` or `empty`, at once.
    [[nodiscard]] popped<T> try_pop() {
        popped<T> result(status::empty);
        result.status_ = pop_operation{*this, result}.attempt();
        return result;
    }
    /// `pop` that waits until a deadline, as `push_until`, and then returns `timeout`.
    template <class Clock, class Duration, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                      const By& cancellation = By()) {
        return pop_until_deadline(detail::deadline_source<Time>(deadline), cancellation);
    }
    /// `pop` that waits for at least `time`, as `push_for`, and then returns `timeout`.
    template <class Rep, class Period, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_for(const std::chrono::duration<Rep, Period>& time,
                                    const By& cancellation = By()) {
        return pop_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                  cancellation);
    }

    /// For the single consumer: the element that its next pop takes, in its place, or null.
    [[nodiscard]] T* peek() noexcept requires detail::has_front<Ring<T>> {
        return ring_.front_status() == status::done ? std::addressof(ring_.front()) : nullptr;
    }
    /// For the single consumer: waits for an element and leaves it inside. Returns `done`, `closed`
    /// or `cancelled`.
    template <detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const By& cancellation = By()) {
        return wait_until_deadline(detail::no_deadline(), cancellation);
    }
    /// The same until a deadline, as `push_until`: returns `timeout`, too.
    template <class Clock, class Duration, detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const std::chrono::time_point<Clock, Duration>& deadline,
                                          const By& cancellation = By()) {
        return wait_until_deadline(detail::deadline_source<Time>(deadline), cancellation);
    }
    /// The same for at least `time`, as `push_for`: returns `timeout`, too.
    template <class Rep, class Period, detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const std::chrono::duration<Rep, Period>& time,
                                          const By& cancellation = By()) {
        return wait_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                   cancellation);
    }

    /// Closes the queue for ever and wakes all waiting threads. From then on each push returns
    /// `closed`; a pop takes what is left, and then returns `closed`. Any thread, any number of
    /// times.
    void close() noexcept {
        ring_.close();
        push_side_.waiters.notify_all();
        pop_side_.waiters.notify_all();
    }
    /// Whether the queue has been closed. Any thread.
    [[nodiscard]] bool is_closed() const noexcept { return ring_.is_closed(); }
    /// The number of elements inside; an estimate while other threads push or pop. Any thread.
    [[nodiscard]] std::size_t size() const noexcept { return ring_.size(); }
    /// The largest number of elements, as given to the constructor. Any thread.
    [[nodiscard]] std::size_t capacity() const noexcept { return ring_.capacity(); }

private:
    // What a thread attempts and waits for: see detail::wait.

    template <class Source>
    struct push_operation {
        basic_queue& owner;
        std::remove_reference_t<Source>* element;

        [[nodiscard]] bool may_succeed() const noexcept { return owner.ring_.may_push(); }
        void settle_order() const noexcept { owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_push_side(); }
        [[nodiscard]] status attempt() const noexcept {
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
        [[nodiscard]] status attempt() const noexcept {
            const status result = owner.ring_.try_pop(
                [this](T&& element) { destination.accept(std::move(element)); });
            if (result == status::done) [[likely]] {
                owner.notify_push_side();
            }
            return result;
        }
    };

    /// Takes nothing.
    struct peek_operation {
        basic_queue& owner;

        [[nodiscard]] bool may_succeed() const noexcept { return owner.ring_.may_pop(); }
        void settle_order() const noexcept { owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_pop_side(); }
        [[nodiscard]] status attempt() const noexcept { return owner.ring_.front_status(); }
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

    /// Calls `function` with an object of which a T can be made without exceptions.
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

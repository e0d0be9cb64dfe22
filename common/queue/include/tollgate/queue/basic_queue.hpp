// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/detail/batches.hpp>
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

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tollgate::queue {

namespace detail {
/// A ring with a single consumer, which may read the first element before the pop.
template <class Ring>
concept has_front = requires(Ring& ring) {
    ring.front();
};

template <class Queue, class U, class Handler>
class push_source;

/// A ring that may be full.
template <class Ring>
concept bounded = requires(const Ring& ring) {
    ring.capacity();
};
} // namespace detail

/// A first-in, first-out queue. A push waits while the queue is full, and a pop waits while the
/// queue is empty. A deadline, a cancelled token or close() can end a wait. Use the aliases
/// `blocking_queue`, `spsc_queue` and `unbounded_queue`. Their headers have examples.
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
/// - *Exceptions*: only these operations may throw: the constructor of the queue, the construction
///   of a T from the object that you push, the iterators of a range that you push, and the growth
///   of a vector for popped elements. A T is constructed, and a vector grows, before the queue is
///   changed. So an exception leaves the queue unchanged, except that `push_all` may have pushed
///   the elements before. A push to an `unbounded_queue` may also throw std::bad_alloc.
/// - *Cost*: if no thread waits, a push or a pop makes no system call, and reads no clock. A
///   waiting thread spins for about as long as a sleep costs, and then sleeps. A push or a pop
///   wakes at most one thread, also if it moves a batch of elements: the woken thread then wakes
///   the next one. A push wakes no thread if the threads that are already being woken are enough
///   for all elements. A pop wakes no thread if the threads that are already being woken are enough
///   for all free places.
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
    static constexpr bool is_bounded = detail::bounded<Ring<T>>;

public:
    using value_type = T;                    ///< the type of the elements
    using clock = std::chrono::steady_clock; ///< the clock of the waits

    /// Makes an open, empty queue for at most `capacity` elements, and allocates all its memory.
    /// Throws std::invalid_argument if the capacity is 0 or too large. May throw std::bad_alloc.
    explicit basic_queue(std::size_t capacity) requires is_bounded : ring_(capacity) {}
    /// Makes an open, empty queue without a capacity. May throw std::bad_alloc.
    basic_queue() requires(!is_bounded) = default;
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
        requires detail::bounded<Ring<T>>
    [[nodiscard]] status push_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                    U&& element, const By& cancellation = By()) {
        return push_until_deadline(detail::deadline_source<Time>(deadline),
                                   std::forward<U>(element), cancellation);
    }
    /// Like `push`, but returns `timeout` after a wait of at least `time`. The wait is counted from
    /// the call, or from a moment up to a few microseconds after the call.
    template <class Rep, class Period, std::convertible_to<T> U = T,
              detail::cancellation By = never>
        requires detail::bounded<Ring<T>>
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

    /// Appends all elements of a range in their order, and waits for room as often as needed.
    /// Returns `done`, `closed` or `cancelled`, and the number of elements that were pushed.
    /// - The elements of an lvalue and of a view are copied. Elements of other rvalues, such as
    ///   `std::move(vector)`, are moved. A T that was not pushed is unchanged. Of elements of
    ///   another type, the first one that was not pushed may have been moved from.
    /// - Elements of other producers may come between the elements of the range.
    /// - All elements for which there is room are pushed at once, and wake one thread, if the range
    ///   is contiguous and a T is copied or moved without exceptions. Otherwise the elements are
    ///   pushed one by one. If an exception ends the call, earlier elements remain in the queue.
    template <detail::batch_of<T> Range, detail::cancellation By = never>
    [[nodiscard]] batch push_all(Range&& elements, const By& cancellation = By()) {
        return push_all_until_deadline(detail::no_deadline(), std::forward<Range>(elements),
                                       cancellation);
    }
    /// Like `push_all`, but returns `timeout` if the call has to wait after the deadline. See
    /// `push_until` for the deadline.
    template <class Clock, class Duration, detail::batch_of<T> Range,
              detail::cancellation By = never>
        requires detail::bounded<Ring<T>>
    [[nodiscard]] batch push_all_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                       Range&& elements, const By& cancellation = By()) {
        return push_all_until_deadline(detail::deadline_source<Time>(deadline),
                                       std::forward<Range>(elements), cancellation);
    }
    /// Like `push_all_until`, with a deadline after this time. The time is counted from the first
    /// wait of the call.
    template <class Rep, class Period, detail::batch_of<T> Range, detail::cancellation By = never>
        requires detail::bounded<Ring<T>>
    [[nodiscard]] batch push_all_for(const std::chrono::duration<Rep, Period>& time,
                                     Range&& elements, const By& cancellation = By()) {
        std::optional<clock::time_point> deadline; // of all waits
        const auto source = [&] {
            return deadline ? *deadline
                            : deadline.emplace(sleep::deadline_after(time, Time::now()));
        };
        return push_all_until_deadline(source, std::forward<Range>(elements), cancellation);
    }

    /// Takes the first elements out of the queue, as many as there are, and at most as many as
    /// `places` has. Waits only while the queue is empty. Returns `done`, `closed` or `cancelled`,
    /// and the number of popped elements, which is at least 1 if the status is `done`. The popped
    /// elements replace the first objects of `places`. If `places` is empty, the call returns
    /// `done` at once.
    template <std::size_t Extent, detail::cancellation By = never>
    [[nodiscard]] batch pop_some(std::span<T, Extent> places, const By& cancellation = By()) {
        return pop_some_until_deadline(detail::no_deadline(), detail::existing_places<T>(places),
                                       cancellation);
    }
    /// Like `pop_some(places)`, but appends the popped elements to a vector, at most `most`. If
    /// there is too little memory for this number of elements, or for `capacity()` elements, throws
    /// std::bad_alloc or std::length_error before the call pops an element.
    template <class Allocator, detail::cancellation By = never>
    [[nodiscard]] batch pop_some(std::vector<T, Allocator>& target, std::size_t most,
                                 const By& cancellation = By()) {
        return pop_some_until_deadline(detail::no_deadline(), end_of(target, most), cancellation);
    }
    /// Like `pop_some`, but waits at most until a deadline, and then returns `timeout`. See
    /// `push_until` for the deadline.
    template <class Clock, class Duration, std::size_t Extent, detail::cancellation By = never>
    [[nodiscard]] batch pop_some_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                       std::span<T, Extent> places, const By& cancellation = By()) {
        return pop_some_until_deadline(detail::deadline_source<Time>(deadline),
                                       detail::existing_places<T>(places), cancellation);
    }
    /// The same for a vector.
    template <class Clock, class Duration, class Allocator, detail::cancellation By = never>
    [[nodiscard]] batch pop_some_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                       std::vector<T, Allocator>& target, std::size_t most,
                                       const By& cancellation = By()) {
        return pop_some_until_deadline(detail::deadline_source<Time>(deadline),
                                       end_of(target, most), cancellation);
    }
    /// Like `pop_some`, but returns `timeout` after a wait of at least `time`. See `push_for` for
    /// the time.
    template <class Rep, class Period, std::size_t Extent, detail::cancellation By = never>
    [[nodiscard]] batch pop_some_for(const std::chrono::duration<Rep, Period>& time,
                                     std::span<T, Extent> places, const By& cancellation = By()) {
        return pop_some_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                       detail::existing_places<T>(places), cancellation);
    }
    /// The same for a vector.
    template <class Rep, class Period, class Allocator, detail::cancellation By = never>
    [[nodiscard]] batch pop_some_for(const std::chrono::duration<Rep, Period>& time,
                                     std::vector<T, Allocator>& target, std::size_t most,
                                     const By& cancellation = By()) {
        return pop_some_until_deadline([&] { return sleep::deadline_after(time, Time::now()); },
                                       end_of(target, most), cancellation);
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
    [[nodiscard]] std::size_t capacity() const noexcept requires is_bounded {
        return ring_.capacity();
    }

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
        bool settle_order() const noexcept { return owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_push_side(); }
        [[nodiscard, gnu::always_inline]] status attempt() const noexcept(is_bounded) {
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
        bool settle_order() const noexcept { return owner.ring_.settle_order(); }
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

    /// Pushes as many elements as there is room for, from `elements[pushed]` to
    /// `elements[count-1]`, at least one.
    template <class Source>
    struct push_some_operation {
        basic_queue& owner;
        std::remove_reference_t<Source>* elements;
        std::size_t count;
        std::size_t& pushed;

        [[nodiscard]] bool may_succeed() const noexcept { return owner.ring_.may_push(); }
        bool settle_order() const noexcept { return owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_push_side(); }
        [[nodiscard]] status attempt() const noexcept(is_bounded) {
            std::size_t more = 0;
            const status result = owner.ring_.try_push_some(
                count - pushed,
                [first = elements + pushed](std::size_t i) -> Source {
                    return static_cast<Source>(first[i]);
                },
                more);
            if (result == status::done) [[likely]] {
                pushed += more;
                owner.notify_pop_side();
            }
            return result;
        }
    };

    /// Pops as many elements as there are, and at most as many as there are places, at least one.
    template <class Places>
    struct pop_some_operation {
        basic_queue& owner;
        Places& places;
        std::size_t& popped;

        [[nodiscard]] bool may_succeed() const noexcept { return owner.ring_.may_pop(); }
        bool settle_order() const noexcept { return owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_pop_side(); }
        [[nodiscard]] status attempt() const noexcept {
            const status result = owner.ring_.try_pop_some(
                places.most(),
                [this](T&& element, std::size_t i) { places.accept(std::move(element), i); },
                popped);
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
        bool settle_order() const noexcept { return owner.ring_.settle_order(); }
        void notify_next() const noexcept { owner.notify_pop_side(); }
        [[nodiscard]] status attempt() const noexcept { return owner.ring_.front_status(); }
    };

    void notify_pop_side() noexcept {
        notify(pop_side_, [this] { return ring_.size(); });
    }
    void notify_push_side() noexcept {
        if constexpr (is_bounded) {
            notify(push_side_, [this] { return ring_.capacity() - ring_.size(); });
        }
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
            return push_or_wait(push_operation<decltype(ready)>{*this, std::addressof(ready)},
                                deadline, cancellation);
        });
    }
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

    template <class DeadlineSource, class By>
    popped<T> pop_until_deadline(DeadlineSource deadline, const By& cancellation) {
        popped<T> result(status::empty);
        if (detail::must_not_begin(cancellation)) [[unlikely]] {
            result.status_ = status::cancelled;
            return result;
        }
        result.status_ = pop_or_wait(pop_operation{*this, result}, deadline, cancellation);
        return result;
    }
    template <class Operation, class DeadlineSource, class By>
    status pop_or_wait(const Operation& operation, const DeadlineSource& deadline,
                       const By& cancellation) noexcept {
        const status result = operation.may_succeed() ? operation.attempt() : status::empty;
        return result == status::empty ? wait(pop_side_, operation, deadline, cancellation)
                                       : result;
    }

    template <class DeadlineSource, class Range, class By>
    batch push_all_until_deadline(const DeadlineSource& deadline, Range&& elements,
                                  const By& cancellation) {
        using source = detail::source_of<Range>;
        batch result{detail::must_not_begin(cancellation) ? status::cancelled : status::done, 0};
        if constexpr (detail::is_pushed_at_once<Range, T>) {
            const push_some_operation<source> operation{*this, std::ranges::data(elements),
                                                        std::ranges::size(elements), result.count};
            while (result && result.count != operation.count) {
                result.status = push_or_wait(operation, deadline, cancellation);
            }
        } else {
            auto next = std::ranges::begin(elements);
            const auto end = std::ranges::end(elements);
            while (result && next != end) {
                result.status =
                    push_until_deadline(deadline, static_cast<source>(*next), cancellation);
                if (result) {
                    ++next;
                    ++result.count;
                }
            }
        }
        return result;
    }

    template <class DeadlineSource, class Places, class By>
    batch pop_some_until_deadline(const DeadlineSource& deadline, Places places,
                                  const By& cancellation) {
        batch result{detail::must_not_begin(cancellation) ? status::cancelled : status::done, 0};
        if (result && places.most() != 0) {
            const pop_some_operation<Places> operation{*this, places, result.count};
            result.status = pop_or_wait(operation, deadline, cancellation);
        }
        return result;
    }

    /// No more than `capacity()` elements can be popped at once.
    template <class Allocator>
    detail::appended_places<T, Allocator> end_of(std::vector<T, Allocator>& target,
                                                 std::size_t most) const {
        if constexpr (is_bounded) {
            most = (std::min)(most, capacity());
        }
        return {target, most};
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

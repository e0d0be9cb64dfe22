// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/detail/batches.hpp>
#include <tollgate/queue/detail/deadline_source.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/queue_calls.hpp>
#include <tollgate/queue/detail/queue_core.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/sleep/native_word.hpp>
#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace tollgate::queue {

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
///   wakes at most one thread, also if it moves several elements at once: the woken thread then
///   wakes the next one. A push wakes no thread if the threads that are already being woken are
///   enough for all elements. A pop wakes no thread if the threads that are already being woken are
///   enough for all free places.
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

    using core = detail::queue_core<T, Ring<T>, Word, Time>;
    using never = cancel::dummy_token;
    static constexpr bool is_bounded = core::is_bounded;

public:
    using value_type = T;                    ///< the type of the elements
    using clock = std::chrono::steady_clock; ///< the clock of the waits

    /// Makes an open, empty queue for at most `capacity` elements, and allocates all its memory.
    /// Throws std::invalid_argument if the capacity is 0 or too large. May throw std::bad_alloc.
    explicit basic_queue(std::size_t capacity) requires is_bounded : core_(capacity) {}
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
        return detail::push_until_deadline(core_, detail::no_deadline(), std::forward<U>(element),
                                           cancellation);
    }
    /// Appends an element if there is room. Does not wait for room. Returns `done`, `closed` or
    /// `full`.
    template <std::convertible_to<T> U = T>
    [[nodiscard]] status try_push(U&& element) {
        return detail::push_at_once(core_, std::forward<U>(element));
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
    requires is_bounded [[nodiscard]] status
    push_until(const std::chrono::time_point<Clock, Duration>& deadline, U&& element,
               const By& cancellation = By()) {
        return detail::push_until_deadline(core_, detail::deadline_source<Time>(deadline),
                                           std::forward<U>(element), cancellation);
    }
    /// Like `push`, but returns `timeout` after a wait of at least `time`. The wait is counted from
    /// the call, or from a moment up to a few microseconds after the call.
    template <class Rep, class Period, std::convertible_to<T> U = T,
              detail::cancellation By = never>
    requires is_bounded [[nodiscard]] status
    push_for(const std::chrono::duration<Rep, Period>& time, U&& element,
             const By& cancellation = By()) {
        return detail::push_until_deadline(core_, detail::deadline_source<Time>(time),
                                           std::forward<U>(element), cancellation);
    }

    /// Takes the first element out of the queue. Waits while the queue is empty. Returns the
    /// element, or the status `closed` or `cancelled`.
    template <detail::cancellation By = never>
    [[nodiscard]] popped<T> pop(const By& cancellation = By()) {
        return detail::pop_until_deadline(core_, detail::no_deadline(), cancellation);
    }
    /// Takes the first element out of the queue if there is an element. Does not wait for an
    /// element. Returns the element, or the status `closed` or `empty`.
    [[nodiscard]] popped<T> try_pop() { return detail::pop_at_once(core_); }
    /// Like `pop`, but waits at most until a deadline, and then returns `timeout`. See `push_until`
    /// for the deadline.
    template <class Clock, class Duration, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                      const By& cancellation = By()) {
        return detail::pop_until_deadline(core_, detail::deadline_source<Time>(deadline),
                                          cancellation);
    }
    /// Like `pop`, but returns `timeout` after a wait of at least `time`. See `push_for` for the
    /// time.
    template <class Rep, class Period, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_for(const std::chrono::duration<Rep, Period>& time,
                                    const By& cancellation = By()) {
        return detail::pop_until_deadline(core_, detail::deadline_source<Time>(time), cancellation);
    }

    /// Appends all elements of a range in their order, and waits for room as often as needed.
    /// Returns `done`, `closed` or `cancelled`, and the number of elements that were pushed.
    /// - The elements of an lvalue and of a view are copied. Elements of other rvalues, such as
    ///   `std::move(vector)`, are moved. A T that was not pushed is unchanged. Of elements of
    ///   another type, the first one that was not pushed may have been moved from.
    /// - Elements of other producers may come between the elements of the range.
    /// - All elements for which there is room are pushed at once, and wake one thread, if the range
    ///   is an array of T, such as a vector, and a T is copied or moved without exceptions.
    ///   Otherwise the elements are pushed one by one. If an exception ends the call, earlier
    ///   elements remain in the queue.
    template <detail::batch_of<T> Range, detail::cancellation By = never>
    [[nodiscard]] batch push_all(Range&& elements, const By& cancellation = By()) {
        return detail::push_all_until_deadline(core_, detail::no_deadline(),
                                               std::forward<Range>(elements), cancellation);
    }
    /// Like `push_all`, but returns `timeout` if the call has to wait after the deadline. See
    /// `push_until` for the deadline.
    template <class Clock, class Duration, detail::batch_of<T> Range,
              detail::cancellation By = never>
    requires is_bounded [[nodiscard]] batch
    push_all_until(const std::chrono::time_point<Clock, Duration>& deadline, Range&& elements,
                   const By& cancellation = By()) {
        return detail::push_all_until_deadline(core_, detail::deadline_source<Time>(deadline),
                                               std::forward<Range>(elements), cancellation);
    }
    /// Like `push_all_until`, with a deadline after this time. The time is counted from the first
    /// wait of the call.
    template <class Rep, class Period, detail::batch_of<T> Range, detail::cancellation By = never>
    requires is_bounded [[nodiscard]] batch
    push_all_for(const std::chrono::duration<Rep, Period>& time, Range&& elements,
                 const By& cancellation = By()) {
        std::optional<clock::time_point> deadline; // of all waits
        const auto first = detail::deadline_source<Time>(time);
        const auto source = [&] { return deadline ? *deadline : deadline.emplace(first()); };
        return detail::push_all_until_deadline(core_, source, std::forward<Range>(elements),
                                               cancellation);
    }

    /// Takes the first elements out of the queue, as many as there are, and at most as many as
    /// there are `places`. Waits only while the queue is empty. Returns `done`, `closed` or
    /// `cancelled`, and the number of popped elements, which is at least 1 if the status is `done`.
    /// If there are no places, the call returns `done` at once.
    /// - If `places` is a `std::span<T>`, the popped elements replace its first objects.
    /// - If `places` is `append_to(vector, most)`, the popped elements are appended to the vector.
    ///   The memory is allocated first, for at most `capacity()` elements.
    template <detail::places_for<T> Places, detail::cancellation By = never>
    [[nodiscard]] batch pop_some(Places places, const By& cancellation = By()) {
        return detail::pop_some_until_deadline(core_, detail::no_deadline(), places, cancellation);
    }
    /// Like `pop_some`, but waits at most until a deadline, and then returns `timeout`. See
    /// `push_until` for the deadline.
    template <class Clock, class Duration, detail::places_for<T> Places,
              detail::cancellation By = never>
    [[nodiscard]] batch pop_some_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                       Places places, const By& cancellation = By()) {
        return detail::pop_some_until_deadline(core_, detail::deadline_source<Time>(deadline),
                                               places, cancellation);
    }
    /// Like `pop_some`, but returns `timeout` after a wait of at least `time`. See `push_for` for
    /// the time.
    template <class Rep, class Period, detail::places_for<T> Places,
              detail::cancellation By = never>
    [[nodiscard]] batch pop_some_for(const std::chrono::duration<Rep, Period>& time, Places places,
                                     const By& cancellation = By()) {
        return detail::pop_some_until_deadline(core_, detail::deadline_source<Time>(time), places,
                                               cancellation);
    }

    /// Returns a pointer to the first element, which the next pop takes, or null if there is no
    /// element. Only the single consumer may call this function.
    [[nodiscard]] T* peek() noexcept requires detail::has_front<Ring<T>> {
        return core_.ring().front_status() == status::done ? std::addressof(core_.ring().front())
                                                           : nullptr;
    }
    /// Waits until there is an element, and leaves the element in the queue. Returns `done`,
    /// `closed` or `cancelled`. Only the single consumer may call this function.
    template <detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const By& cancellation = By()) {
        return detail::wait_until_deadline(core_, detail::no_deadline(), cancellation);
    }
    /// Waits for an element, but returns `timeout` at a deadline, or after a time. See `push_until`
    /// for the deadline, and `push_for` for the time.
    template <detail::time_limit Limit, detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const Limit& limit, const By& cancellation = By()) {
        return detail::wait_until_deadline(core_, detail::deadline_source<Time>(limit),
                                           cancellation);
    }

    /// Closes the queue for ever, and wakes all waiting threads. After this call each push returns
    /// `closed`. Pops take the elements that are left. When no element is left, each pop returns
    /// `closed`. Any thread may call this function, any number of times.
    void close() noexcept { core_.close(); }
    /// Returns whether the queue has been closed. Any thread may call this function.
    [[nodiscard]] bool is_closed() const noexcept { return core_.ring().is_closed(); }
    /// The number of elements in the queue. This number is an estimate while other threads push or
    /// pop. Any thread may call this function.
    [[nodiscard]] std::size_t size() const noexcept { return core_.ring().size(); }
    /// The largest number of elements, as given to the constructor. Any thread may call this
    /// function.
    [[nodiscard]] std::size_t capacity() const noexcept requires is_bounded {
        return core_.ring().capacity();
    }

private:
    template <class, class>
    friend class detail::pop_source;
    template <class, class, class>
    friend class detail::push_source;

    core core_;
};

// Design: common/queue/README.md.

} // namespace tollgate::queue

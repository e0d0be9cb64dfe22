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
/// A ring with one consumer, who may look at what lies there before it takes it.
template <class Ring>
concept has_front = requires(Ring& ring) {
    ring.front();
};
} // namespace detail

/// A bounded first-in, first-out queue whose pushes wait while it is full and whose pops wait while
/// it is empty, until a deadline, until a token is cancelled, or until it is closed. Which threads
/// may push and pop is the ring's to say: see `blocking_queue` and `spsc_queue`.
///
///     queue::blocking_queue<job> jobs(64);
///
///     if (jobs.push(job{…}) != queue::status::done) {     // a producer
///         return;
///     }
///     while (auto next = jobs.pop(cancellation)) {        // a consumer
///         run(*next);
///     }
///
/// How it waits. A thread that finds nothing looks again, awake, for about as long as sleeping
/// would cost; it learns from its sleeps whether that pays, and does not do it where the other side
/// runs on the same CPU. Then it sleeps in a line of its side, first come first served. Who pushes
/// (or pops) wakes one of that line, and only if more elements (or more room) are there than
/// wake-ups under way: a queue that is never waited for makes no system call, and threads that are
/// not slower than they wake up are not woken for each element. A thread that is awake may overtake
/// those that sleep; who was woken for nothing goes to the front of the line.
///
/// Elements. Whatever a T can be made of may be pushed. It is made before the queue is touched, so
/// what that throws leaves nothing behind; a T is moved into its place at once, or copied if that
/// cannot throw; moving must not. A T's move, destructor and such a copy must not use the queue,
/// which is between two states then. A push that is not `done` leaves a T that was to be moved as
/// it was (something else that a T was made of may be used up). An element lives from its push to
/// its pop, in place, or to the end of the queue. Nothing is lost: what a push said was done is
/// popped by one pop, or is still inside.
///
/// Cancelling. A token comes first: once it is cancelled, each push and each pop that it was given
/// to says `cancelled`, also if there is an element, or room, or the queue is closed. A cancelled
/// worker so ends after the element that it has, however much is left. `while_waiting(token)` in
/// its place comes last: what can be done at once is done, so that a worker takes what is left, and
/// `cancelled` is said where it would have to wait. A push or a pop that is under way when the
/// token is cancelled may be done yet.
///
/// Closing. After close() every push says `closed`, pops take what is left and then say `closed`,
/// and all waiters are woken. It cannot be opened again.
///
/// Memory order: what was written before a push is visible after the pop of its element. Pushes,
/// pops and close() are linearizable, `full` and `empty` included: the check
/// check/interleavings_check.cpp looks at all orders of steps for small numbers of threads.
///
/// Threads: when the last call has returned, and not before, the queue may be destroyed.
///
/// Deadlines are absolute, in any unit. `time_point::max()` is none, and so is what the clock
/// cannot hold; NaN has passed. They may be of any clock. One that is set during a wait, as
/// std::chrono::system_clock may be, is noticed within a second, for which the thread wakes each
/// second; it keeps its place in line. No wait says `timeout` before its clock has come to its
/// deadline. Times are from the call on, or from a few microseconds later if it had to wait.
/// Waits are never shorter than that.
///
/// `Word` and `Time` are for checks: how a thread sleeps, and what time it is.
template <class T, template <class> class Ring, sleep::word_wait Word = sleep::native_word,
          sleep::time_source Time = std::chrono::steady_clock>
class basic_queue {
    static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_destructible_v<T>,
                  "elements are moved where nobody could take back what was begun: keep one whose "
                  "move may throw in a std::unique_ptr");

    using parker = sleep::basic_parker<sleep::park, Word, Time>;
    using side = detail::side<parker, Time>;
    using never = cancel::dummy_token;

public:
    using value_type = T;
    using clock = std::chrono::steady_clock;

    /// Holds so many elements, at least 1; the memory for them is taken here. Throws
    /// std::invalid_argument and std::bad_alloc.
    explicit basic_queue(std::size_t capacity) : ring_(capacity) {}
    basic_queue(const basic_queue&) = delete;
    basic_queue& operator=(const basic_queue&) = delete;
    ~basic_queue() = default;

    /// `done`, `closed` or `cancelled`.
    template <std::convertible_to<T> U = T, detail::cancellation By = never>
    [[nodiscard]] status push(U&& element, const By& cancellation = By()) {
        return push_within(detail::no_limit(), std::forward<U>(element), cancellation);
    }
    /// `done`, `closed` or `full`, at once.
    template <std::convertible_to<T> U = T>
    [[nodiscard]] status try_push(U&& element) {
        return with_element(std::forward<U>(element), [this](auto&& ready) {
            return push_errand<decltype(ready)>{*this, std::addressof(ready)}.look();
        });
    }
    /// `done`, `closed`, `cancelled` or `timeout`.
    template <class Clock, class Duration, std::convertible_to<T> U = T,
              detail::cancellation By = never>
    [[nodiscard]] status push_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                    U&& element, const By& cancellation = By()) {
        return push_within(detail::limit_at<Time>(deadline), std::forward<U>(element),
                           cancellation);
    }
    template <class Rep, class Period, std::convertible_to<T> U = T,
              detail::cancellation By = never>
    [[nodiscard]] status push_for(const std::chrono::duration<Rep, Period>& time, U&& element,
                                  const By& cancellation = By()) {
        return push_within([&] { return sleep::deadline_after(time, Time::now()); },
                           std::forward<U>(element), cancellation);
    }

    /// An element, or `closed` or `cancelled`.
    template <detail::cancellation By = never>
    [[nodiscard]] popped<T> pop(const By& cancellation = By()) {
        return pop_within(detail::no_limit(), cancellation);
    }
    /// An element, or `closed` or `empty`, at once.
    [[nodiscard]] popped<T> try_pop() {
        popped<T> got(status::empty);
        got.status_ = pop_errand{*this, got}.look();
        return got;
    }
    /// An element, or `closed`, `cancelled` or `timeout`.
    template <class Clock, class Duration, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                      const By& cancellation = By()) {
        return pop_within(detail::limit_at<Time>(deadline), cancellation);
    }
    template <class Rep, class Period, detail::cancellation By = never>
    [[nodiscard]] popped<T> pop_for(const std::chrono::duration<Rep, Period>& time,
                                    const By& cancellation = By()) {
        return pop_within([&] { return sleep::deadline_after(time, Time::now()); }, cancellation);
    }

    /// For the one consumer: the element that its next pop takes, where it lies, or null.
    [[nodiscard]] T* peek() noexcept requires detail::has_front<Ring<T>> {
        return ring_.look() == status::done ? std::addressof(ring_.front()) : nullptr;
    }
    /// For the one consumer: `done` when there is an element, or `closed`, `cancelled` or
    /// `timeout`.
    template <detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const By& cancellation = By()) {
        return wait_within(detail::no_limit(), cancellation);
    }
    template <class Clock, class Duration, detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const std::chrono::time_point<Clock, Duration>& deadline,
                                          const By& cancellation = By()) {
        return wait_within(detail::limit_at<Time>(deadline), cancellation);
    }
    template <class Rep, class Period, detail::cancellation By = never>
        requires detail::has_front<Ring<T>>
    [[nodiscard]] status wait_for_element(const std::chrono::duration<Rep, Period>& time,
                                          const By& cancellation = By()) {
        return wait_within([&] { return sleep::deadline_after(time, Time::now()); }, cancellation);
    }

    /// Any thread, as often as it likes.
    void close() noexcept {
        ring_.close();
        room_.line.notify_all();
        items_.line.notify_all();
    }
    [[nodiscard]] bool is_closed() const noexcept { return ring_.is_closed(); }
    /// How many elements are inside; about, if somebody pushes or pops meanwhile.
    [[nodiscard]] std::size_t size() const noexcept { return ring_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return ring_.capacity(); }

private:
    /// See detail::wait.
    template <class Source>
    struct push_errand {
        basic_queue& of;
        std::remove_reference_t<Source>* element;

        [[nodiscard]] bool may() const noexcept { return of.ring_.may_push(); }
        void settle_order() const noexcept { of.ring_.settle_order(); }
        void notify() const noexcept { of.notify_of_room(); }
        [[nodiscard]] status look() const noexcept {
            const status seen = of.ring_.try_push(static_cast<Source>(*element));
            if (seen == status::done) [[likely]] {
                of.notify_of_items();
            }
            return seen;
        }
    };

    struct pop_errand {
        basic_queue& of;
        popped<T>& into;

        [[nodiscard]] bool may() const noexcept { return of.ring_.may_pop(); }
        void settle_order() const noexcept { of.ring_.settle_order(); }
        void notify() const noexcept { of.notify_of_items(); }
        [[nodiscard]] status look() const noexcept {
            const status seen =
                of.ring_.try_pop([this](T&& element) { into.accept(std::move(element)); });
            if (seen == status::done) [[likely]] {
                of.notify_of_room();
            }
            return seen;
        }
    };

    /// Takes nothing.
    struct look_errand {
        basic_queue& of;

        [[nodiscard]] bool may() const noexcept { return of.ring_.may_pop(); }
        void settle_order() const noexcept { of.ring_.settle_order(); }
        void notify() const noexcept { of.notify_of_items(); }
        [[nodiscard]] status look() const noexcept { return of.ring_.look(); }
    };

    void notify_of_items() noexcept {
        notify(items_, [this] { return ring_.size(); });
    }
    void notify_of_room() noexcept {
        notify(room_, [this] { return ring_.capacity() - ring_.size(); });
    }
    template <class Count>
    void notify(side& where, Count count) noexcept {
        if (ring_.is_ordered()) [[likely]] {
            where.line.notify(count);
        } else {
            where.line.notify_fenced(count);
        }
    }

    /// Calls `with` with something that a T can be made of without throwing.
    template <class U, class With>
    static status with_element(U&& given, With with) {
        if constexpr (std::is_same_v<std::remove_cvref_t<U>, T> &&
                      std::is_nothrow_constructible_v<T, U&&>) {
            return with(std::forward<U>(given));
        } else {
            return with(static_cast<T>(std::forward<U>(given)));
        }
    }

    template <class Limit, class U, class By>
    status push_within(Limit limit, U&& element, const By& by) {
        if (detail::is_called_off(by)) [[unlikely]] {
            return status::cancelled;
        }
        return with_element(std::forward<U>(element), [&](auto&& ready) {
            const push_errand<decltype(ready)> errand{*this, std::addressof(ready)};
            const status seen = errand.look();
            return seen == status::full ? wait(room_, errand, limit, by) : seen;
        });
    }

    template <class Limit, class By>
    popped<T> pop_within(Limit limit, const By& by) {
        popped<T> got(status::empty);
        if (detail::is_called_off(by)) [[unlikely]] {
            got.status_ = status::cancelled;
            return got;
        }
        const pop_errand errand{*this, got};
        status seen = errand.may() ? errand.look() : status::empty;
        if (seen == status::empty) {
            seen = wait(items_, errand, limit, by);
        }
        got.status_ = seen;
        return got;
    }

    template <class Limit, class By>
    status wait_within(Limit limit, const By& by) {
        if (detail::is_called_off(by)) [[unlikely]] {
            return status::cancelled;
        }
        const look_errand errand{*this};
        const status seen = errand.look();
        return seen == status::empty ? wait(items_, errand, limit, by) : seen;
    }

    template <class Errand, class Limit, class By>
    status wait(side& where, const Errand& errand, Limit limit, const By& by) noexcept {
        return wait_in(where, errand, limit, detail::token_of(by), detail::precedence_of(by));
    }
    template <class Errand, class Limit>
    [[gnu::noinline]] status wait_in(side& where, const Errand& errand, Limit limit,
                                     const cancel::token& cancellation,
                                     detail::precedence first) noexcept {
        return detail::wait<parker, Time, Errand>(where, errand, cancellation, first).until(limit);
    }

    Ring<T> ring_;
    side items_; ///< who waits for elements
    side room_;  ///< who waits for room
};

} // namespace tollgate::queue

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/channel_calls.hpp>
#include <tollgate/fiber/detail/channel_core.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/detail/batches.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace tollgate::fiber {

/// A first-in, first-out channel between fibers. A push waits while the channel is full, and a pop
/// waits while the channel is empty. A timeout, a cancelled token or close() also ends a wait. Use
/// `channel` for the fibers of one thread, and `shared_channel` for the fibers of several threads.
/// The headers of `channel` and `shared_channel` have examples.
///
/// Waiting pops and waiting pushes are served first come, first served. A push gives its element
/// directly to a waiting pop, so no other fiber can take this element. Only the first of several
/// events ends a wait. For example, a pop that was given an element returns this element, however
/// late its fiber runs. No element is lost: if a push returned `done`, one pop returns the element,
/// or the channel still keeps the element.
///
/// - *Threads*: the comments of `channel` and `shared_channel` state which threads may use them. A
///   wait needs `basic_round_robin<Clock>` as the scheduling algorithm of its thread. try_push(),
///   try_pop() and close() need no algorithm.
/// - *Lifetime*: destroy the channel only when no fiber waits in the channel. The move and the
///   destructor of a T must neither use the channel nor yield, because they may run under the
///   channel's lock.
/// - *Exceptions*: a wait without `basic_round_robin<Clock>` throws std::logic_error. If a push
///   makes a T from another type, the construction of the T may throw. Such an exception leaves the
///   channel unchanged. If a push does not return `done`, a T that you pass as an rvalue keeps its
///   value.
/// - *Cost*: the comments of `channel` and `shared_channel` state the cost of a call. If one fiber
///   pushes and another fiber pops on a channel with a capacity of 1, three elements take two
///   switches. Calls are inlined, so a wait returns directly into the function that called push or
///   pop.
///
/// Each push and pop except try_push() and try_pop() takes a cancellation as an optional last
/// argument. A cancellation is any `cancel::token`, a `cancel::from_stop_token`, or
/// `queue::while_waiting(token)`. If you pass a token that is cancelled, the call returns
/// `cancelled`, even if it could succeed without a wait. If you pass `while_waiting`, the call
/// returns `cancelled` only if it would have to wait.
///
/// A timeout never ends a wait early. `basic_round_robin` describes how late a timeout may end a
/// wait. A call that can succeed without a wait succeeds with every timeout. A deadline may be in
/// any unit. A deadline that the clock cannot represent means no deadline. A deadline that is NaN
/// has already passed.
template <class T, class Clock, detail::sharing Sharing>
class basic_channel {
    static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_destructible_v<T>,
                  "a push must not fail while it moves its element: keep an element whose move "
                  "may throw in a std::unique_ptr");

    using core = detail::channel_core<T, Clock, Sharing>;
    using wait_timeout = typename core::wait_timeout;
    using never = cancel::dummy_token;

public:
    using value_type = T;                          ///< the type of the elements
    using clock = Clock;                           ///< the scheduler's clock
    using time_point = typename Clock::time_point; ///< a moment of this clock
    using status = queue::status;                  ///< the result of a call
    using popped = queue::popped<T>;               ///< an element, or the status if there is none
    using batch = queue::batch;                    ///< the result of a call for several elements
    using alarm = basic_alarm<Clock>;              ///< a timeout for many waits

    /// Makes a channel that keeps up to `capacity` elements. With a capacity of 0, a push is done
    /// when a pop takes its element. The constructor allocates the memory for all elements, and
    /// throws std::bad_alloc if there is too little.
    explicit basic_channel(std::size_t capacity) : core_(capacity) {}
    basic_channel(const basic_channel&) = delete;
    basic_channel& operator=(const basic_channel&) = delete;
    ~basic_channel() = default;

    /// Pushes an element. Returns `done`, `closed` or `cancelled`.
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] status push(U&& element, const By& cancellation = By()) {
        return core_.give_or_wait(wait_timeout::none(),
                                  detail::as_element<T>(std::forward<U>(element)), cancellation);
    }
    /// Pushes an element without a wait. Returns `done`, `closed` or `full`.
    template <std::convertible_to<T> U = T>
    [[nodiscard]] status try_push(U&& element) {
        return core_.try_give(detail::as_element<T>(std::forward<U>(element)));
    }
    /// Like `push`, but returns `timeout` at the deadline. The deadline is a moment of any clock,
    /// in any unit, or an alarm.
    /// - If another clock than the scheduler's is set during the wait, the channel notices the
    ///   change within a second. The fiber keeps its place in the wait queue.
    /// - If the deadline is an alarm, the call returns `timeout` when the alarm goes off, and reads
    ///   no clock.
    template <detail::deadline_in<Clock> Deadline, std::convertible_to<T> U = T,
              queue::detail::cancellation By = never>
    [[nodiscard]] status push_until(Deadline&& deadline, U&& element,
                                    const By& cancellation = By()) {
        return detail::push_until(core_, deadline, detail::as_element<T>(std::forward<U>(element)),
                                  cancellation);
    }
    /// Like `push`, but returns `timeout` after this time: a duration or a `deferred`. A duration
    /// counts from the call, and the call reads the clock if it has to wait. With a `deferred`, the
    /// call reads no clock. With a time of zero or less, the call does not wait.
    template <detail::time_in<Clock> Time, std::convertible_to<T> U = T,
              queue::detail::cancellation By = never>
    [[nodiscard]] status push_for(const Time& time, U&& element, const By& cancellation = By()) {
        return core_.give_or_wait(wait_timeout::within(time),
                                  detail::as_element<T>(std::forward<U>(element)), cancellation);
    }

    /// Pops an element. Returns the element, or `closed` or `cancelled`.
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop(const By& cancellation = By()) {
        return core_.take_or_wait(wait_timeout::none(), cancellation);
    }
    /// Pops an element without a wait. Returns the element, or `closed` or `empty`.
    [[nodiscard]] popped try_pop() { return core_.try_take(); }
    /// Like `pop`, but returns `timeout` at the deadline. See `push_until` for the deadline.
    template <detail::deadline_in<Clock> Deadline, queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_until(Deadline&& deadline,
                                                       const By& cancellation = By()) {
        return detail::pop_until(core_, deadline, cancellation);
    }
    /// Like `pop`, but returns `timeout` after this time. See `push_for` for the time.
    template <detail::time_in<Clock> Time, queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_for(const Time& time,
                                                     const By& cancellation = By()) {
        return core_.take_or_wait(wait_timeout::within(time), cancellation);
    }

    /// Pushes all elements of a range in their order, and waits for room as often as needed.
    /// Returns `done`, `closed` or `cancelled`, and the number of elements that were pushed.
    /// `queue::basic_queue` describes which elements are moved, and which are pushed at once. All
    /// elements that are pushed at once take the lock once, and the waiting fibers are woken after
    /// that. With a capacity of 0, each element waits for its pop.
    template <queue::detail::batch_of<T> Range, queue::detail::cancellation By = never>
    [[nodiscard]] batch push_all(Range&& elements, const By& cancellation = By()) {
        return detail::push_all(
            core_, std::forward<Range>(elements), cancellation,
            [&](T&& element) { return push(std::move(element), cancellation); });
    }
    /// Like `push_all`, but returns `timeout` if the call has to wait after the deadline. See
    /// `push_until` for the deadline.
    template <detail::deadline_in<Clock> Deadline, queue::detail::batch_of<T> Range,
              queue::detail::cancellation By = never>
    [[nodiscard]] batch push_all_until(Deadline&& deadline, Range&& elements,
                                       const By& cancellation = By()) {
        return detail::push_all(
            core_, std::forward<Range>(elements), cancellation,
            [&](T&& element) { return push_until(deadline, std::move(element), cancellation); });
    }
    /// Like `push_all`, but returns `timeout` if the call has to wait when the time is over. The
    /// time is a duration or a `deferred`, and counts from the scheduler's first clock check in the
    /// first wait of the call.
    template <detail::time_in<Clock> Time, queue::detail::batch_of<T> Range,
              queue::detail::cancellation By = never>
    [[nodiscard]] batch push_all_for(const Time& time, Range&& elements,
                                     const By& cancellation = By()) {
        std::optional<alarm> end; // of all waits
        return detail::push_all(core_, std::forward<Range>(elements), cancellation,
                                [&](T&& element) {
                                    if (wait_timeout::within(time).is_over()) {
                                        return push_for(time, std::move(element), cancellation);
                                    }
                                    if (!end) {
                                        end.emplace(detail::duration_of(time));
                                    }
                                    return push_until(*end, std::move(element), cancellation);
                                });
    }

    /// Pops the first elements, as many as the channel keeps, and at most as many as there are
    /// `places`: a `std::span<T>`, or `queue::append_to(vector, most)`. `queue::basic_queue`
    /// describes the places. Waits only while there is no element. Returns `done`, `closed` or
    /// `cancelled`, and the number of popped elements, which is at least 1 if the status is `done`.
    /// If there are no places, the call returns `done` at once. With a capacity of 0, the call pops
    /// one element.
    template <queue::detail::places_for<T> Places, queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some(Places places, const By& cancellation = By()) {
        return detail::pop_some(core_, places, cancellation, [&] { return pop(cancellation); });
    }
    /// Like `pop_some`, but returns `timeout` at the deadline. See `push_until` for the deadline.
    template <detail::deadline_in<Clock> Deadline, queue::detail::places_for<T> Places,
              queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some_until(Deadline&& deadline, Places places,
                                       const By& cancellation = By()) {
        return detail::pop_some(core_, places, cancellation,
                                [&] { return pop_until(deadline, cancellation); });
    }
    /// Like `pop_some`, but returns `timeout` after this time. See `push_for` for the time.
    template <detail::time_in<Clock> Time, queue::detail::places_for<T> Places,
              queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some_for(const Time& time, Places places,
                                     const By& cancellation = By()) {
        return detail::pop_some(core_, places, cancellation,
                                [&] { return pop_for(time, cancellation); });
    }

    /// Closes the channel, and wakes all waiting fibers. Afterwards every push returns `closed`. A
    /// pop returns an element while there are elements left, and then `closed`. A waiting push
    /// returns `closed`, and its element is not taken. You may call close() again, without effect.
    void close() noexcept { core_.close(); }
    /// Whether close() was called.
    [[nodiscard]] bool is_closed() const noexcept { return core_.is_closed(); }
    /// The number of elements that the channel keeps, without the elements of waiting pushes.
    [[nodiscard]] std::size_t size() const noexcept { return core_.size(); }
    /// The number of elements that the channel can keep.
    [[nodiscard]] std::size_t capacity() const noexcept { return core_.capacity(); }

private:
    template <class>
    friend class detail::channel_source;

    core core_;
};

// Design: common/fiber/README.md, "Channels" and "Waits".

} // namespace tollgate::fiber

namespace tollgate::queue {

/// Deleted, because a channel is no queue: use fiber::pop.
template <class T, class Clock, fiber::detail::sharing Sharing, class Handler>
auto pop(fiber::basic_channel<T, Clock, Sharing>&, Handler) = delete; // use fiber::pop
/// Deleted, because a channel is no queue: use fiber::push.
template <class T, class Clock, fiber::detail::sharing Sharing, class U, class Handler = int>
auto push(fiber::basic_channel<T, Clock, Sharing>&, U&&, Handler = {}) = delete; // use fiber::push

} // namespace tollgate::queue

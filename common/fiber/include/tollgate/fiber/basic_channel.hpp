// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/channel_lock.hpp>
#include <tollgate/fiber/detail/foreign_clock_alarm.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/ring_buffer.hpp>
#include <tollgate/fiber/detail/wait_timeout.hpp>
#include <tollgate/fiber/detail/waiter.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/detail/batches.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tollgate::fiber {

namespace detail {
template <class Channel>
class channel_source;
}

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

    using waiter = detail::waiter<Clock, Sharing>;
    using node = detail::channel_node;
    using wait_queue = typename node::wait_queue;
    using joint_wait = queue::detail::joint_wait;
    using wait_timeout = detail::wait_timeout<Clock>;
    using mutex = detail::channel_lock<T, Sharing>;
    using lock = std::unique_lock<mutex>;
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
    explicit basic_channel(std::size_t capacity) : items_(capacity) {}
    basic_channel(const basic_channel&) = delete;
    basic_channel& operator=(const basic_channel&) = delete;
    ~basic_channel() {
        assert(receivers_.empty() && senders_.empty() && "destroyed while a fiber waits");
    }

    /// Pushes an element. Returns `done`, `closed` or `cancelled`.
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] status push(U&& element, const By& cancellation = By()) {
        return push_within(wait_timeout::none(), as_element(std::forward<U>(element)),
                           cancellation);
    }
    /// Pushes an element without a wait. Returns `done`, `closed` or `full`.
    template <std::convertible_to<T> U = T>
    [[nodiscard]] status try_push(U&& element) {
        return try_give(as_element(std::forward<U>(element)));
    }
    /// Returns `done`, `closed`, `cancelled` or `timeout`. The deadline is of the scheduler's
    /// clock.
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard]] status push_until(sleep::deadline_of<Clock> deadline, U&& element,
                                    const By& cancellation = By()) {
        return push_within(wait_timeout::until(deadline.at()), as_element(std::forward<U>(element)),
                           cancellation);
    }
    /// Returns `done`, `closed`, `cancelled` or `timeout`. The deadline is of another clock. If the
    /// other clock is set during the wait, the channel notices the change within a second. The
    /// fiber keeps its place in the wait queue.
    template <class Other, class Duration, std::convertible_to<T> U = T,
              queue::detail::cancellation By = never>
        requires(!std::same_as<Other, Clock>)
    [[nodiscard]] status push_until(const std::chrono::time_point<Other, Duration>& deadline,
                                    U&& element, const By& cancellation = By()) {
        auto&& ready = as_element(std::forward<U>(element));
        const status at_once = push_within(wait_timeout::at_once(), std::move(ready), cancellation);
        if (at_once != status::timeout) {
            return at_once;
        }
        detail::foreign_clock_alarm<Clock, Other> end(deadline);
        return push_within(wait_timeout::until(end), std::move(ready), cancellation);
    }
    /// Returns `done`, `closed`, `cancelled`, or `timeout` if the alarm goes off. The call reads no
    /// clock.
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard]] status push_until(alarm& end, U&& element, const By& cancellation = By()) {
        return push_within(wait_timeout::until(end), as_element(std::forward<U>(element)),
                           cancellation);
    }
    /// Returns `done`, `closed`, `cancelled` or `timeout`. The time counts from the call, and the
    /// call reads the clock if it has to wait. With a time of zero or less, the call does not wait.
    template <class Rep, class Period, std::convertible_to<T> U = T,
              queue::detail::cancellation By = never>
    [[nodiscard]] status push_for(const std::chrono::duration<Rep, Period>& time, U&& element,
                                  const By& cancellation = By()) {
        return push_within(wait_timeout::within(tollgate::sleep::nanoseconds_of(time)),
                           as_element(std::forward<U>(element)), cancellation);
    }
    /// Returns `done`, `closed`, `cancelled` or `timeout`. The call reads no clock.
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard]] status push_for(deferred time, U&& element, const By& cancellation = By()) {
        return push_within(wait_timeout::within(time), as_element(std::forward<U>(element)),
                           cancellation);
    }

    /// Pops an element. Returns the element, or `closed` or `cancelled`.
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop(const By& cancellation = By()) {
        return pop_within(wait_timeout::none(), cancellation);
    }
    /// Pops an element without a wait. Returns the element, or `closed` or `empty`.
    [[nodiscard]] popped try_pop() {
        popped element(status::empty);
        lock held(mutex_);
        take(held, element);
        return element;
    }
    /// Returns an element, or `closed`, `cancelled` or `timeout`. The deadline is of the
    /// scheduler's clock.
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_until(sleep::deadline_of<Clock> deadline,
                                                       const By& cancellation = By()) {
        return pop_within(wait_timeout::until(deadline.at()), cancellation);
    }
    /// Returns an element, or `closed`, `cancelled` or `timeout`. The deadline is of another clock.
    /// If the other clock is set during the wait, the channel notices the change within a second.
    /// The fiber keeps its place in the wait queue.
    template <class Other, class Duration, queue::detail::cancellation By = never>
        requires(!std::same_as<Other, Clock>)
    [[nodiscard]] popped pop_until(const std::chrono::time_point<Other, Duration>& deadline,
                                   const By& cancellation = By()) {
        popped element = pop_within(wait_timeout::at_once(), cancellation);
        if (element.status() == status::timeout) {
            detail::foreign_clock_alarm<Clock, Other> end(deadline);
            element = pop_within(wait_timeout::until(end), cancellation);
        }
        return element;
    }
    /// Returns an element, or `closed` or `cancelled`, or `timeout` if the alarm goes off. The call
    /// reads no clock.
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_until(alarm& end, const By& cancellation = By()) {
        return pop_within(wait_timeout::until(end), cancellation);
    }
    /// Returns an element, or `closed`, `cancelled` or `timeout`. The time counts from the call,
    /// and the call reads the clock if it has to wait. With a time of zero or less, the call does
    /// not wait.
    template <class Rep, class Period, queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_for(const std::chrono::duration<Rep, Period>& time,
                                                     const By& cancellation = By()) {
        return pop_within(wait_timeout::within(tollgate::sleep::nanoseconds_of(time)),
                          cancellation);
    }
    /// Returns an element, or `closed`, `cancelled` or `timeout`. The call reads no clock.
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_for(deferred time, const By& cancellation = By()) {
        return pop_within(wait_timeout::within(time), cancellation);
    }

    /// Pushes all elements of a range in their order, and waits for room as often as needed.
    /// Returns `done`, `closed` or `cancelled`, and the number of elements that were pushed.
    /// `queue::basic_queue` describes which elements are moved, and which are pushed at once. All
    /// elements that are pushed at once take the lock once, and the waiting fibers are woken after
    /// that. With a capacity of 0, each element waits for its pop.
    template <queue::detail::batch_of<T> Range, queue::detail::cancellation By = never>
    [[nodiscard]] batch push_all(Range&& elements, const By& cancellation = By()) {
        return push_all_by(std::forward<Range>(elements), cancellation,
                           [&](T&& element) { return push(std::move(element), cancellation); });
    }
    /// Like `push_all`, but returns `timeout` if the call has to wait after the deadline. The
    /// deadline is a moment of any clock, or an alarm.
    template <class Deadline, queue::detail::batch_of<T> Range,
              queue::detail::cancellation By = never>
    [[nodiscard]] batch push_all_until(Deadline&& deadline, Range&& elements,
                                       const By& cancellation = By()) {
        return push_all_by(std::forward<Range>(elements), cancellation, [&](T&& element) {
            return push_until(deadline, std::move(element), cancellation);
        });
    }
    /// Like `push_all`, but returns `timeout` if the call has to wait when the time is over. The
    /// time is a duration or a `deferred`, and counts from the scheduler's first clock check in the
    /// first wait of the call.
    template <class Time, queue::detail::batch_of<T> Range, queue::detail::cancellation By = never>
    [[nodiscard]] batch push_all_for(const Time& time, Range&& elements,
                                     const By& cancellation = By()) {
        std::optional<alarm> end; // of all waits
        return push_all_by(std::forward<Range>(elements), cancellation, [&](T&& element) {
            if (time_of(time) <= std::chrono::nanoseconds::zero()) {
                return push_within(wait_timeout::at_once(), std::move(element), cancellation);
            }
            if (!end) {
                end.emplace(time_of(time));
            }
            return push_until(*end, std::move(element), cancellation);
        });
    }

    /// Pops the first elements, as many as the channel keeps, and at most as many as `places` has.
    /// Waits only while there is no element. Returns `done`, `closed` or `cancelled`, and the
    /// number of popped elements, which is at least 1 if the status is `done`. The popped elements
    /// replace the first objects of `places`. If `places` is empty, the call returns `done` at
    /// once. With a capacity of 0, the call pops one element.
    template <std::size_t Extent, queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some(std::span<T, Extent> places, const By& cancellation = By()) {
        return pop_some_by(existing_places(places), cancellation,
                           [&] { return pop(cancellation); });
    }
    /// Like `pop_some(places)`, but appends the popped elements to a vector, at most `most`. May
    /// throw std::bad_alloc or std::length_error before the call pops an element.
    template <class Allocator, queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some(std::vector<T, Allocator>& target, std::size_t most,
                                 const By& cancellation = By()) {
        return pop_some_by(end_of(target, most), cancellation, [&] { return pop(cancellation); });
    }
    /// Like `pop_some`, but returns `timeout` at the deadline: a moment of any clock, or an alarm.
    template <class Deadline, std::size_t Extent, queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some_until(Deadline&& deadline, std::span<T, Extent> places,
                                       const By& cancellation = By()) {
        return pop_some_by(existing_places(places), cancellation,
                           [&] { return pop_until(deadline, cancellation); });
    }
    /// The same for a vector.
    template <class Deadline, class Allocator, queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some_until(Deadline&& deadline, std::vector<T, Allocator>& target,
                                       std::size_t most, const By& cancellation = By()) {
        return pop_some_by(end_of(target, most), cancellation,
                           [&] { return pop_until(deadline, cancellation); });
    }
    /// Like `pop_some`, but returns `timeout` after this time: a duration or a `deferred`.
    template <class Time, std::size_t Extent, queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some_for(const Time& time, std::span<T, Extent> places,
                                     const By& cancellation = By()) {
        return pop_some_by(existing_places(places), cancellation,
                           [&] { return pop_for(time, cancellation); });
    }
    /// The same for a vector.
    template <class Time, class Allocator, queue::detail::cancellation By = never>
    [[nodiscard]] batch pop_some_for(const Time& time, std::vector<T, Allocator>& target,
                                     std::size_t most, const By& cancellation = By()) {
        return pop_some_by(end_of(target, most), cancellation,
                           [&] { return pop_for(time, cancellation); });
    }

    /// Closes the channel, and wakes all waiting fibers. Afterwards every push returns `closed`. A
    /// pop returns an element while there are elements left, and then `closed`. A waiting push
    /// returns `closed`, and its element is not taken. You may call close() again, without effect.
    void close() noexcept {
        wait_queue claimed;
        {
            const lock held(mutex_);
            is_closed_ = true;
            move_claimed(receivers_, claimed);
            move_claimed(senders_, claimed);
        }
        wake_all(claimed);
    }
    /// Whether close() was called.
    [[nodiscard]] bool is_closed() const noexcept {
        const lock held(mutex_);
        return is_closed_;
    }
    /// The number of elements that the channel keeps, without the elements of waiting pushes.
    [[nodiscard]] std::size_t size() const noexcept {
        const lock held(mutex_);
        return items_.size();
    }
    /// The number of elements that the channel can keep.
    [[nodiscard]] std::size_t capacity() const noexcept { return items_.capacity(); }

private:
    template <class>
    friend class detail::channel_source;

    static T&& as_element(T&& element) noexcept { return std::move(element); }
    template <class U>
    static T as_element(U&& element) {
        return T(std::forward<U>(element));
    }

    static T& element_of(const node& sender) noexcept { return *static_cast<T*>(sender.place); }

    /// Ends the wait of this node, if possible. Takes the node out of its queue if the wait has
    /// ended or belongs to a set.
    static bool claim(node& waiting, status ending) noexcept {
        using answer = joint_wait::answer;
        if (waiting.joint() == nullptr) {
            waiting.leave_queue();
            return static_cast<waiter&>(waiting).claim(ending);
        }
        queue::detail::claimed_waits claimed;
        const answer result = waiting.offer(ending, claimed);
        if (result != answer::stays) {
            waiting.leave_queue();
        }
        if (result == answer::leaves) {
            claimed.wake_all(); // the owner of a set
        }
        return result == answer::takes_it; // the caller moves the element before the wake-up
    }
    [[gnu::always_inline]] static void wake(node& claimed) noexcept {
        if (claimed.joint() == nullptr) [[likely]] {
            static_cast<waiter&>(claimed).wake();
        } else {
            claimed.joint()->wake();
        }
    }

    /// Ends the first wait in the queue that has not ended. Returns the node of this wait, or null
    /// if there is no such wait. `self` is the joint wait of the caller, which is left out.
    [[gnu::always_inline]] static node* claim_first(wait_queue& queue,
                                                    const joint_wait* self) noexcept {
        while (!queue.empty()) {
            node& first = queue.front();
            if (first.joint() != nullptr) [[unlikely]] {
                return claim_first_of_all(queue, self);
            }
            queue.pop_front();
            if (static_cast<waiter&>(first).claim(status::done)) {
                return &first;
            }
        }
        return nullptr;
    }
    /// The same, if there may be joint waits.
    [[gnu::noinline]] static node* claim_first_of_all(wait_queue& queue,
                                                      const joint_wait* self) noexcept {
        for (auto next = queue.begin(); next != queue.end();) {
            node& each = *next++;
            if ((each.joint() == nullptr || each.joint() != self) && claim(each, status::done)) {
                return &each;
            }
        }
        return nullptr;
    }

    static void move_claimed(wait_queue& from, wait_queue& to) noexcept {
        for (auto next = from.begin(); next != from.end();) {
            node& each = *next++;
            if (claim(each, status::closed)) {
                to.push_back(each);
            }
        }
    }

    static void wake_all(wait_queue& claimed) noexcept {
        while (!claimed.empty()) {
            node& first = claimed.front();
            claimed.pop_front();
            wake(first);
        }
    }

    /// Returns `done`, `closed` or `full`. If a pop waits, unlocks the mutex and gives the element
    /// to this pop. This is safe because a claimed waiter belongs to its claimer.
    [[gnu::always_inline]] status give(lock& held, T&& element,
                                       const joint_wait* self = nullptr) noexcept {
        if (is_closed_) {
            return status::closed;
        }
        if (node* const receiver = claim_first(receivers_, self)) {
            held.unlock();
            *static_cast<popped*>(receiver->place) = popped(std::in_place, std::move(element));
            wake(*receiver);
            return status::done;
        }
        if (items_.is_full()) {
            return status::full;
        }
        items_.push_back(std::move(element));
        return status::done;
    }

    /// Pushes an element without a wait. The caller makes the element before this call, and
    /// destroys the element after this call. So the element is made and destroyed without the lock.
    [[gnu::always_inline]] status try_give(T&& element) noexcept {
        lock held(mutex_);
        return give(held, std::move(element));
    }

    /// Returns `done`, `closed` or `empty`. If the buffer is empty and a push waits, unlocks the
    /// mutex and takes the element of this push.
    [[gnu::always_inline]] status take(lock& held, popped& target,
                                       const joint_wait* self = nullptr) noexcept {
        if (!items_.is_empty()) {
            target = popped(std::in_place, std::move(items_.front()));
            items_.pop_front();
            if (node* const sender = claim_first(senders_, self)) {
                items_.push_back(std::move(element_of(*sender)));
                held.unlock();
                wake(*sender);
            }
            return status::done;
        }
        if (node* const sender = claim_first(senders_, self)) {
            held.unlock();
            target = popped(std::in_place, std::move(element_of(*sender)));
            wake(*sender);
            return status::done;
        }
        if (is_closed_) {
            target = popped(status::closed);
            return status::closed;
        }
        return status::empty;
    }

    using existing_places = queue::detail::existing_places<T>;

    /// Not more than `capacity()` elements, and one of a waiting push, can be popped at once.
    template <class Allocator>
    queue::detail::appended_places<T, Allocator> end_of(std::vector<T, Allocator>& target,
                                                        std::size_t most) const {
        return {target, (std::min)(most, capacity() + 1)};
    }

    /// Pushes elements without a wait, as many as possible, first to the waiting pops and then into
    /// the buffer. Returns their number, which is 0 if the channel is closed.
    template <class Source>
    std::size_t give_some(std::remove_reference_t<Source>* elements, std::size_t count) noexcept {
        wait_queue claimed;
        std::size_t direct = 0;
        std::size_t given = 0;
        {
            const lock held(mutex_);
            if (is_closed_) {
                return 0;
            }
            for (node* next = nullptr;
                 direct != count && (next = claim_first(receivers_, nullptr)) != nullptr;
                 ++direct) {
                claimed.push_back(*next);
            }
            for (given = direct; given != count && !items_.is_full(); ++given) {
                items_.push_back(as_element(static_cast<Source>(elements[given])));
            }
        }
        for (std::size_t i = 0; i != direct; ++i) {
            node& receiver = claimed.front();
            claimed.pop_front();
            *static_cast<popped*>(receiver.place) =
                popped(std::in_place, as_element(static_cast<Source>(elements[i])));
            wake(receiver);
        }
        return given;
    }

    /// Takes elements out of the buffer, as many as there are, until `taken` have been taken.
    /// Waiting pushes put their elements into the buffer. Returns the new number of taken elements.
    template <class Places>
    std::size_t take_some(Places& places, std::size_t taken) noexcept {
        wait_queue claimed;
        {
            const lock held(mutex_);
            for (; taken != places.most() && !items_.is_empty(); ++taken) {
                places.accept(std::move(items_.front()), taken);
                items_.pop_front();
                if (node* const sender = claim_first(senders_, nullptr)) {
                    items_.push_back(std::move(element_of(*sender)));
                    claimed.push_back(*sender);
                }
            }
        }
        wake_all(claimed);
        return taken;
    }

    /// Pushes all elements. `push_waiting` pushes an element that has to wait.
    template <class Range, class By, class PushWaiting>
    batch push_all_by(Range&& elements, const By& by, PushWaiting push_waiting) {
        using source = queue::detail::source_of<Range>;
        constexpr bool at_once = queue::detail::is_pushed_at_once<Range, T>;
        batch result{queue::detail::must_not_begin(by) ? status::cancelled : status::done, 0};
        auto next = std::ranges::begin(elements);
        const auto end = std::ranges::end(elements);
        while (result && next != end) {
            if constexpr (at_once) {
                const std::size_t given =
                    give_some<source>(std::to_address(next), static_cast<std::size_t>(end - next));
                next += static_cast<std::ptrdiff_t>(given);
                result.count += given;
                if (next == end) {
                    break;
                }
            }
            auto&& from = static_cast<source>(*next);
            auto&& element = as_element(std::forward<source>(from));
            result.status = at_once ? status::timeout
                                    : push_within(wait_timeout::at_once(), std::move(element), by);
            if (result.status == status::timeout) {
                result.status = push_waiting(std::move(element));
            }
            if (result) {
                ++next;
                ++result.count;
            }
        }
        return result;
    }

    /// Pops elements. `pop_waiting` pops the first element if the call has to wait.
    template <class Places, class By, class PopWaiting>
    batch pop_some_by(Places places, const By& by, PopWaiting pop_waiting) {
        if (queue::detail::must_not_begin(by)) [[unlikely]] {
            return {status::cancelled, 0};
        }
        std::size_t count = take_some(places, 0);
        if (count == 0 && places.most() != 0) {
            popped first = pop_waiting();
            if (!first) {
                return {first.status(), 0};
            }
            places.accept(*std::move(first), 0);
            count = take_some(places, 1);
        }
        return {status::done, count};
    }

    template <class Rep, class Period>
    static std::chrono::nanoseconds
    time_of(const std::chrono::duration<Rep, Period>& time) noexcept {
        return tollgate::sleep::nanoseconds_of(time);
    }
    static std::chrono::nanoseconds time_of(deferred time) noexcept { return time.time(); }

    template <class By>
    [[gnu::always_inline]] status push_within(const wait_timeout& timeout, T&& element,
                                              const By& by) {
        if (queue::detail::must_not_begin(by)) [[unlikely]] {
            return status::cancelled;
        }
        lock held(mutex_);
        const status given = give(held, std::move(element));
        if (given != status::full) {
            return given;
        }
        const auto& cancellation = queue::detail::token_of(by);
        return timeout.is_over()
                   ? without_wait(cancellation)
                   : wait(held, senders_, std::addressof(element), timeout, cancellation);
    }

    template <class By>
    [[gnu::always_inline]] popped pop_within(const wait_timeout& timeout, const By& by) {
        popped element(status::empty);
        if (queue::detail::must_not_begin(by)) [[unlikely]] {
            element = popped(status::cancelled);
            return element;
        }
        lock held(mutex_);
        if (take(held, element) != status::empty) {
            return element;
        }
        const auto& cancellation = queue::detail::token_of(by);
        const status ending = timeout.is_over() ? without_wait(cancellation)
                                                : wait(held, receivers_, std::addressof(element),
                                                       timeout, cancellation);
        if (ending != status::done) {
            element = popped(ending);
        }
        return element;
    }

    /// The result of a call that has no time to wait. All other results have precedence over
    /// `timeout`.
    template <class Token>
    static status without_wait(const Token& cancellation) noexcept {
        return cancellation.is_cancelled() ? status::cancelled : status::timeout;
    }

    template <class Token>
    [[gnu::always_inline]] static status wait(lock& held, wait_queue& queue, void* place,
                                              const wait_timeout& timeout,
                                              const Token& cancellation) {
        waiter self(basic_round_robin<Clock>::of_running_fiber(), place);
        queue.push_back(self);
        held.unlock();
        const status ending = self.wait(timeout, cancellation);
        if (ending == status::timeout || ending == status::cancelled) {
            held.lock();
            self.leave_queue();
        }
        return ending;
    }

    [[no_unique_address]] mutable mutex mutex_;
    bool is_closed_ = false;
    detail::ring_buffer<T> items_;
    wait_queue receivers_;
    wait_queue senders_;
};

// Design: common/fiber/README.md, "Channels" and "Waits".

} // namespace tollgate::fiber

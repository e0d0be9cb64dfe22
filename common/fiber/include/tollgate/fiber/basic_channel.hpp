// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/alarm_by.hpp>
#include <tollgate/fiber/detail/limit.hpp>
#include <tollgate/fiber/detail/lock_of.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/ring.hpp>
#include <tollgate/fiber/detail/waiter.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <cassert>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace tollgate::fiber {

/// A first-in, first-out channel between fibers whose pushes wait while it is full and whose pops
/// wait while it is empty, until a limit, until a token is cancelled, or until it is closed. See
/// `channel`, for the fibers of one thread, and `shared_channel`, for those of several.
///
///     fiber::channel<job> jobs(1);
///
///     if (jobs.push(job{…}) != queue::status::done) {               // a fiber
///         return;
///     }
///     while (auto next = jobs.pop_for(10s, cancellation)) {         // another one
///         run(*next);
///     }
///
/// Capacity. It keeps so many elements. With none, every push waits for its pop: it is done when
/// the element is taken.
///
/// Handed over directly. A push that finds a pop waiting moves its element to where that pop wants
/// it and makes its fiber ready; a pop that finds a push waiting takes the element from there, and
/// puts it behind those that are kept. So who is woken has what it waited for, looks at nothing
/// again, and cannot be overtaken: waiting pops are served first come first served, and so are
/// pushes. Between two fibers in turn, with a capacity of 1, three elements take two switches.
///
/// How a wait ends is settled once, by what comes first; see detail/waiter.hpp. An element is
/// never lost between the two: what a push said was done is popped by one pop, or is still inside,
/// and a pop that was handed an element returns it, however late its fiber runs.
///
/// Limits. `pop_for(10s)` is from the call on: it reads the clock if it has to wait. Cheaper are
/// `pop_for(deferred(10s))` and `pop_until(alarm)`, which read none. A pop that finds an element
/// returns it whatever the limit says; a time of zero or less does not wait. A deadline may be in
/// any unit; what the clock cannot hold is none, and NaN has passed. It may be of another clock: if
/// that is set during the wait, as std::chrono::system_clock may be, it is noticed within a second,
/// and the fiber keeps its place in line. A limit never ends a wait early. It may end it late, by
/// what `basic_round_robin` says.
///
/// Elements. As in queue::basic_queue: an element is made before the channel is touched, moving it
/// must not throw, and a push that is not done leaves a T that was to be moved as it was. What the
/// channel keeps is moved under its lock: a T's move and destructor must neither use the channel
/// nor give way to other fibers.
///
/// Cancelling. As in queue::basic_queue: once a token is cancelled, each push and each pop that it
/// is given to says `cancelled`, whatever there is to be had; with `queue::while_waiting(token)`
/// only one that would have to wait does. A wait that is under way ends by what comes first.
///
/// Closing. After close() every push says `closed`, pops take what is left and then say `closed`,
/// and all waiters are woken; a push that waits says `closed`, its element is not taken.
///
/// Only `try_` forms and close() may be called where the thread's fibers are not scheduled by
/// `basic_round_robin<Clock>`; a wait throws std::logic_error there.
///
/// Destroy it when no fiber waits any more.
///
/// Calls are inlined into the caller, and a wait returns straight to it: see detail/leave.hpp.
template <class T, class Clock, detail::sharing How>
class basic_channel {
    static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_destructible_v<T>,
                  "elements are moved where a push cannot be taken back any more: keep one whose "
                  "move may throw in a std::unique_ptr");

    using waiter = detail::waiter<Clock, How>;
    using line = typename waiter::line;
    using limit = detail::limit<Clock>;
    using mutex = detail::lock_of<T, How>;
    using lock = std::unique_lock<mutex>;
    using never = cancel::dummy_token;

public:
    using value_type = T;
    using clock = Clock;
    using time_point = typename Clock::time_point;
    using status = queue::status;
    using popped = queue::popped<T>;
    using alarm = basic_alarm<Clock>;

    /// Keeps so many elements, also none; the memory for them is taken here. Throws std::bad_alloc.
    explicit basic_channel(std::size_t capacity) : items_(capacity) {}
    basic_channel(const basic_channel&) = delete;
    basic_channel& operator=(const basic_channel&) = delete;
    ~basic_channel() {
        assert(receivers_.empty() && senders_.empty() && "destroyed while a fiber waits");
    }

    /// `done`, `closed` or `cancelled`.
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] status push(U&& element, const By& cancellation = By()) {
        return push_within(limit::none(), as_element(std::forward<U>(element)), cancellation);
    }
    /// `done`, `closed` or `full`, at once.
    template <std::convertible_to<T> U = T>
    [[nodiscard]] status try_push(U&& element) {
        return try_give(as_element(std::forward<U>(element)));
    }
    /// `done`, `closed`, `cancelled` or `timeout`.
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard]] status push_until(sleep::deadline_of<Clock> deadline, U&& element,
                                    const By& cancellation = By()) {
        return push_within(limit::until(deadline.at()), as_element(std::forward<U>(element)),
                           cancellation);
    }
    /// By another clock.
    template <class Other, class Duration, std::convertible_to<T> U = T,
              queue::detail::cancellation By = never>
        requires(!std::same_as<Other, Clock>)
    [[nodiscard]] status push_until(const std::chrono::time_point<Other, Duration>& deadline,
                                    U&& element, const By& cancellation = By()) {
        auto&& ready = as_element(std::forward<U>(element));
        const status at_once = push_within(limit::at_once(), std::move(ready), cancellation);
        if (at_once != status::timeout) {
            return at_once;
        }
        detail::alarm_by<Clock, Other> by(deadline);
        return push_within(limit::until(by), std::move(ready), cancellation);
    }
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard]] status push_until(alarm& by, U&& element, const By& cancellation = By()) {
        return push_within(limit::until(by), as_element(std::forward<U>(element)), cancellation);
    }
    template <class Rep, class Period, std::convertible_to<T> U = T,
              queue::detail::cancellation By = never>
    [[nodiscard]] status push_for(const std::chrono::duration<Rep, Period>& time, U&& element,
                                  const By& cancellation = By()) {
        return push_within(limit::within(tollgate::sleep::nanoseconds_of(time)),
                           as_element(std::forward<U>(element)), cancellation);
    }
    template <std::convertible_to<T> U = T, queue::detail::cancellation By = never>
    [[nodiscard]] status push_for(deferred time, U&& element, const By& cancellation = By()) {
        return push_within(limit::within(time), as_element(std::forward<U>(element)), cancellation);
    }

    /// An element, or `closed` or `cancelled`.
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop(const By& cancellation = By()) {
        return pop_within(limit::none(), cancellation);
    }
    /// An element, or `closed` or `empty`, at once.
    [[nodiscard]] popped try_pop() {
        popped got(status::empty);
        lock held(mutex_);
        take(held, got);
        return got;
    }
    /// An element, or `closed`, `cancelled` or `timeout`.
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_until(sleep::deadline_of<Clock> deadline,
                                                       const By& cancellation = By()) {
        return pop_within(limit::until(deadline.at()), cancellation);
    }
    template <class Other, class Duration, queue::detail::cancellation By = never>
        requires(!std::same_as<Other, Clock>)
    [[nodiscard]] popped pop_until(const std::chrono::time_point<Other, Duration>& deadline,
                                   const By& cancellation = By()) {
        popped got = pop_within(limit::at_once(), cancellation);
        if (got.status() == status::timeout) {
            detail::alarm_by<Clock, Other> by(deadline);
            got = pop_within(limit::until(by), cancellation);
        }
        return got;
    }
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_until(alarm& by, const By& cancellation = By()) {
        return pop_within(limit::until(by), cancellation);
    }
    template <class Rep, class Period, queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_for(const std::chrono::duration<Rep, Period>& time,
                                                     const By& cancellation = By()) {
        return pop_within(limit::within(tollgate::sleep::nanoseconds_of(time)), cancellation);
    }
    template <queue::detail::cancellation By = never>
    [[nodiscard, gnu::always_inline]] popped pop_for(deferred time, const By& cancellation = By()) {
        return pop_within(limit::within(time), cancellation);
    }

    /// Again and again, if you like: the first call counts.
    void close() noexcept {
        line waiting;
        {
            const lock held(mutex_);
            is_closed_ = true;
            move_claimed(receivers_, waiting);
            move_claimed(senders_, waiting);
        }
        while (!waiting.empty()) {
            waiter& one = waiting.front();
            waiting.pop_front();
            one.wake();
        }
    }
    [[nodiscard]] bool is_closed() const noexcept {
        const lock held(mutex_);
        return is_closed_;
    }
    /// How many elements it keeps; those of waiting pushes are not among them.
    [[nodiscard]] std::size_t size() const noexcept {
        const lock held(mutex_);
        return items_.size();
    }
    [[nodiscard]] std::size_t capacity() const noexcept { return items_.capacity(); }

private:
    static T&& as_element(T&& given) noexcept { return std::move(given); }
    template <class U>
    static T as_element(U&& given) {
        return T(std::forward<U>(given));
    }

    static T& element_of(const waiter& sender) noexcept { return *static_cast<T*>(sender.place); }

    /// The first in line that still waits, whose wait is over by that; null if there is none.
    [[gnu::always_inline]] static waiter* claim_first(line& waiting) noexcept {
        while (!waiting.empty()) {
            waiter& first = waiting.front();
            waiting.pop_front();
            if (first.claim(status::done)) {
                return &first;
            }
        }
        return nullptr;
    }

    static void move_claimed(line& from, line& to) noexcept {
        while (!from.empty()) {
            waiter& one = from.front();
            from.pop_front();
            if (one.claim(status::closed)) {
                to.push_back(one);
            }
        }
    }

    /// `done`, `closed` or `full`. Unlocks before it hands over: whom it has claimed is its own.
    [[gnu::always_inline]] status give(lock& held, T&& element) noexcept {
        if (is_closed_) {
            return status::closed;
        }
        if (waiter* const receiver = claim_first(receivers_)) {
            held.unlock();
            *static_cast<popped*>(receiver->place) = popped(std::in_place, std::move(element));
            receiver->wake();
            return status::done;
        }
        if (items_.is_full()) {
            return status::full;
        }
        items_.push_back(std::move(element));
        return status::done;
    }

    /// The element was made before, and goes after: both without the lock.
    [[gnu::always_inline]] status try_give(T&& element) noexcept {
        lock held(mutex_);
        return give(held, std::move(element));
    }

    /// `done`, `closed` or `empty`. Unlocks before it is handed over to.
    [[gnu::always_inline]] status take(lock& held, popped& into) noexcept {
        if (!items_.is_empty()) {
            into = popped(std::in_place, std::move(items_.front()));
            items_.pop_front();
            if (waiter* const sender = claim_first(senders_)) {
                items_.push_back(std::move(element_of(*sender)));
                held.unlock();
                sender->wake();
            }
            return status::done;
        }
        if (waiter* const sender = claim_first(senders_)) {
            held.unlock();
            into = popped(std::in_place, std::move(element_of(*sender)));
            sender->wake();
            return status::done;
        }
        if (is_closed_) {
            into = popped(status::closed);
            return status::closed;
        }
        return status::empty;
    }

    template <class By>
    [[gnu::always_inline]] status push_within(const limit& within, T&& element, const By& by) {
        if (queue::detail::is_called_off(by)) [[unlikely]] {
            return status::cancelled;
        }
        lock held(mutex_);
        const status given = give(held, std::move(element));
        if (given != status::full) {
            return given;
        }
        const auto& cancellation = queue::detail::token_of(by);
        return within.is_over()
                   ? given_up(cancellation)
                   : wait(held, senders_, std::addressof(element), within, cancellation);
    }

    template <class By>
    [[gnu::always_inline]] popped pop_within(const limit& within, const By& by) {
        popped got(status::empty);
        if (queue::detail::is_called_off(by)) [[unlikely]] {
            got = popped(status::cancelled);
            return got;
        }
        lock held(mutex_);
        if (take(held, got) != status::empty) {
            return got;
        }
        const auto& cancellation = queue::detail::token_of(by);
        const status how = within.is_over()
                               ? given_up(cancellation)
                               : wait(held, receivers_, std::addressof(got), within, cancellation);
        if (how != status::done) {
            got = popped(how);
        }
        return got;
    }

    /// Without time to wait: `timeout` is the last reason to be given.
    template <class Token>
    static status given_up(const Token& cancellation) noexcept {
        return cancellation.is_cancelled() ? status::cancelled : status::timeout;
    }

    template <class Token>
    [[gnu::always_inline]] static status wait(lock& held, line& among, void* place,
                                              const limit& within, const Token& cancellation) {
        waiter self(basic_round_robin<Clock>::of_running_fiber(), place);
        among.push_back(self);
        held.unlock();
        const status how = self.wait(within, cancellation);
        if (how == status::timeout || how == status::cancelled) {
            held.lock();
            self.leave_line();
        }
        return how;
    }

    [[no_unique_address]] mutable mutex mutex_;
    bool is_closed_ = false;
    detail::ring<T> items_;
    line receivers_;
    line senders_;
};

} // namespace tollgate::fiber

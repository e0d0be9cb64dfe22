// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/foreign_clock_alarm.hpp>
#include <tollgate/fiber/detail/wait_timeout.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/detail/batches.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

// The calls of a channel that are more than one step of its core.

namespace tollgate::fiber::detail {

/// A deadline of the scheduler's clock, or an alarm.
template <class Deadline, class Clock>
concept own_deadline = requires(Deadline& deadline) {
    wait_timeout<Clock>::until(deadline);
};
/// A moment of any clock, or an alarm.
template <class Deadline, class Clock>
concept deadline_in = own_deadline<Deadline, Clock> || requires(const Deadline& deadline) {
    foreign_clock_alarm<Clock, typename std::remove_cvref_t<Deadline>::clock>(deadline);
};
/// A duration or a `deferred`.
template <class Time, class Clock>
concept time_in = requires(const Time& time) {
    wait_timeout<Clock>::within(time);
};

template <class Rep, class Period>
std::chrono::nanoseconds duration_of(const std::chrono::duration<Rep, Period>& time) noexcept {
    return tollgate::sleep::nanoseconds_of(time);
}
inline std::chrono::nanoseconds duration_of(deferred time) noexcept {
    return time.time();
}

/// The element that a push moves into the channel: the caller's, or an element that was made from
/// the caller's object.
template <class T, class U>
decltype(auto) as_element(U&& element) {
    if constexpr (std::same_as<U, T>) {
        return std::move(element);
    } else {
        return T(std::forward<U>(element));
    }
}

template <class Core, class Deadline, class By>
[[gnu::always_inline]] inline queue::status
push_until(Core& core, Deadline& deadline, typename Core::value_type&& element, const By& by) {
    using timeout = typename Core::wait_timeout;
    if constexpr (own_deadline<Deadline, typename Core::clock>) {
        return core.give_or_wait(timeout::until(deadline), std::move(element), by);
    } else {
        const auto at_once = core.give_or_wait(timeout::at_once(), std::move(element), by);
        if (at_once != queue::status::timeout) {
            return at_once;
        }
        foreign_clock_alarm<typename Core::clock, typename Deadline::clock> end(deadline);
        return core.give_or_wait(timeout::until(end), std::move(element), by);
    }
}

template <class Core, class Deadline, class By>
[[gnu::always_inline]] inline auto pop_until(Core& core, Deadline& deadline, const By& by) {
    using timeout = typename Core::wait_timeout;
    if constexpr (own_deadline<Deadline, typename Core::clock>) {
        return core.take_or_wait(timeout::until(deadline), by);
    } else {
        auto element = core.take_or_wait(timeout::at_once(), by);
        if (element.status() == queue::status::timeout) {
            foreign_clock_alarm<typename Core::clock, typename Deadline::clock> end(deadline);
            element = core.take_or_wait(timeout::until(end), by);
        }
        return element;
    }
}

/// Pushes all elements. `push_waiting` pushes an element that may have to wait.
template <class Core, class Range, class By, class PushWaiting>
queue::batch push_all(Core& core, Range&& elements, const By& by, PushWaiting push_waiting) {
    using T = typename Core::value_type;
    using source = queue::detail::source_of<Range>;
    using queue::status;
    if (queue::detail::must_not_begin(by)) [[unlikely]] {
        return {status::cancelled, 0};
    }
    const auto push_some = [&](auto* first, std::size_t most, std::size_t& pushed) {
        const auto element = [first](std::size_t i) -> decltype(auto) {
            return as_element<T>(static_cast<source>(first[i]));
        };
        const std::size_t given = core.give_some(most, element);
        pushed += given;
        if (given == most) {
            return status::done;
        }
        const status last = push_waiting(element(given));
        pushed += last == status::done ? 1 : 0;
        return last;
    };
    const auto push_one = [&](source from) {
        auto&& element = as_element<T>(std::forward<source>(from));
        const status at_once =
            core.give_or_wait(Core::wait_timeout::at_once(), std::move(element), by);
        return at_once == status::timeout ? push_waiting(std::move(element)) : at_once;
    };
    return queue::detail::push_range<T>(std::forward<Range>(elements), push_some, push_one);
}

/// Pops elements. `pop_waiting` pops the first element if the call has to wait.
template <class Core, class Places, class By, class PopWaiting>
queue::batch pop_some(Core& core, const Places& places, const By& by, PopWaiting pop_waiting) {
    using queue::status;
    auto target = queue::detail::prepare_places(places, core.capacity() + 1);
    if (queue::detail::must_not_begin(by)) [[unlikely]] {
        return {status::cancelled, 0};
    }
    std::size_t count = core.take_some(target, 0);
    if (count == 0 && target.most() != 0) {
        auto first = pop_waiting();
        if (!first) {
            return {first.status(), 0};
        }
        target.accept(*std::move(first), 0);
        count = core.take_some(target, 1); // and what came while this fiber was woken
    }
    return {status::done, count};
}

} // namespace tollgate::fiber::detail

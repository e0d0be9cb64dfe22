// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

// The operations that a thread attempts, and for which it waits: see detail::wait.

namespace tollgate::queue::detail {

/// The common part of the operations of the push side.
template <class Core>
struct push_side_operation {
    Core& core;

    [[nodiscard]] bool may_succeed() const noexcept { return core.ring().may_push(); }
    [[nodiscard]] bool would_wait() const noexcept { return core.ring().is_full(); }
    bool settle_order() const noexcept { return core.ring().settle_order(); }
    void notify_next() const noexcept { core.notify_push_side(); }
};

/// The common part of the operations of the pop side.
template <class Core>
struct pop_side_operation {
    Core& core;

    [[nodiscard]] bool may_succeed() const noexcept { return core.ring().may_pop(); }
    [[nodiscard]] bool would_wait() const noexcept { return core.ring().is_empty(); }
    bool settle_order() const noexcept { return core.ring().settle_order(); }
    void notify_next() const noexcept { core.notify_pop_side(); }
};

/// The object that a push keeps for an argument U: a reference to the argument, if a T can be made
/// from it without exceptions, or else a T that is made at once.
template <class T, class U>
using element_for = std::conditional_t<
    std::is_same_v<std::remove_cvref_t<U>, T> && std::is_nothrow_constructible_v<T, U&&>, U&&, T>;

/// Pushes an element. `Source` is the type of the expression from which the element is made.
template <class Core, class Source>
struct push_operation : push_side_operation<Core> {
    std::remove_reference_t<Source>* element;

    [[nodiscard, gnu::always_inline]] status attempt() const noexcept(Core::is_bounded) {
        return this->core.try_push(static_cast<Source>(*element));
    }
};

/// Pushes the first elements of an array: at least one, and as many as there is room for. Adds
/// their number to `pushed`.
template <class Core, class Source>
struct push_some_operation : push_side_operation<Core> {
    std::remove_reference_t<Source>* elements;
    std::size_t count;
    std::size_t& pushed;

    [[nodiscard]] status attempt() const noexcept(Core::is_bounded) {
        std::size_t more = 0;
        const auto element = [first = elements](std::size_t i) -> Source {
            return static_cast<Source>(first[i]);
        };
        const status result = this->core.try_push_some(count, element, more);
        pushed += more;
        return result;
    }
};

/// Pops an element. The caller sets the status of `destination`.
template <class Core>
struct pop_operation : pop_side_operation<Core> {
    using T = typename Core::value_type;
    queue::popped<T>& destination;

    [[nodiscard, gnu::always_inline]] status attempt() const noexcept {
        return this->core.try_pop([this](T&& element) { destination.accept(std::move(element)); });
    }
    static void set_status(queue::popped<T>& target, status result) noexcept {
        target.status_ = result;
    }
};

/// Pops at least one element, as many as there are, and at most as many as there are places.
template <class Core, class Places>
struct pop_some_operation : pop_side_operation<Core> {
    using T = typename Core::value_type;
    Places& places;
    std::size_t& popped;

    [[nodiscard]] status attempt() const noexcept {
        const auto receive = [this](T&& element, std::size_t i) {
            places.accept(std::move(element), i);
        };
        return this->core.try_pop_some(places.most(), receive, popped);
    }
};

/// Succeeds if there is an element, and leaves the element in the queue.
template <class Core>
struct peek_operation : pop_side_operation<Core> {
    [[nodiscard]] status attempt() const noexcept { return this->core.ring().front_status(); }
};

} // namespace tollgate::queue::detail

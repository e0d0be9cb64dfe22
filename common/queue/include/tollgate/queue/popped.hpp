// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>

#include <cassert>
#include <memory>
#include <utility>

namespace tollgate::queue {

namespace detail {
template <class Core>
struct pop_operation;
template <class Queue, class Handler>
class pop_source;
} // namespace detail

/// The result of a pop: an element, or the reason why there is no element.
///
///     const tollgate::queue::popped<int> number(tollgate::queue::status::closed);
///     return number ? *number : 0;
///
/// - *Threads*: a plain value, without synchronization.
/// - *Exceptions*: none.
/// - *Cost*: the object contains the element and a status, and allocates no memory.
template <class T>
class popped {
public:
    /// Makes a result without an element. `reason` must not be `done`.
    explicit popped(queue::status reason) noexcept : status_(reason) {
        assert(reason != queue::status::done && "an element is missing");
    }
    /// Makes a result with the status `done`. Moves the element from `element`.
    popped(std::in_place_t /*tag*/, T&& element) noexcept : status_(queue::status::done) {
        accept(std::move(element));
    }
    /// Copies the status, and moves the element if there is an element. `other` keeps its status,
    /// and keeps its element in the moved-from state.
    popped(popped&& other) noexcept : status_(other.status_) {
        if (other) {
            accept(std::move(other.element_));
        }
    }
    /// Destroys the old element, and then does the same as the move constructor.
    popped& operator=(popped&& other) noexcept {
        if (this != std::addressof(other)) {
            std::destroy_at(this);
            std::construct_at(this, std::move(other));
        }
        return *this;
    }
    popped(const popped&) = delete;
    popped& operator=(const popped&) = delete;
    ~popped() {
        if (*this) {
            std::destroy_at(std::addressof(element_));
        }
    }

    /// Returns `done` if there is an element, otherwise the reason why there is no element.
    [[nodiscard]] queue::status status() const noexcept { return status_; }
    /// Returns whether there is an element.
    explicit operator bool() const noexcept { return status_ == queue::status::done; }

    /// The element. You may call this function and the next four functions only if there is an
    /// element.
    [[nodiscard]] T& operator*() & noexcept {
        assert(*this && "there is no element");
        return element_;
    }
    /// The element of a const object.
    [[nodiscard]] const T& operator*() const& noexcept {
        assert(*this && "there is no element");
        return element_;
    }
    /// The element as an rvalue, so that you can move from it.
    [[nodiscard]] T&& operator*() && noexcept { return std::move(**this); }
    /// Gives access to a member of the element.
    [[nodiscard]] T* operator->() noexcept { return std::addressof(**this); }
    /// Gives access to a member of the element of a const object.
    [[nodiscard]] const T* operator->() const noexcept { return std::addressof(**this); }

private:
    template <class>
    friend struct detail::pop_operation;
    template <class, class>
    friend class detail::pop_source;

    void accept(T&& element) noexcept {
        std::construct_at(std::addressof(element_), std::move(element));
    }

    queue::status status_;
    union {
        T element_;
    };
};

} // namespace tollgate::queue

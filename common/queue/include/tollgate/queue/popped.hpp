// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <cassert>
#include <memory>
#include <utility>

namespace tollgate::queue {

template <class T, template <class> class Ring, sleep::word_wait Word, sleep::time_source Time>
class basic_queue;

/// The result of a pop: an element, or the reason why there is none.
///
///     const tollgate::queue::popped<int> number(tollgate::queue::status::closed);
///     return number ? *number : 0;
///
/// - *Threads*: a value; it synchronizes nothing.
/// - *Exceptions*: none.
/// - *Cost*: the element and its status.
template <class T>
class popped {
public:
    /// No element, for this reason, which is not `done`.
    explicit popped(queue::status reason) noexcept : status_(reason) {
        assert(reason != queue::status::done && "an element is missing");
    }
    /// An element, moved from `element`; the status is `done`.
    popped(std::in_place_t /*tag*/, T&& element) noexcept : status_(queue::status::done) {
        accept(std::move(element));
    }
    /// Takes the status, and moves the element if there is one; `other` keeps what is left of it.
    popped(popped&& other) noexcept : status_(other.status_) {
        if (other) {
            accept(std::move(other.element_));
        }
    }
    /// Destroys its own element, then does as the constructor.
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

    /// `done` if there is an element, otherwise the reason.
    [[nodiscard]] queue::status status() const noexcept { return status_; }
    /// Whether there is an element.
    explicit operator bool() const noexcept { return status_ == queue::status::done; }

    /// The element. There must be one, as for the next four.
    [[nodiscard]] T& operator*() & noexcept {
        assert(*this && "there is no element");
        return element_;
    }
    /// The element, not to be changed.
    [[nodiscard]] const T& operator*() const& noexcept {
        assert(*this && "there is no element");
        return element_;
    }
    /// The element, to be moved from.
    [[nodiscard]] T&& operator*() && noexcept { return std::move(**this); }
    /// A member of the element.
    [[nodiscard]] T* operator->() noexcept { return std::addressof(**this); }
    /// A member of the element, not to be changed.
    [[nodiscard]] const T* operator->() const noexcept { return std::addressof(**this); }

private:
    template <class, template <class> class, sleep::word_wait, sleep::time_source>
    friend class basic_queue;

    void accept(T&& element) noexcept {
        std::construct_at(std::addressof(element_), std::move(element));
    }

    queue::status status_;
    union {
        T element_;
    };
};

} // namespace tollgate::queue

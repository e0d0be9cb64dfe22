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

/// What a pop gives: an element, or the reason why there is none.
///
///     while (auto job = jobs.pop()) {
///         run(*job);
///     }
///
/// A value, of no threads' concern. Costs nothing beyond the element and its status.
template <class T>
class popped {
public:
    /// None, for that reason, which is not `done`.
    explicit popped(queue::status why) noexcept : status_(why) {
        assert(why != queue::status::done && "an element is missing");
    }
    popped(std::in_place_t /*an element*/, T&& element) noexcept : status_(queue::status::done) {
        accept(std::move(element));
    }
    popped(popped&& other) noexcept : status_(other.status_) {
        if (other) {
            accept(std::move(other.element_));
        }
    }
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

    [[nodiscard]] queue::status status() const noexcept { return status_; }
    explicit operator bool() const noexcept { return status_ == queue::status::done; }

    /// The element; only if there is one.
    [[nodiscard]] T& operator*() & noexcept {
        assert(*this && "there is no element");
        return element_;
    }
    [[nodiscard]] const T& operator*() const& noexcept {
        assert(*this && "there is no element");
        return element_;
    }
    [[nodiscard]] T&& operator*() && noexcept { return std::move(**this); }
    [[nodiscard]] T* operator->() noexcept { return std::addressof(**this); }
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

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/queue_operations.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace tollgate::queue::detail {

/// The node of a select in the wait queue of one side of a queue.
template <class Source, class Wait>
class queue_registration {
    using side = typename Source::side;

public:
    explicit queue_registration(const registered<Source, Wait>& by) noexcept
        : source_(by.source), node_(by.wait, by.event) {}
    queue_registration(const queue_registration&) = delete;
    queue_registration& operator=(const queue_registration&) = delete;
    /// The select ends. README.md explains what a notified waiter owes to the other waiters.
    ~queue_registration() {
        if (is_notified_) {
            source_.own_side().waiters.acknowledge(node_);
        }
        if (was_ever_notified_) {
            source_.operation().notify_next();
        }
    }

    void enter() noexcept {
        is_notified_ = false;
        node_.wants_time = Wait::spins && source_.own_side().spin.wants_time();
        source_.own_side().waiters.enter(node_);
    }
    bool settle_order() const noexcept { return source_.operation().settle_order(); }
    void leave() noexcept {
        is_notified_ = source_.own_side().waiters.leave(node_);
        was_ever_notified_ = was_ever_notified_ || is_notified_;
    }
    /// The select attempts all its sources: its token may be cancelled, and another thread may have
    /// taken the item.
    [[nodiscard]] status won() const noexcept { return status::empty; }
    /// The notification of this node has ended a sleep that began at `start`.
    void learn(std::chrono::steady_clock::time_point start, int spins_made) noexcept {
        source_.own_side().learn(node_, start, spins_made);
    }

private:
    Source& source_;
    typename side::node node_;
    bool is_notified_ = false;
    bool was_ever_notified_ = false;
};

/// A pop, with the function that gets the element.
template <class Queue, class Handler>
class pop_source {
    using element = popped<typename Queue::value_type>;

public:
    static constexpr source_kind kind = source_kind::operation;
    static constexpr bool happens_once = false;
    using core = typename Queue::core;
    using side = typename core::side;
    template <class Wait>
    using registration = queue_registration<pop_source, Wait>;

    pop_source(Queue& queue, Handler handler) : queue_(queue.core_), handler_(std::move(handler)) {}

    [[nodiscard, gnu::always_inline]] status attempt() noexcept {
        return element_.status_ = operation().attempt();
    }
    [[nodiscard]] bool may_succeed() noexcept { return operation().may_succeed(); }
    [[nodiscard]] bool would_wait() noexcept { return operation().would_wait(); }
    void finish() {
        if (element_) {
            typename Queue::value_type taken(*std::move(element_));
            std::destroy_at(std::addressof(*element_));
            element_.status_ = status::empty; // a source may be used again
            static_cast<void>(std::invoke(handler_, std::move(taken)));
        }
    }

    /// The element, or the status of the last attempt.
    [[nodiscard]] element take() noexcept { return std::move(element_); }

    [[nodiscard]] side& own_side() noexcept { return queue_.pop_side_; }
    [[nodiscard]] auto operation() noexcept { return pop_operation<core>{{queue_}, element_}; }

private:
    core& queue_;
    Handler handler_;
    element element_{status::empty};
};

/// A push, with the function that runs after the push.
template <class Queue, class Element, class Handler>
class push_source {
    using T = typename Queue::value_type;

public:
    static constexpr source_kind kind = source_kind::operation;
    static constexpr bool happens_once = true;
    using core = typename Queue::core;
    using side = typename core::side;
    template <class Wait>
    using registration = queue_registration<push_source, Wait>;

    template <class U>
    push_source(Queue& queue, U&& source, Handler handler)
        : queue_(queue),
          element_(static_cast<Element>(std::forward<U>(source))),
          handler_(std::move(handler)) {}

    /// The same source with an element of its own, because the caller's may be a temporary object.
    [[nodiscard]] auto with_own_element() requires std::is_rvalue_reference_v<Element> {
        return push_source<Queue, T, Handler>(queue_, std::move(element_), std::move(handler_));
    }

    [[nodiscard, gnu::always_inline]] status attempt() noexcept {
        return result_ = operation().attempt();
    }
    [[nodiscard]] bool may_succeed() noexcept { return operation().may_succeed(); }
    [[nodiscard]] bool would_wait() noexcept { return operation().would_wait(); }
    void finish() {
        if (result_ == status::done) {
            static_cast<void>(std::invoke(handler_));
        }
    }

    [[nodiscard]] side& own_side() noexcept { return queue_.core_.push_side_; }
    [[nodiscard]] auto operation() noexcept {
        return push_operation<core, Element&&>{{queue_.core_}, std::addressof(element_)};
    }

private:
    Queue& queue_;
    Element element_;
    Handler handler_;
    status result_ = status::full;
};

} // namespace tollgate::queue::detail

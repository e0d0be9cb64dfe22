// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/basic_channel.hpp>
#include <tollgate/fiber/detail/channel_node.hpp>
#include <tollgate/fiber/detail/fiber_wait.hpp>
#include <tollgate/queue/detail/kept_source.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace tollgate::fiber::detail {

/// Whether a fiber may be the owner of the joint wait. A fiber may be the owner of a set.
template <class Wait>
inline constexpr bool may_be_of_a_fiber = std::is_same_v<Wait, queue::detail::kept_source>;
template <class Clock>
inline constexpr bool may_be_of_a_fiber<fiber_wait<Clock>> = true;

/// The node of a select in a wait queue of a channel. The channel gives its element, or takes the
/// element, before it wakes the select.
template <class Source, class Wait>
class channel_registration {
    static_assert(Source::is_shared || may_be_of_a_fiber<Wait>,
                  "only a fiber may wait for a fiber::channel: use fiber::select or a "
                  "shared_channel");

public:
    explicit channel_registration(const queue::detail::registered<Source, Wait>& by) noexcept
        : source_(by.source), wait_(by.wait), node_(by.wait, by.event, by.source.place()) {}
    channel_registration(const channel_registration&) = delete;
    channel_registration& operator=(const channel_registration&) = delete;

    void enter() noexcept {
        source_.set_waiting(&wait_);
        source_.enter(node_);
    }
    static bool settle_order() noexcept { return false; }
    void leave() noexcept {
        source_.set_waiting(nullptr);
        source_.leave(node_);
    }
    queue::status won() noexcept { return source_.end(node_.ending()); }

private:
    Source& source_;
    Wait& wait_;
    channel_node node_;
};

/// The common part of the pops and pushes of a channel.
template <class Channel>
class channel_source {
    using core = typename Channel::core;
    using lock = typename core::lock;

public:
    static constexpr auto kind = queue::detail::source_kind::operation;
    static constexpr bool is_shared = core::is_shared;
    static constexpr bool is_local = !is_shared;

    explicit channel_source(Channel& channel) noexcept : channel_(channel.core_) {}

    [[nodiscard]] static bool may_succeed() noexcept { return false; }
    /// During the wait, an attempt must leave out the select itself.
    void set_waiting(const queue::detail::joint_wait* wait) noexcept { wait_ = wait; }
    void leave(channel_node& own) noexcept {
        const lock held(channel_.mutex_);
        own.leave_queue();
    }
    queue::status end(queue::status result) noexcept { return result_ = result; }

protected:
    [[nodiscard]] bool is_done() const noexcept { return result_ == queue::status::done; }

    queue::status take(typename Channel::popped& target) noexcept {
        lock held(channel_.mutex_);
        return end(channel_.take(held, target, wait_));
    }
    queue::status give(typename Channel::value_type& element) noexcept {
        lock held(channel_.mutex_);
        return end(channel_.give(held, std::move(element), wait_));
    }
    void enter_receivers(channel_node& own) noexcept {
        lock held(channel_.mutex_);
        channel_.enter_receivers(held, own);
    }
    void enter_senders(channel_node& own) noexcept {
        lock held(channel_.mutex_);
        channel_.enter_senders(held, own);
    }

    core& channel_;

private:
    const queue::detail::joint_wait* wait_ = nullptr;
    queue::status result_ = queue::status::empty;
};

/// A pop, with the function that gets the element.
template <class Channel, class Handler>
class channel_pop_source : public channel_source<Channel> {
public:
    static constexpr bool happens_once = false;
    template <class Wait>
    using registration = channel_registration<channel_pop_source, Wait>;

    channel_pop_source(Channel& channel, Handler handler)
        : channel_source<Channel>(channel), handler_(std::move(handler)) {}

    [[nodiscard]] bool would_wait() const noexcept requires(!channel_source<Channel>::is_shared) {
        return this->channel_.is_empty();
    }
    [[nodiscard]] queue::status attempt() noexcept { return this->take(element_); }
    void enter(channel_node& own) noexcept { this->enter_receivers(own); }
    [[nodiscard]] void* place() noexcept { return std::addressof(element_); }
    void finish() {
        if (this->is_done()) {
            typename Channel::value_type taken(*std::move(element_));
            element_ = typename Channel::popped(queue::status::empty);
            static_cast<void>(std::invoke(handler_, std::move(taken)));
        }
    }

private:
    Handler handler_;
    typename Channel::popped element_{queue::status::empty};
};

/// A push, with the function that runs after the push.
template <class Channel, class U, class Handler>
class channel_push_source : public channel_source<Channel> {
    using T = typename Channel::value_type;
    /// The element that the caller passed, or an element that was made from it.
    using element = std::conditional_t<std::is_same_v<U, T>, T&&, T>;

public:
    template <class Wait>
    using registration = channel_registration<channel_push_source, Wait>;

    channel_push_source(Channel& channel, U&& source, Handler handler)
        : channel_source<Channel>(channel),
          element_(std::forward<U>(source)),
          handler_(std::move(handler)) {}

    [[nodiscard]] bool would_wait() const noexcept requires(!channel_source<Channel>::is_shared) {
        return this->channel_.is_full();
    }
    [[nodiscard]] queue::status attempt() noexcept { return this->give(element_); }
    void enter(channel_node& own) noexcept { this->enter_senders(own); }
    [[nodiscard]] void* place() noexcept { return std::addressof(element_); }
    void finish() {
        if (this->is_done()) {
            static_cast<void>(std::invoke(handler_));
        }
    }

private:
    element element_;
    Handler handler_;
};

} // namespace tollgate::fiber::detail

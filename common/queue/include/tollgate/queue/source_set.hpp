// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/kept_source.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/adaptive_spin.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

namespace tollgate::queue {

/// A set of sources that is itself a source of a select. The set registers each source once, and
/// keeps the source between the selects. So the cost of a select does not depend on the number of
/// sources that are idle.
///
///     const auto take_one = [](auto& first, auto& second, auto take) {
///         tollgate::queue::source_set both;
///         both.add(tollgate::queue::pop(first, take));
///         both.add(tollgate::queue::pop(second, take));
///         tollgate::queue::select(both, tollgate::queue::within(std::chrono::seconds(1)));
///     };
///
/// The sources of a set take turns: a source that has happened becomes the last of those that are
/// ready. The set removes a source that has ended: a pop of a queue that is closed and empty, a
/// push that is done, and a token that is cancelled. A token in a set takes its turn. For
/// precedence, name the token beside the set. A select of an empty set waits for ever: test
/// `size()` first.
///
/// - *Threads*: one thread, fiber or coroutine at a time uses a set. Any thread may use the queues.
/// - *Lifetime*: the queues and the tokens must outlive their sources, and so must the element of a
///   push if you pass an lvalue. An rvalue is moved into the set.
/// - *Exceptions*: `add` may throw std::bad_alloc, and for a descriptor also std::system_error.
/// - *Cost*: `add` allocates. A source that is ready costs its operation and a virtual call. If a
///   source becomes ready, the thread that makes it ready takes two locks. After that, and while
///   the set has not found the source idle again, the set costs the other threads nothing. An idle
///   source costs a select nothing.
class source_set {
public:
    source_set() = default;
    source_set(const source_set&) = delete;
    source_set& operator=(const source_set&) = delete;
    /// Removes all sources.
    ~source_set() {
        for (auto& [number, source] : sources_) {
            source->unregister();
        }
    }

    /// Adds a source, and returns the number of the source. The numbers are 0, 1, 2 …, in the order
    /// of the calls. The sources are `pop` and `push` of queues, `pop` of a channel,
    /// `cancelled_by`, `readable` and `writable`.
    template <class Source>
    std::size_t add(Source source) {
        static_assert(detail::keepable<Source>,
                      "a set keeps pops, pushes of queues, tokens and descriptors: name deadlines "
                      "and alarms beside the set");
        if constexpr (requires { source.with_own_element(); }) {
            return add(source.with_own_element());
        } else {
            const std::size_t number = added_;
            auto added = std::make_unique<detail::kept_source_of<Source>>(announced_, number,
                                                                          std::move(source));
            detail::kept_source& first_turn = *added;
            sources_.emplace(number, std::move(added));
            ++added_;
            turns_.push_back(first_turn);
            return number;
        }
    }

    /// Removes a source. Has no effect if the set has removed the source already. A handler may
    /// remove its own source, and then destroy the queue.
    void remove(std::size_t number) noexcept {
        const auto found = sources_.find(number);
        if (found != sources_.end()) {
            unregister(*found->second);
            if (number == finishing_) {
                has_ended_ = true; // erased after its handler
            } else {
                sources_.erase(found);
            }
        }
    }

    /// The number of sources.
    [[nodiscard]] std::size_t size() const noexcept { return sources_.size(); }
    /// The number of the source that ended the last select that the set ended.
    [[nodiscard]] std::size_t last() const noexcept { return last_; }

    // The functions of a source. A select calls them.

    /// For a select.
    static constexpr detail::source_kind kind = detail::source_kind::operation;
    /// For a select.
    [[nodiscard]] bool may_succeed() const noexcept {
        return !turns_.is_empty() || !announced_.is_empty();
    }
    /// For a select: attempts the sources that may be ready, until an attempt succeeds.
    [[nodiscard]] status attempt() noexcept {
        announced_.move_to(turns_);
        status result = ++attempts_ % most_idle == 0 ? attempt_idle() : status::empty;
        while (!detail::is_ready(result) && !turns_.is_empty()) {
            detail::kept_source& next = turns_.pop_front();
            result = next.attempt();
            if (detail::is_ready(result)) {
                end_turn(next, result);
            } else {
                idle_.at(idle_count_++) = &next;
                result = idle_count_ == most_idle ? enter_idle() : status::empty;
            }
        }
        if (!detail::is_ready(result)) {
            result = attempt_idle();
        }
        return detail::is_ready(result) ? result : enter_idle();
    }
    /// For a select: calls the function of the source that has ended the select.
    void finish() {
        assert(finishing_ == none && "a handler selects its own set");
        finishing_ = last_;
        const auto remove_if_ended = [this](const std::size_t* number) {
            finishing_ = none;
            if (has_ended_) {
                sources_.erase(*number);
            }
        };
        const std::unique_ptr<const std::size_t, decltype(remove_if_ended)> at_end(&last_,
                                                                                   remove_if_ended);
        ended_->finish();
    }
    /// For a select.
    [[nodiscard]] source_set& own_side() noexcept { return *this; }

    /// For a select.
    template <class Wait>
    using registration = detail::set_registration<source_set, Wait>;
    /// For a select: the number of spins before a thread sleeps.
    sleep::adaptive_spin spin;

private:
    template <class, class>
    friend class detail::set_registration;

    /// Attempts the sources that were found idle, until an attempt succeeds. So sources that become
    /// ready again soon need not enter the lists of their queues.
    [[nodiscard]] status attempt_idle() noexcept {
        for (std::size_t i = 0; i != idle_count_; ++i) {
            detail::kept_source& next = *idle_.at(i);
            const status result = next.attempt();
            if (detail::is_ready(result)) {
                remove_idle(next);
                end_turn(next, result);
                return result;
            }
        }
        return status::empty;
    }
    /// The sources that were found idle enter the lists of their queues. Then each is attempted
    /// once more, until an attempt succeeds. Several sources enter together, because a fence for
    /// one `spsc_queue` is a fence for all.
    [[nodiscard]] status enter_idle() noexcept {
        const std::span<detail::kept_source* const> entered(idle_.data(),
                                                            std::exchange(idle_count_, 0));
        for (detail::kept_source* const source : entered) {
            source->enter();
        }
        static_cast<void>(std::any_of(entered.begin(), entered.end(),
                                      [](auto* source) { return source->settle_order(); }));
        status result = status::empty;
        for (detail::kept_source* const source : entered) {
            if (detail::is_ready(result)) {
                source->leave(); // not attempted since it has entered
                await_turn(*source);
                continue;
            }
            result = source->attempt();
            if (detail::is_ready(result)) {
                source->leave();
                end_turn(*source, result);
            }
        }
        return result;
    }

    /// A source that has not ended takes another turn. It may have been announced meanwhile.
    void end_turn(detail::kept_source& source, status result) noexcept {
        ended_ = &source;
        last_ = source.number();
        has_ended_ = source.ends_with(result);
        if (has_ended_) {
            unregister(source);
        } else {
            await_turn(source);
        }
    }
    void await_turn(detail::kept_source& source) noexcept {
        if (!source.is_listed()) {
            turns_.push_back(source);
        }
    }
    void unregister(detail::kept_source& source) noexcept {
        source.unregister();
        announced_.move_to(turns_);
        turns_.remove(source);
        remove_idle(source);
    }
    /// The others keep their order, so that each of them is attempted first some day.
    void remove_idle(const detail::kept_source& removed) noexcept {
        const auto end_of_idle = idle_.begin() + static_cast<std::ptrdiff_t>(idle_count_);
        idle_count_ = static_cast<std::size_t>(std::remove(idle_.begin(), end_of_idle, &removed) -
                                               idle_.begin());
    }

    static constexpr std::size_t none = ~std::size_t{0};
    /// The largest number of idle sources that are in no list. They are attempted at least once in
    /// this number of selects.
    static constexpr std::size_t most_idle = 16;

    detail::ready_sources announced_;
    detail::source_list turns_;                          ///< the sources that may be ready
    std::array<detail::kept_source*, most_idle> idle_{}; ///< found idle, and not yet in a list
    std::size_t idle_count_ = 0;
    std::size_t attempts_ = 0;
    std::unordered_map<std::size_t, std::unique_ptr<detail::kept_source>> sources_;
    std::size_t added_ = 0;
    detail::kept_source* ended_ = nullptr; ///< ended the last attempt that succeeded
    std::size_t last_ = none;              ///< its number
    std::size_t finishing_ = none;         ///< the source whose handler runs
    bool has_ended_ = false;
};

} // namespace tollgate::queue

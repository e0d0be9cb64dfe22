// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/separate_token.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/detail/notification.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace tollgate::queue::detail {

class ready_sources;

/// A source that a set keeps between its waits. An idle source is in the list of its queue. If
/// there is an item, the queue takes the source out of this list, announces it to the set, and
/// offers the item to the next wait. So a set whose owner does not wait keeps no item from others.
class kept_source : public joint_wait {
public:
    static constexpr bool spins = false;
    /// A coroutine may use the set on several threads, one after the other.
    using token = cancel::detail::separate_token;

    kept_source(ready_sources& ready, std::size_t number) noexcept
        : joint_wait(&announce), ready_(ready), number_(number) {}
    virtual ~kept_source() = default;

    [[nodiscard]] std::size_t number() const noexcept { return number_; }
    /// Whether the source is in a list of ready sources. Call this function only if no queue can
    /// announce the source.
    [[nodiscard]] bool is_listed() const noexcept { return is_listed_; }

    // The functions of a source and of a registration, see select.hpp:
    [[nodiscard]] virtual status attempt() noexcept = 0;
    virtual void finish() = 0;
    virtual void enter() noexcept = 0;
    virtual bool settle_order() noexcept = 0;
    virtual void leave() noexcept = 0;
    /// Ends the registration. Afterwards the source is not announced any more.
    virtual void unregister() noexcept = 0;
    /// Whether an attempt with this result is the last.
    [[nodiscard]] virtual bool ends_with(status result) const noexcept = 0;

private:
    friend class source_list;

    static joint_wait* announce(joint_wait& announced) noexcept;

    ready_sources& ready_;
    std::size_t number_;
    kept_source* next_ = nullptr; ///< in a list of ready sources
    bool is_listed_ = false;
};

/// A list of ready sources, first in, first out.
class source_list {
public:
    [[nodiscard]] bool is_empty() const noexcept { return first_ == nullptr; }
    void push_back(kept_source& added) noexcept {
        added.is_listed_ = true;
        added.next_ = nullptr;
        (is_empty() ? first_ : last_->next_) = &added;
        last_ = &added;
    }
    kept_source& pop_front() noexcept {
        kept_source& taken = *std::exchange(first_, first_->next_);
        taken.is_listed_ = false;
        return taken;
    }
    /// Appends all sources of the other list, which is empty afterwards.
    void take(source_list& other) noexcept {
        while (!other.is_empty()) {
            push_back(other.pop_front());
        }
    }
    /// Removes a source. Takes a time proportional to the length of the list.
    void remove(const kept_source& removed) noexcept {
        source_list others;
        while (!is_empty()) {
            kept_source& next = pop_front();
            if (&next != &removed) {
                others.push_back(next);
            }
        }
        *this = others;
    }

private:
    kept_source* first_ = nullptr;
    kept_source* last_ = nullptr;
};

/// The sources of a set that have been announced, and the wait of the set's owner.
class ready_sources {
public:
    // Functions of the owner:

    /// From now on, an announcement claims the wait for this event.
    void begin_wait(joint_wait& wait, std::uint32_t event, bool wants_time) noexcept {
        const std::lock_guard locked(lock_);
        wait_ = &wait;
        event_ = event;
        wants_time_ = wants_time;
    }
    void end_wait() noexcept {
        const std::lock_guard locked(lock_);
        wait_ = nullptr;
    }
    [[nodiscard]] bool is_empty() const noexcept {
        return !has_announced_.load(std::memory_order_relaxed);
    }
    void move_to(source_list& turns) noexcept {
        if (!is_empty()) {
            const std::lock_guard locked(lock_);
            turns.take(announced_);
            has_announced_.store(false, std::memory_order_relaxed);
        }
    }
    /// Learns from a wait that an announcement has ended. See `notification`.
    void learn(sleep::adaptive_spin& spin, std::chrono::steady_clock::time_point start,
               int spins_made) const noexcept {
        notified_at_.teach<std::chrono::steady_clock>(spin, wants_time_, start, spins_made);
    }

    // A function of queues and tokens, which they call once for each time that the source enters:

    /// Returns the wait of the owner if this call has claimed the wait, or null.
    [[nodiscard]] joint_wait* announce(kept_source& ready) noexcept {
        const std::lock_guard locked(lock_);
        announced_.push_back(ready);
        has_announced_.store(true, std::memory_order_relaxed);
        if (wait_ == nullptr || !wait_->claim(event_)) {
            return nullptr;
        }
        notified_at_ = notification::now<std::chrono::steady_clock>(wants_time_);
        return wait_;
    }

private:
    std::atomic<bool> has_announced_{false};
    sleep::brief_lock lock_;
    // Guarded by the lock:
    source_list announced_;
    joint_wait* wait_ = nullptr;
    std::uint32_t event_ = 0;
    bool wants_time_ = false;
    notification notified_at_;
};

inline joint_wait* kept_source::announce(joint_wait& announced) noexcept {
    auto& self = static_cast<kept_source&>(announced);
    return self.ready_.announce(self);
}

/// The place of a set in a wait: an announcement claims the wait.
template <class Set, class Wait>
class set_registration {
public:
    explicit set_registration(const registered<Set, Wait>& by) noexcept : by_(by) {}
    set_registration(const set_registration&) = delete;
    set_registration& operator=(const set_registration&) = delete;

    void enter() noexcept {
        announced().begin_wait(by_.wait, by_.event, Wait::spins && by_.source.spin.wants_time());
    }
    static bool settle_order() noexcept { return false; }
    void leave() noexcept { announced().end_wait(); }
    [[nodiscard]] status won() const noexcept { return status::empty; }
    void learn(std::chrono::steady_clock::time_point start, int spins_made) noexcept {
        announced().learn(by_.source.spin, start, spins_made);
    }

private:
    [[nodiscard]] ready_sources& announced() noexcept { return by_.source.announced_; }

    registered<Set, Wait> by_;
};

template <class Source>
class kept_source_of final : public kept_source {
public:
    kept_source_of(ready_sources& ready, std::size_t number, Source&& source)
        : kept_source(ready, number),
          source_(std::move(source)),
          place_(registered<Source, kept_source>{source_, *this, 0}) {}

    [[nodiscard]] status attempt() noexcept override { return source_.attempt(); }
    void finish() override { source_.finish(); }
    void enter() noexcept override { place_->enter(); }
    bool settle_order() noexcept override { return place_->settle_order(); }
    void leave() noexcept override { place_->leave(); }
    void unregister() noexcept override {
        if (place_) {
            place_->leave();
            place_.reset();
        }
    }
    [[nodiscard]] bool ends_with(status result) const noexcept override {
        return result != status::done || Source::happens_once;
    }

private:
    Source source_;
    std::optional<typename Source::template registration<kept_source>> place_;
};

/// A source that a set can keep.
template <class Source>
concept keepable = requires {
    { Source::happens_once } -> std::convertible_to<bool>;
};

} // namespace tollgate::queue::detail

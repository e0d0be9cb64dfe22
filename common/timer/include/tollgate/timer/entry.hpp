// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cassert>
#include <chrono>

namespace tollgate::timer {

/// A place in a `timer_queue`, for one deadline: two links and the deadline, 24 bytes. It belongs
/// to whoever waits; the queue only links it. It must not be moved, nor destroyed, while it is
/// linked.
///
/// Threads: those of the queue.
class entry {
public:
    /// Of the queue's clock, since its epoch or before it.
    using moment = std::chrono::nanoseconds;

    entry() noexcept = default;
    entry(const entry&) = delete;
    entry& operator=(const entry&) = delete;
    ~entry() { assert(!is_linked() && "destroyed while it is linked"); }

    [[nodiscard]] bool is_linked() const noexcept { return next_ != this; }
    /// What it was linked for last.
    [[nodiscard]] moment deadline() const noexcept { return deadline_; }

private:
    friend class entry_list;
    friend class wheel;
    friend class fifo;

    entry* next_ = this;
    entry* previous_ = this;
    moment deadline_{0};
};

/// A ring of entries around a head that is not one of them. Every step is a few loads and stores.
class entry_list {
public:
    [[nodiscard]] bool is_empty() const noexcept { return !head_.is_linked(); }
    [[nodiscard]] entry& front() const noexcept { return *head_.next_; }
    [[nodiscard]] entry& back() const noexcept { return *head_.previous_; }
    [[nodiscard]] bool is_head(const entry& one) const noexcept { return &one == &head_; }
    [[nodiscard]] static entry& before(const entry& one) noexcept { return *one.previous_; }

    void push_back(entry& one) noexcept { insert_after(back(), one); }

    /// `where` is linked, or the head.
    static void insert_after(entry& where, entry& one) noexcept {
        assert(!one.is_linked());
        one.previous_ = &where;
        one.next_ = where.next_;
        where.next_->previous_ = &one;
        where.next_ = &one;
    }

    static void unlink(entry& one) noexcept {
        one.next_->previous_ = one.previous_;
        one.previous_->next_ = one.next_;
        one.next_ = &one;
        one.previous_ = &one;
    }

    /// All of the other's, behind its own; the other is empty afterwards.
    void take(entry_list& other) noexcept {
        if (other.is_empty()) {
            return;
        }
        entry& first = other.front();
        entry& last = other.back();
        unlink(other.head_);
        first.previous_ = &back();
        last.next_ = &head_;
        back().next_ = &first;
        head_.previous_ = &last;
    }

    ~entry_list() { assert(is_empty() && "destroyed before its entries"); }

private:
    entry head_;
};

} // namespace tollgate::timer

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cassert>
#include <chrono>

namespace tollgate::timer {

/// An element of a `timer_queue`. An entry has 24 bytes: one deadline, and two links to its
/// neighbours in the queue.
///
/// - *Threads*: only the threads that may use the queue.
/// - *Lifetime*: you own the entry. The entry is *linked* while the entry is in a queue or a list.
///   You must not move or destroy a linked entry.
class entry {
public:
    /// Nanoseconds of the queue's clock since the clock's epoch; negative before the epoch.
    using moment = std::chrono::nanoseconds;

    entry() noexcept = default;
    entry(const entry&) = delete;
    entry& operator=(const entry&) = delete;
    ~entry() { assert(!is_linked() && "destroyed while it is linked"); }

    /// Whether the entry is in a queue or a list.
    [[nodiscard]] bool is_linked() const noexcept { return next_ != this; }
    /// The last deadline for which the entry was armed.
    [[nodiscard]] moment deadline() const noexcept { return deadline_; }

private:
    friend class entry_list;
    friend class wheel;
    friend class fifo;

    entry* next_ = this;
    entry* previous_ = this;
    moment deadline_{0};
};

/// A circular list of entries. The *head* of the list links the last entry to the first entry, but
/// does not count as an entry of the list. Each function takes a few loads and stores.
///
/// - *Threads*: one thread at a time.
/// - *Lifetime*: the list must be empty when it is destroyed.
class entry_list {
public:
    /// Whether there is no entry.
    [[nodiscard]] bool is_empty() const noexcept { return !head_.is_linked(); }
    /// The first entry, or the head if the list is empty.
    [[nodiscard]] entry& front() const noexcept { return *head_.next_; }
    /// The last entry, or the head if the list is empty.
    [[nodiscard]] entry& back() const noexcept { return *head_.previous_; }
    /// Whether `node` is the head of this list.
    [[nodiscard]] bool is_head(const entry& node) const noexcept { return &node == &head_; }
    /// The entry before `node`, or the head if `node` is the first entry.
    [[nodiscard]] static entry& before(const entry& node) noexcept { return *node.previous_; }

    /// Appends an entry that is not linked.
    void push_back(entry& node) noexcept { insert_after(back(), node); }

    /// Inserts `node` after `where`. `node` must not be linked. `where` is the head or an entry of
    /// a list.
    static void insert_after(entry& where, entry& node) noexcept {
        assert(!node.is_linked());
        node.previous_ = &where;
        node.next_ = where.next_;
        where.next_->previous_ = &node;
        where.next_ = &node;
    }

    /// Takes an entry out of its list. Does nothing to an entry that is not linked.
    static void unlink(entry& node) noexcept {
        node.next_->previous_ = node.previous_;
        node.previous_->next_ = node.next_;
        node.next_ = &node;
        node.previous_ = &node;
    }

    /// Appends all entries of the other list. Afterwards the other list is empty.
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

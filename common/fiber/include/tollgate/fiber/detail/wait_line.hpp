// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/channel_node.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/waiter.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/status.hpp>

namespace tollgate::fiber::detail {

/// The fibers that wait on one side of a channel, first come, first served. To claim a node means
/// to end its wait. A claimed node is out of the line, and belongs to its claimer until the claimer
/// wakes its fiber. A set takes nothing: it is told of an item, and its owner attempts to take it.
///
/// - *Threads*: the channel's lock protects the line. A claimed node needs no lock. The functions
///   return the `owners` of the sets that were told. The caller wakes these owners after it has
///   released the lock, because the wake-up of a coroutine runs code of its executor.
template <class Clock, sharing Sharing>
class wait_line {
    using waiter = detail::waiter<Clock, Sharing>;
    using joint_wait = queue::detail::joint_wait;
    using status = queue::status;
    using claimed_waits = queue::detail::claimed_waits;

public:
    using node = channel_node;
    using nodes = node::wait_queue;

    [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }
    void push_back(node& last) noexcept { waiting_.push_back(last); }

    /// Ends the first wait that has not ended. Returns the node of this wait, or null if there is
    /// no such wait. Calls `claim_of_all` instead if nodes of selects may be before this node.
    template <class Function>
    [[gnu::always_inline]] node* claim_first(Function claim_of_all) noexcept {
        while (!waiting_.empty()) {
            node& first = waiting_.front();
            if (first.joint() != nullptr) [[unlikely]] {
                return claim_of_all();
            }
            waiting_.pop_front();
            if (static_cast<waiter&>(first).claim(status::done)) {
                return &first;
            }
        }
        return nullptr;
    }
    /// A node or null, and the owners of the sets that were told.
    struct claimed_first {
        node* first;
        claimed_waits owners;
    };
    /// Does the same among all nodes. `self` is the joint wait of the caller, which is left out.
    /// Tells the sets before this node only if they could take the item.
    [[gnu::noinline]] claimed_first claim_first_of_all(const joint_wait* self,
                                                       bool sets_could_take_it = true) noexcept {
        claimed_waits owners;
        for (auto next = waiting_.begin(); next != waiting_.end();) {
            node& each = *next++;
            const bool is_left_out =
                each.joint() != nullptr &&
                (each.joint() == self || (!sets_could_take_it && is_of_a_set(each)));
            if (!is_left_out && claim(owners, each, status::done)) {
                return {&each, owners};
            }
        }
        return {nullptr, owners};
    }
    /// Ends all waits with `closed`, and appends their nodes to `claimed`.
    void claim_all(claimed_waits& owners, nodes& claimed) noexcept {
        for (auto next = waiting_.begin(); next != waiting_.end();) {
            node& each = *next++;
            if (claim(owners, each, status::closed)) {
                claimed.push_back(each);
            }
        }
    }
    /// Tells all sets.
    void tell_sets(claimed_waits& owners) noexcept {
        for (auto next = waiting_.begin(); next != waiting_.end();) {
            node& each = *next++;
            if (is_of_a_set(each)) {
                claim(owners, each, status::done);
            }
        }
    }

    [[gnu::always_inline]] static void wake(node& claimed) noexcept {
        if (claimed.joint() == nullptr) [[likely]] {
            static_cast<waiter&>(claimed).wake();
        } else {
            claimed.joint()->wake();
        }
    }
    static void wake_all(nodes& claimed) noexcept {
        while (!claimed.empty()) {
            node& first = claimed.front();
            claimed.pop_front();
            wake(first);
        }
    }

private:
    static bool is_of_a_set(node& waiting) noexcept {
        return waiting.joint() != nullptr && waiting.joint()->is_of_a_set();
    }

    /// Ends the wait of this node, if possible. Takes the node out of the line if the wait has
    /// ended or belongs to a set. Returns whether the wait has ended: then the caller moves the
    /// element, and wakes the wait.
    static bool claim(claimed_waits& owners, node& waiting, status ending) noexcept {
        using answer = joint_wait::answer;
        if (waiting.joint() == nullptr) {
            waiting.leave_queue();
            return static_cast<waiter&>(waiting).claim(ending);
        }
        claimed_waits claimed;
        const answer result = waiting.offer(ending, claimed);
        if (result != answer::stays) {
            waiting.leave_queue();
        }
        if (result == answer::leaves) {
            owners.take(claimed);
        }
        return result == answer::takes_it;
    }

    nodes waiting_;
};

} // namespace tollgate::fiber::detail

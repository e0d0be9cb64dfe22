// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/intrusive/list.hpp>

#include <cstdint>

namespace tollgate::fiber::detail {

using channel_node_hook =
    boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

/// A node in the wait queue of the pushes or of the pops of a channel. A node is a `waiter`, which
/// waits for this channel only, or belongs to a joint wait.
class channel_node : public channel_node_hook {
    using joint_wait = queue::detail::joint_wait;

public:
    using wait_queue =
        boost::intrusive::list<channel_node, boost::intrusive::base_hook<channel_node_hook>,
                               boost::intrusive::constant_time_size<false>>;

    /// A node of a joint wait. The channel claims the joint wait for this event.
    channel_node(joint_wait& joint, std::uint32_t event, void* element_place) noexcept
        : place(element_place), joint_(&joint), event_(event), ending_(queue::status::empty) {}

    void* const place; ///< the destination of a pop, or the source of a push

    void leave_queue() noexcept {
        if (channel_node_hook::is_linked()) {
            channel_node_hook::unlink();
        }
    }

    /// Null if the node is a `waiter`.
    [[nodiscard]] joint_wait* joint() const noexcept { return joint_; }
    /// For a joint wait: offers this end of the wait. See joint_wait::offer.
    [[nodiscard]] joint_wait::answer offer(queue::status ending,
                                           queue::detail::claimed_waits& claimed) noexcept {
        const joint_wait::answer answer = joint_->offer(event_, claimed);
        if (answer == joint_wait::answer::takes_it) {
            ending_ = ending;
        }
        return answer;
    }
    /// The status with which the joint wait was claimed.
    [[nodiscard]] queue::status ending() const noexcept { return ending_; }

protected:
    explicit channel_node(void* element_place) noexcept : place(element_place), joint_(nullptr) {}

private:
    joint_wait* joint_;
    // Only for a joint wait.
    std::uint32_t event_;
    queue::status ending_;
};

} // namespace tollgate::fiber::detail

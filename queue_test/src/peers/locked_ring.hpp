// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"
#include "ring_buffer.hpp"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <type_traits>

namespace tollgate::queue_test {

/// A way of waiting for a predicate under a lock; false if it gave up, and the predicate does not
/// hold. `Context` is what the caller of the queue has to bring along for it.
template <class Waiting, class... Context>
concept waits_with = std::is_invocable_r_v < bool,
        Waiting&, std::condition_variable&, std::unique_lock<std::mutex>
&, bool (*)(), const Context&... > ;

/// One mutex around a ring, one condition variable for each end. `Waiting` is how a thread waits,
/// and all in which queues of this kind differ.
///
/// Every push and every pop notifies one thread, after unlocking, so that it does not wake only to
/// wait for the mutex; whether anybody waits is left to the condition variable to know.
template <class Message, class Waiting>
class locked_ring : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = false;

    explicit locked_ring(std::size_t capacity) : ring_(capacity) {}

    /// False if the waiting was given up; the message is not in the queue then.
    template <class... Context>
        requires waits_with<Waiting, Context...>
    bool push(const Message& message, const Context&... context) {
        {
            std::unique_lock lock(mutex_);
            if (!waiting_(
                    has_room_, lock, [this] { return !ring_.is_full(); }, context...)) {
                return false;
            }
            ring_.push(message);
        }
        has_messages_.notify_one();
        return true;
    }

    /// False if the waiting was given up; `message` is as before then.
    template <class... Context>
        requires waits_with<Waiting, Context...>
    bool pop(Message& message, const Context&... context) {
        {
            std::unique_lock lock(mutex_);
            if (!waiting_(
                    has_messages_, lock, [this] { return !ring_.is_empty(); }, context...)) {
                return false;
            }
            ring_.pop(message);
        }
        has_room_.notify_one();
        return true;
    }

    [[nodiscard]] Waiting& way_of_waiting() { return waiting_; }

private:
    std::mutex mutex_;
    std::condition_variable has_room_;
    std::condition_variable has_messages_;
    ring_buffer<Message> ring_;
    [[no_unique_address]] Waiting waiting_;
};

} // namespace tollgate::queue_test

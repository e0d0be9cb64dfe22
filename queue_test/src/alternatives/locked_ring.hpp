// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <type_traits>
#include <vector>

namespace tollgate::queue_test {

/// A ring of exactly `capacity` messages. Not thread safe; the caller neither pushes to a full one
/// nor pops from an empty one. Allocates once.
template <class Message>
class ring_buffer {
public:
    explicit ring_buffer(std::size_t capacity) : slots_(capacity) {}

    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    [[nodiscard]] bool is_full() const { return size_ == slots_.size(); }

    void push(const Message& message) {
        slots_[next_in_] = message;
        next_in_ = after(next_in_);
        ++size_;
    }
    void pop(Message& message) {
        message = slots_[next_out_];
        next_out_ = after(next_out_);
        --size_;
    }

private:
    // A comparison costs less than the division that any capacity would need.
    [[nodiscard]] std::size_t after(std::size_t index) const {
        return index + 1 == slots_.size() ? 0 : index + 1;
    }

    std::vector<Message> slots_;
    std::size_t next_in_ = 0;
    std::size_t next_out_ = 0;
    std::size_t size_ = 0;
};

/// A way to wait for a predicate under a lock. It returns false if it has given up and the
/// predicate does not hold. `Context` is what the caller of the queue must pass for it.
template <class Waiting, class... Context>
concept waits_with = std::is_invocable_r_v < bool,
        Waiting&, std::condition_variable&, std::unique_lock<std::mutex>
&, bool (*)(), const Context&... > ;

/// One mutex around a ring, and a condition variable for each end. Queues of this kind differ only
/// in `Waiting`, the way in which a thread waits.
///
/// Each push and each pop notifies one thread, after it has unlocked: otherwise that thread would
/// wake only to wait for the mutex. The condition variable knows whether a thread waits.
template <class Message, class Waiting>
class locked_ring : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = false;

    explicit locked_ring(std::size_t capacity) : ring_(capacity) {}

    /// False if the wait was given up; then the message is not in the queue.
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

    /// False if the wait was given up; then `message` is unchanged.
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

/// Waits for the predicate alone.
struct plain_waiting {
    template <class Predicate>
    bool operator()(std::condition_variable& condition, std::unique_lock<std::mutex>& lock,
                    Predicate holds) const {
        condition.wait(lock, holds);
        return true;
    }
};

/// The queue of the textbooks: one mutex, two condition variables, a ring of exactly `capacity`.
template <class Message>
using mutex_condvar = locked_ring<Message, plain_waiting>;

/// Checks a flag every 100 ms. Any thread may stop it; waiting threads notice that within 100 ms.
class alive_polling {
public:
    static constexpr std::chrono::milliseconds period{100};

    template <class Predicate>
    bool operator()(std::condition_variable& condition, std::unique_lock<std::mutex>& lock,
                    Predicate holds) const {
        while (!holds()) {
            if (!alive_.load(std::memory_order_relaxed)) {
                return false;
            }
            condition.wait_for(lock, period);
        }
        return true;
    }

    void stop() { alive_.store(false, std::memory_order_relaxed); }

private:
    std::atomic<bool> alive_ = true;
};

/// The queue of the textbooks with the usual means to stop a waiting thread: a timeout and a flag.
/// Holds exactly `capacity`.
template <class Message>
using timeout_polling = locked_ring<Message, alive_polling>;

/// Waits until the token of the calling thread is cancelled. Registers only if it has to wait.
struct cancellable_waiting {
    template <class Predicate>
    bool operator()(std::condition_variable& condition, std::unique_lock<std::mutex>& lock,
                    Predicate holds, const cancel::token& cancellation) const {
        return cancel::wait(condition, lock, holds, cancellation);
    }
};

/// The queue of the textbooks with waits that a token ends. Holds exactly `capacity`.
template <class Message>
using cancellable = locked_ring<Message, cancellable_waiting>;

} // namespace tollgate::queue_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <atomic>
#include <cstddef>
#include <vector>

namespace tollgate::queue_test {

/// A ring between one producer and one consumer that never wait, each with a copy of the other's
/// index (Erik Rigtorp's SPSCQueue, and before it MCRingBuffer of Lee, Bu and Chandranmenon, 2010):
/// a side reads the line that the other writes only when its copy says that the ring is full, or
/// empty. Holds exactly `capacity`, in one slot more. Allocates once.
///
/// A release store of an index makes the slots before it visible to the acquire load on the other
/// side: what was pushed to the consumer, and that a slot is free to the producer.
template <class Message>
class cached_ring : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = true;

    explicit cached_ring(std::size_t capacity) : slots_(capacity + 1) {}

    /// By the producer.
    bool try_push(const Message& message) {
        const std::size_t at = in_.index.load(std::memory_order_relaxed);
        const std::size_t next = after(at);
        if (next == in_.copy) {
            in_.copy = out_.index.load(std::memory_order_acquire);
            if (next == in_.copy) {
                return false;
            }
        }
        slots_[at] = message;
        in_.index.store(next, std::memory_order_release);
        return true;
    }

    /// By the consumer.
    bool try_pop(Message& message) {
        const std::size_t at = out_.index.load(std::memory_order_relaxed);
        if (at == out_.copy) {
            out_.copy = in_.index.load(std::memory_order_acquire);
            if (at == out_.copy) {
                return false;
            }
        }
        message = slots_[at];
        out_.index.store(after(at), std::memory_order_release);
        return true;
    }

private:
    /// Two cache lines, because processors fetch them in pairs.
    struct alignas(128) side {
        std::atomic<std::size_t> index{0};
        std::size_t copy = 0; ///< of the other side's
    };

    [[nodiscard]] std::size_t after(std::size_t index) const {
        return index + 1 == slots_.size() ? 0 : index + 1;
    }

    std::vector<Message> slots_;
    side in_;
    side out_;
};

} // namespace tollgate::queue_test

// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <atomic>
#include <cstddef>
#include <vector>

namespace tollgate::queue_test {

/// A ring for one producer and one consumer that never wait. Each side has a copy of the other's
/// index, and reads the cache line that the other side writes only if by its copy the ring is full,
/// or empty. (Erik Rigtorp's SPSCQueue, and before it MCRingBuffer of Lee, Bu and Chandranmenon,
/// 2010.) Holds exactly `capacity`, with one slot more. Allocates once.
///
/// A releasing store of an index is read by an acquiring load of the other side. So the consumer
/// sees the messages, and the producer sees which slots are free.
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
    /// Two cache lines: CPUs fetch them in pairs.
    struct alignas(128) side {
        std::atomic<std::size_t> index{0};
        std::size_t copy = 0; ///< of the other side's index
    };

    [[nodiscard]] std::size_t after(std::size_t index) const {
        return index + 1 == slots_.size() ? 0 : index + 1;
    }

    std::vector<Message> slots_;
    side in_;
    side out_;
};

} // namespace tollgate::queue_test

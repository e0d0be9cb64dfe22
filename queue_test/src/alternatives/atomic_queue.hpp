// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic_queue/atomic_queue.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace tollgate::queue_test {

/// The run-time sized queues of atomic_queue by Maxim Egorushkin: a ring. A thread claims a slot by
/// incrementing an index, then spins until the thread that had the slot before is done. So a try
/// fails at once if the queue is full or empty, but waits for a thread that was interrupted between
/// its claim and its copy. If the ring goes round meanwhile, two consumers wait for the same slot,
/// and the later one may be served first. Nothing is lost, but a consumer may see messages of one
/// producer out of order, by up to the capacity.
///
/// A message of one word is an atomic, and a word that is no message marks a free slot. The queue
/// hands over only that word. Two fences here, no instructions on x86-64, order the writes before
/// it. A longer message has a state besides.
///
/// The capacity is rounded up to a power of two, and at least to the square of the number of slots
/// (of one word) or states (of longer messages) in a cache line: 64 or 4096 with 64-byte lines.
template <class Message, bool SingleProducerSingleConsumer>
class atomic_queue_ring {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = SingleProducerSingleConsumer;
    static constexpr bool overtakes_among_several = !SingleProducerSingleConsumer;

    [[nodiscard]] static std::size_t holds(std::size_t requested) {
        return std::max(std::bit_ceil(requested), per_line * per_line);
    }

    explicit atomic_queue_ring(std::size_t capacity) : queue_(static_cast<unsigned>(capacity)) {}

    bool try_push(const Message& message) {
        if constexpr (is_word) {
            std::atomic_thread_fence(std::memory_order_release);
        }
        return queue_.try_push(std::bit_cast<slot>(message));
    }
    bool try_pop(Message& message) {
        if constexpr (is_word) {
            slot word = 0;
            const bool popped = queue_.try_pop(word);
            if (popped) {
                std::atomic_thread_fence(std::memory_order_acquire);
                message = std::bit_cast<Message>(word);
            }
            return popped;
        } else {
            return queue_.try_pop(message);
        }
    }

private:
    static constexpr bool is_word = sizeof(Message) == sizeof(std::uint64_t);
    static constexpr std::size_t per_line =
        atomic_queue::CACHE_LINE_SIZE / (is_word ? sizeof(std::uint64_t) : 1);
    static constexpr std::uint64_t free_slot = ~std::uint64_t{0};
    static constexpr bool maximize_throughput = true;
    static constexpr bool total_order = false;

    using slot = std::conditional_t<is_word, std::uint64_t, Message>;
    using words =
        atomic_queue::AtomicQueueB<std::uint64_t, std::allocator<std::uint64_t>, free_slot,
                                   maximize_throughput, total_order, SingleProducerSingleConsumer>;
    using longer =
        atomic_queue::AtomicQueueB2<Message, std::allocator<Message>, maximize_throughput,
                                    total_order, SingleProducerSingleConsumer>;

    std::conditional_t<is_word, words, longer> queue_;
};

/// atomic_queue::AtomicQueueB and AtomicQueueB2, for any number of producers and consumers. Holds
/// at least 64 messages of one word, and at least 4096 longer ones.
template <class Message>
using atomic_queue_mpmc = atomic_queue_ring<Message, false>;

/// atomic_queue::AtomicQueueB and AtomicQueueB2 for one producer and one consumer: nothing is read
/// and modified in one step. Holds at least 64 messages of one word, and at least 4096 longer ones.
template <class Message>
using atomic_queue_spsc = atomic_queue_ring<Message, true>;

} // namespace tollgate::queue_test

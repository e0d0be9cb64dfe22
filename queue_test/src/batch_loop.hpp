// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "message.hpp"
#include "queue_concepts.hpp"
#include "stream_loop.hpp"
#include "tally.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tollgate::queue_test {

/// The most messages that a call of these queues moves.
inline constexpr std::size_t usual_batch = 32;

/// Queues that move several messages in one call. `push_all` waits until all are pushed; `pop_some`
/// waits until there is one, and returns the number of messages that it has popped.
template <class Queue>
concept batch_queue_of = described_queue_of<Queue> &&
    requires(Queue& queue, std::span<const typename Queue::message_type> in,
             std::span<typename Queue::message_type> out) {
    { Queue::batch } -> std::convertible_to<std::size_t>;
    queue.push_all(in);
    { queue.pop_some(out) } -> std::same_as<std::size_t>;
};

/// The members of a stream whose calls move up to `Queue::batch` messages.
template <batch_queue_of Queue>
class batches_through final : public stream_members {
public:
    explicit batches_through(stream& all) : all_(all), queue_(all.dimensions().capacity) {}

    void produce(std::size_t self) override {
        std::vector<message_type> own(Queue::batch);
        heap_of_numbers sent;
        for (std::uint64_t i = 0; !all_.stopped();) {
            if (!Queue::is_bounded && i % pushes_between_checks == 0) {
                all_.wait_for_consumers(most_waiting<message_type>);
            }
            for (message_type& message : own) {
                const std::uint64_t number = origin{self, i++}.number();
                message.fill(number);
                sent.add(number);
            }
            queue_.push_all(own);
            all_.pushed(self, i);
        }
        if (all_.end_producer(self, sent)) {
            all_.wait_for_arrivals();
            push_ends(all_.dimensions().consumers);
        }
    }

    void consume(std::size_t self) override {
        std::vector<message_type> places(Queue::batch);
        tally received(all_.dimensions().producers);
        std::uint64_t taken = 0;
        for (std::size_t ends = 0; ends == 0;) {
            const auto batch = std::span(places).first(queue_.pop_some(places));
            for (const message_type& message : batch) {
                if (message.number() == end_of_messages) [[unlikely]] {
                    ++ends;
                } else {
                    received.add(message.number(), message.intact());
                }
            }
            taken += batch.size() - ends;
            all_.popped_batch(self, taken, batch.size() - ends);
            if (ends > 1) {
                push_ends(ends - 1); // those of other consumers
            }
        }
        all_.end_consumer(self, received);
    }

private:
    using message_type = typename Queue::message_type;

    [[gnu::noinline, gnu::cold]] void push_ends(std::size_t count) {
        std::vector<message_type> ends(count);
        for (message_type& end : ends) {
            end.fill(end_of_messages);
        }
        for (const message_type& end : ends) {
            queue_.push_all(std::span(&end, 1));
        }
    }

    stream& all_;
    Queue queue_;
};

template <class Queue>
std::unique_ptr<stream_members> make_batches(stream& all) {
    return std::make_unique<batches_through<Queue>>(all);
}

} // namespace tollgate::queue_test

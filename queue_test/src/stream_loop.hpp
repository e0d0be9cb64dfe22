// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "headway.hpp"
#include "message.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"
#include "tally.hpp"
#include "thread_groups.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace tollgate::queue_test {

/// The part of a stream that its members share and that does not depend on the queue.
class stream {
public:
    /// If no message arrives for `arrival_timeout`, the missing ones are lost.
    stream(const shape& dimensions, measure::loop_probe& probe,
           std::function<void()> (*make_pause)(), std::chrono::nanoseconds arrival_timeout);

    [[nodiscard]] const shape& dimensions() const { return dimensions_; }
    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    /// Sets the number of messages that a producer has pushed, or a consumer popped.
    void pushed(std::size_t producer, std::uint64_t messages) { moves_.set(producer, messages); }
    void popped(std::size_t consumer, std::uint64_t messages) {
        moves_.set(dimensions_.producers + consumer, messages);
        if (dimensions_.consumers == 1) {
            count();
        } else if (messages % messages_in_a_share == 0) {
            count_together();
        }
    }
    /// The same for the last `batch` messages, at most a share of them. An operation is a share,
    /// even with one consumer.
    void popped_batch(std::size_t consumer, std::uint64_t messages, std::uint64_t batch) {
        moves_.set(dimensions_.producers + consumer, messages);
        if (messages % messages_in_a_share < batch) {
            count_together();
        }
    }

    /// Waits until at most `most_waiting` messages are under way.
    void wait_for_consumers(std::uint64_t most_waiting) const;

    /// Ends a producer. Returns whether it was the last.
    [[nodiscard]] bool end_producer(std::size_t self, const heap_of_numbers& sent);
    /// Ends a consumer.
    void end_consumer(std::size_t self, const tally& received) { received_[self] = received; }
    /// By the last producer: waits until all messages have been popped, or are lost.
    void wait_for_arrivals() const;

    [[nodiscard]] const headway& moves() const { return moves_; }
    /// Adds the failed self-checks and the counts, when all members have ended.
    void complete(bool order_is_kept, bool in_batches, measure::loop_report& report) const;

private:
    static constexpr std::uint64_t messages_in_a_share = 64;

    [[nodiscard]] std::uint64_t all_pushed() const { return moves_.sum(0, dimensions_.producers); }
    [[nodiscard]] std::uint64_t all_popped() const {
        return moves_.sum(dimensions_.producers, dimensions_.members());
    }
    /// Counts an operation.
    void count() {
        if (!over_) {
            ++done_;
            over_ = !probe_.keep_running(done_);
            if (over_) {
                stop();
            }
        }
    }
    void count_together();

    const shape dimensions_;
    measure::loop_probe& probe_;
    std::function<void()> (*make_pause_)();
    std::chrono::nanoseconds arrival_timeout_;
    headway moves_; ///< producers, then consumers
    alignas(64) std::atomic<bool> stop_{false};
    std::atomic<std::size_t> producing_;
    // Each entry is written by its member, and read when all have ended.
    std::vector<heap_of_numbers> sent_;
    std::vector<tally> received_;
    // The operations, and whether they are enough: written by the one consumer, or under the lock.
    alignas(64) sleep::brief_lock counting_;
    std::uint64_t done_ = 0;
    bool over_ = false;
};

/// For unbounded queues: the most messages in them, and the pushes between two checks of that.
template <class Message>
inline constexpr std::uint64_t
    most_waiting = std::max<std::uint64_t>(1024, (std::uint64_t{16} << 20) / sizeof(Message));
inline constexpr std::uint64_t pushes_between_checks = 256;

/// The part of a stream that depends on the queue: the queue, and the functions of the members.
class stream_members {
public:
    virtual ~stream_members() = default;
    /// The producer that ends last ends the consumers.
    virtual void produce(std::size_t self) = 0;
    virtual void consume(std::size_t self) = 0;
};

template <class Queue>
class stream_through final : public stream_members {
public:
    explicit stream_through(stream& all) : all_(all), queue_(all.dimensions().capacity) {}

    void produce(std::size_t self) override {
        const auto own = std::make_unique<message_type>();
        way<Queue> out(queue_, all_.dimensions().retry);
        heap_of_numbers sent;
        for (std::uint64_t i = 0; !all_.stopped(); ++i) {
            if (!Queue::is_bounded && i % pushes_between_checks == 0) {
                all_.wait_for_consumers(most_waiting<message_type>);
            }
            const std::uint64_t number = origin{self, i}.number();
            own->fill(number);
            out.push(*own);
            sent.add(number);
            all_.pushed(self, i + 1);
        }
        if (all_.end_producer(self, sent)) {
            all_.wait_for_arrivals();
            push_unmeasured(queue_, end_of_messages, all_.dimensions().consumers);
        }
    }

    void consume(std::size_t self) override {
        way<Queue> in(queue_, all_.dimensions().retry);
        tally received(all_.dimensions().producers);
        for (std::uint64_t taken = 1;; ++taken) {
            bool ended = false;
            in.pop([&](const message_type& message) {
                ended = message.number() == end_of_messages;
                if (!ended) {
                    received.add(message.number(), message.intact());
                }
            });
            if (ended) {
                break;
            }
            all_.popped(self, taken);
        }
        all_.end_consumer(self, received);
    }

private:
    using message_type = typename Queue::message_type;

    stream& all_;
    Queue queue_;
};

template <class Queue>
std::unique_ptr<stream_members> make_stream(stream& all) {
    return std::make_unique<stream_through<Queue>>(all);
}

/// Producers push as fast as they can, and consumers pop as fast as they can, through one queue.
/// With one consumer an operation is one message that it pops. Several consumers count together: an
/// operation is then a share of 64 messages that one of them has popped, and the value is a 64th.
/// (The messages of an unfinished share are not counted, at either end of an interval.) After
/// enough operations the producers stop. The last of them waits until all messages have arrived,
/// and ends the consumers.
///
/// Self-checks: the messages that were sent arrive, no others, intact, and those of one producer in
/// order at each consumer.
struct stream_loop {
    shape dimensions;
    cpu::assignment assignment;
    group members;
    std::unique_ptr<stream_members> (*make)(stream&); ///< make_stream<Queue>
    bool keeps_order = true;                          ///< of one producer at each consumer
    bool in_batches = false;                          ///< the members move batches
    std::chrono::nanoseconds check_interval = bench::check_interval;

    measure::loop_report operator()(measure::loop_probe& probe) const;
};

} // namespace tollgate::queue_test

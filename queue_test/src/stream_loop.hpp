// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crews.hpp"
#include "headway.hpp"
#include "message.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"
#include "tally.hpp"

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>
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

/// What the members of a stream share, whichever queue it goes through.
class stream {
public:
    /// A message that has not arrived after so long a time without any is lost.
    stream(const shape& asked, measure::turnstile& one, std::function<void()> (*make_pause)(),
           std::chrono::nanoseconds patience);

    [[nodiscard]] const shape& of() const { return of_; }
    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    /// How many messages a producer has pushed, or a consumer popped.
    void pushed(std::size_t producer, std::uint64_t messages) { moves_.set(producer, messages); }
    void popped(std::size_t consumer, std::uint64_t messages) {
        moves_.set(of_.producers + consumer, messages);
        if (of_.consumers == 1) {
            count();
        } else if (messages % messages_in_a_share == 0) {
            count_together();
        }
    }

    /// Until no more than `most_waiting` are under way.
    void wait_for_consumers(std::uint64_t most_waiting) const;

    /// A producer has ended, and a consumer. True: it was the last producer.
    [[nodiscard]] bool end_producer(std::size_t self, const heap_of_numbers& sent);
    void end_consumer(std::size_t self, const tally& seen) { seen_[self] = seen; }
    /// For the last producer.
    void wait_for_arrivals() const;

    [[nodiscard]] const headway& moves() const { return moves_; }
    /// When all have ended.
    void judge(bool order_is_kept, measure::loop_report& report) const;

private:
    static constexpr std::uint64_t messages_in_a_share = 64;

    [[nodiscard]] std::uint64_t all_pushed() const { return moves_.sum(0, of_.producers); }
    [[nodiscard]] std::uint64_t all_popped() const {
        return moves_.sum(of_.producers, of_.members());
    }
    /// An operation is done.
    void count() {
        if (!over_) {
            ++done_;
            over_ = !probe_.turn(done_);
            if (over_) {
                stop();
            }
        }
    }
    void count_together();

    const shape of_;
    measure::turnstile& probe_;
    std::function<void()> (*make_pause_)();
    std::chrono::nanoseconds patience_;
    headway moves_; ///< producers, then consumers
    alignas(64) std::atomic<bool> stop_{false};
    std::atomic<std::size_t> producing_;
    // Each written by its member, and read when all have ended.
    std::vector<heap_of_numbers> sent_;
    std::vector<tally> seen_;
    // Operations, and whether there were enough: of one consumer, or guarded.
    alignas(64) sleep::brief_lock counting_;
    std::uint64_t done_ = 0;
    bool over_ = false;
};

/// The part of a stream that depends on the queue: the queue itself, and what members do with it.
class stream_members {
public:
    virtual ~stream_members() = default;
    /// The last producer to end tells the consumers to.
    virtual void produce(std::size_t self) = 0;
    virtual void consume(std::size_t self) = 0;
};

template <class Queue>
class stream_through final : public stream_members {
public:
    explicit stream_through(stream& all) : all_(all), queue_(all.of().capacity) {}

    void produce(std::size_t self) override {
        const auto own = std::make_unique<message_type>();
        way<Queue> out(queue_, all_.of().retry);
        heap_of_numbers sent;
        for (std::uint64_t i = 0; !all_.stopped(); ++i) {
            if (!Queue::is_bounded && i % pushes_between_looks == 0) {
                all_.wait_for_consumers(most_waiting);
            }
            const std::uint64_t number = origin{self, i}.number();
            own->fill(number);
            out.push(*own);
            sent.add(number);
            all_.pushed(self, i + 1);
        }
        if (all_.end_producer(self, sent)) {
            all_.wait_for_arrivals();
            push_unmeasured(queue_, end_of_messages, all_.of().consumers);
        }
    }

    void consume(std::size_t self) override {
        way<Queue> in(queue_, all_.of().retry);
        tally seen(all_.of().producers);
        for (std::uint64_t taken = 1;; ++taken) {
            bool ended = false;
            in.pop([&](const message_type& came) {
                ended = came.number() == end_of_messages;
                if (!ended) {
                    seen.add(came.number(), came.intact());
                }
            });
            if (ended) {
                break;
            }
            all_.popped(self, taken);
        }
        all_.end_consumer(self, seen);
    }

private:
    using message_type = typename Queue::message_type;

    /// Of queues without bounds: so much may lie in them, and so often it is looked at.
    static constexpr std::uint64_t most_waiting =
        std::max<std::uint64_t>(1024, (std::uint64_t{16} << 20) / sizeof(message_type));
    static constexpr std::uint64_t pushes_between_looks = 256;

    stream& all_;
    Queue queue_;
};

template <class Queue>
std::unique_ptr<stream_members> make_stream(stream& all) {
    return std::make_unique<stream_through<Queue>>(all);
}

/// Producers push as fast as they can, consumers pop as fast as they can, through one queue. With
/// one consumer an operation is one message that it takes. Several count together: an operation is
/// then a share of 64 messages that one of them has taken, and the value is divided by 64. (What
/// each has taken of its next share is not counted yet, at either end of an interval.) When enough
/// was seen, the producers stop; the last of them waits until everything has arrived, and ends the
/// consumers.
///
/// Proofs: as many messages arrive as were sent, the same ones, intact, those of one producer in
/// order at each consumer.
struct stream_loop {
    shape of;
    cpu::assignment where;
    crew members;
    std::unique_ptr<stream_members> (*make)(stream&); ///< make_stream<Queue>
    bool keeps_order = true;                          ///< of one producer at each consumer
    std::chrono::nanoseconds look_every = bench::between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const;
};

} // namespace tollgate::queue_test

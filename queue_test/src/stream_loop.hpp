// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crews.hpp"
#include "message.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"
#include "stall.hpp"
#include "tally.hpp"

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
    stream(const shape& asked, measure::turnstile& one, std::function<void()> (*make_pause)());

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
    /// For the last producer; if a message was lost, none takes it however long this lasts.
    void wait_for_arrivals(std::chrono::nanoseconds patience) const;

    [[nodiscard]] const headway& moves() const { return moves_; }
    /// When all have ended.
    void judge(bool order_is_kept, fairness* shares, std::chrono::nanoseconds time,
               measure::loop_report& report) const;

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
/// Function pointers, because std::function takes the compiler long for every queue and message.
struct stream_parts {
    std::unique_ptr<void, void (*)(void*)> members;
    /// True: it was the last producer.
    bool (*produce)(void* members, std::size_t self);
    void (*consume)(void* members, std::size_t self);
    /// Tells that many consumers to end.
    void (*end)(void* members, std::size_t consumers);
    bool keeps_order;
    bool ends_from_outside; ///< `end` may be called by any thread
};

template <class Queue>
class stream_members {
public:
    explicit stream_members(stream& all) : all_(all), queue_(all.of().capacity) {}

    bool produce(std::size_t self) {
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
        return all_.end_producer(self, sent);
    }

    void consume(std::size_t self) {
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

    void end(std::size_t consumers) { push_unmeasured(queue_, end_of_messages, consumers); }

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
stream_parts make_stream_parts(stream& all) {
    using members = stream_members<Queue>;
    return {{new members(all), [](void* own) { delete static_cast<members*>(own); }},
            [](void* own, std::size_t self) { return static_cast<members*>(own)->produce(self); },
            [](void* own, std::size_t self) { static_cast<members*>(own)->consume(self); },
            [](void* own, std::size_t consumers) { static_cast<members*>(own)->end(consumers); },
            keeps_order<Queue>,
            is_for_any_thread<Queue>};
}

/// Producers push as fast as they can, consumers pop as fast as they can, through one queue. With
/// one consumer an operation is one message that it takes. Several count together: an operation is
/// then a share of 64 messages that one of them has taken, and the value is divided by 64. (What
/// each has taken of its next share is not counted yet, at either end of an interval.) When enough
/// was seen, the producers stop; the last of them waits until everything has arrived, and ends the
/// consumers.
///
/// Proofs: as many messages arrive as were sent, the same ones, intact, those of one producer in
/// order at each consumer; none starves.
struct stream_loop {
    shape of;
    cpu::assignment where;
    crew members;
    stream_parts (*make_parts)(stream&); ///< make_stream_parts<Queue>
    std::shared_ptr<fairness> shares;    ///< empty: not judged
    std::chrono::nanoseconds look_every = between_looks;

    measure::loop_report operator()(measure::turnstile& probe) const;
};

} // namespace tollgate::queue_test

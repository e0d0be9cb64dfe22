// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>

#include <tollgate/faults/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {

using std::chrono::microseconds;
using random_numbers = std::minstd_rand;

/// Moves its content away, so that a second look at the same one shows.
struct stress_element {
    unsigned producer = 0;
    std::unique_ptr<unsigned> number;
};

struct stress_shape {
    unsigned producers;
    unsigned consumers;
};

/// One thread's part in it.
class stress_worker {
public:
    stress_worker(unsigned seed, unsigned producers) : random(seed), last_of(producers, 0) {}

    random_numbers random;
    cancel::standalone_token by;
    unsigned pushed = 0;                            ///< so many, with the numbers from 1
    std::vector<std::pair<unsigned, unsigned>> got; ///< producer, number
    std::vector<unsigned> last_of;                  ///< the number popped last, by producer
    unsigned out_of_order = 0;
    unsigned surprises = 0; ///< endings that cannot be

    /// Until it is done (true) or the queue is closed.
    template <class Queue>
    bool push(Queue& to, stress_element&& one) {
        while (true) {
            // An element is moved from only if the push is done.
            // NOLINTBEGIN(bugprone-use-after-move)
            const status how = push_once(to, std::move(one));
            if (how == status::done || how == status::closed) {
                surprises += (one.number == nullptr) == (how == status::done) ? 0 : 1;
                return how == status::done;
            }
            surprises += one.number == nullptr ? 1 : 0;
            // NOLINTEND(bugprone-use-after-move)
            go_on_after(how);
        }
    }

    template <class Queue>
    bool pop(Queue& from) {
        while (true) {
            popped<stress_element> one = pop_once(from);
            if (one) {
                take(*one);
                return true;
            }
            if (one.status() == status::closed) {
                return false;
            }
            go_on_after(one.status());
        }
    }

    void take(const stress_element& one) {
        unsigned& last = last_of.at(one.producer);
        out_of_order += *one.number > last ? 0 : 1;
        last = *one.number;
        got.emplace_back(one.producer, *one.number);
    }

private:
    /// A quarter of each: as long as it takes, cancelled by somebody, for a short time, a try.
    template <class Queue>
    status push_once(Queue& to, stress_element&& one) {
        switch (random() % 4) {
        case 0:
            return to.push(std::move(one));
        case 1:
            return to.push(std::move(one), by);
        case 2:
            return to.push_for(microseconds(random() % 64), std::move(one), by);
        default:
            return to.try_push(std::move(one));
        }
    }
    template <class Queue>
    popped<stress_element> pop_once(Queue& from) {
        switch (random() % 4) {
        case 0:
            return from.pop();
        case 1:
            return from.pop(by);
        case 2:
            return from.pop_for(microseconds(random() % 64), by);
        default:
            return from.try_pop();
        }
    }

    void go_on_after(status how) {
        if (how == status::cancelled) {
            surprises += by.is_cancelled() ? 0 : 1;
            by.reset();
        }
    }
};

/// What happens in a round, and whether it came out right.
template <class Queue>
class stress_round {
public:
    stress_round(stress_shape shape, std::size_t capacity, unsigned seed)
        : shape_(shape), tested_(capacity), random_(seed) {
        for (unsigned i = 0; i < shape.producers + shape.consumers; ++i) {
            workers_.emplace_back(static_cast<unsigned>(random_()), shape.producers);
        }
    }

    /// All is pushed, then the queue is closed, and all is popped.
    void push_and_pop_all(unsigned elements) {
        std::vector<std::thread> producers = begin_producers(elements / shape_.producers);
        std::vector<std::thread> consumers = begin_consumers(elements);
        std::thread canceller = begin_canceller();
        join(producers);
        tested_.close();
        join(consumers);
        over_ = true;
        canceller.join();
        for (unsigned i = 0; i < shape_.producers; ++i) {
            EXPECT_EQ(workers_[i].pushed, elements / shape_.producers);
        }
        expect_conserved();
    }

    /// Somebody closes it at any moment, and each consumer stops after its share.
    void close_at_some_moment(unsigned elements) {
        const unsigned share = elements / 2 / shape_.consumers;
        const unsigned moment = random_() % 1'000'000;
        std::vector<std::thread> producers = begin_producers(elements);
        std::vector<std::thread> consumers = begin_consumers(share);
        std::thread canceller = begin_canceller();
        for (unsigned i = 0; i < moment; ++i) {
            std::atomic_signal_fence(std::memory_order_seq_cst);
        }
        tested_.close();
        join(producers);
        join(consumers);
        over_ = true;
        canceller.join();
        expect_conserved();
    }

private:
    std::vector<std::thread> begin_producers(unsigned each) {
        std::vector<std::thread> all;
        for (unsigned i = 0; i < shape_.producers; ++i) {
            all.emplace_back([this, i, each, &me = workers_[i]] {
                while (me.pushed < each &&
                       me.push(tested_, {i, std::make_unique<unsigned>(me.pushed + 1)})) {
                    ++me.pushed;
                }
            });
        }
        return all;
    }
    std::vector<std::thread> begin_consumers(unsigned at_most) {
        std::vector<std::thread> all;
        for (unsigned i = 0; i < shape_.consumers; ++i) {
            all.emplace_back([this, at_most, &me = workers_[shape_.producers + i]] {
                while (me.got.size() < at_most && me.pop(tested_)) {
                }
            });
        }
        return all;
    }
    /// The one who cancels, so that each worker may reset its token.
    std::thread begin_canceller() {
        return std::thread([this, random = random_numbers(random_())]() mutable {
            while (!over_) {
                workers_[random() % workers_.size()].by.cancel();
                std::this_thread::sleep_for(microseconds(random() % 64));
            }
        });
    }
    static void join(std::vector<std::thread>& all) {
        for (std::thread& one : all) {
            one.join();
        }
    }

    void expect_conserved() {
        stress_worker rest(0, shape_.producers);
        EXPECT_TRUE(tested_.is_closed());
        const std::size_t left = tested_.size();
        EXPECT_LE(left, tested_.capacity());
        while (auto one = tested_.try_pop()) {
            rest.take(*one);
        }
        EXPECT_EQ(rest.got.size(), left);
        EXPECT_EQ(tested_.pop().status(), status::closed);

        std::vector<std::vector<unsigned>> times(shape_.producers);
        for (unsigned i = 0; i < shape_.producers; ++i) {
            times[i].resize(workers_[i].pushed + 1, 0);
            times[i][0] = 1;
        }
        count(rest, times);
        unsigned surprises = rest.out_of_order;
        for (const stress_worker& one : workers_) {
            count(one, times);
            surprises += one.out_of_order + one.surprises;
        }
        EXPECT_EQ(surprises, 0U);
        for (const auto& of_one : times) {
            unsigned wrong = 0;
            for (const unsigned so_often : of_one) {
                wrong += so_often == 1 ? 0 : 1;
            }
            EXPECT_EQ(wrong, 0U) << "lost or doubled";
        }
    }
    static void count(const stress_worker& by, std::vector<std::vector<unsigned>>& times) {
        for (const auto& [producer, number] : by.got) {
            if (number < times[producer].size()) {
                ++times[producer][number];
            } else {
                ADD_FAILURE() << "popped, and its push did not say so";
            }
        }
    }

    stress_shape shape_;
    Queue tested_;
    random_numbers random_;
    std::deque<stress_worker> workers_;
    std::atomic<bool> over_{false};
};

/// All forms mixed at random, and closes at random moments, with queues of several capacities.
template <class Queue>
void lose_nothing(const std::vector<stress_shape>& shapes) {
    const faults::watchdog patience("a push or a pop");
    random_numbers random(faults::drawn_seed());
    for (const stress_shape& shape : shapes) {
        for (const std::size_t capacity : {1U, 3U, 64U}) {
            SCOPED_TRACE(testing::Message() << shape.producers << " producers, " << shape.consumers
                                            << " consumers, capacity " << capacity);
            const auto make_round = [&] {
                return std::make_unique<stress_round<Queue>>(shape, capacity,
                                                             static_cast<unsigned>(random()));
            };
            // Where little fits in, most of the time goes into waking each other.
            make_round()->push_and_pop_all((capacity < 64 ? 16'000 : 160'000) /
                                           faults::stress_divisor);
            for (int i = 0; i < 80 / faults::stress_divisor && !testing::Test::HasFailure(); ++i) {
                make_round()->close_at_some_moment(1'000);
            }
        }
    }
}

// Whoever returns last destroys the queue, at once: no call touches it after that, nor does one
// that has woken a thread.
template <class Queue>
void destroy_when_all_have_returned(unsigned threads_a_side) {
    const faults::watchdog patience("a push or a pop");
    constexpr int rounds = 1'000 / faults::stress_divisor;
    for (int round = 0; round < rounds; ++round) {
        auto queue = std::make_shared<Queue>(1);
        std::atomic<unsigned> popped_ones{0};
        std::vector<std::thread> all;
        for (unsigned i = 0; i < threads_a_side; ++i) {
            all.emplace_back([mine = queue]() mutable {
                static_cast<void>(mine->push(std::make_unique<int>(1)));
                static_cast<void>(mine->push(std::make_unique<int>(2)));
                mine.reset();
            });
            all.emplace_back([mine = queue, &popped_ones]() mutable {
                popped_ones += mine->pop() ? 1 : 0;
                popped_ones += mine->pop() ? 1 : 0;
                mine.reset();
            });
        }
        queue.reset();
        for (std::thread& one : all) {
            one.join();
        }
        ASSERT_EQ(popped_ones, 2 * threads_a_side);
    }
}

} // namespace tollgate::queue

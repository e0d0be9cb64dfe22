// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <algorithm>
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

/// It is moved from when popped, so a second pop of the same element is noticed.
struct stress_element {
    unsigned producer = 0;
    std::unique_ptr<unsigned> number;
};

struct stress_shape {
    unsigned producers;
    unsigned consumers;
};

/// The part of one thread.
class stress_worker {
public:
    stress_worker(unsigned seed, unsigned producers) : random(seed), last_of(producers, 0) {}

    random_numbers random;
    cancel::standalone_token by;
    unsigned pushed = 0;                              ///< elements, with the numbers from 1
    std::vector<std::pair<unsigned, unsigned>> taken; ///< producer, number
    std::vector<unsigned> last_of;                    ///< the number popped last, by producer
    unsigned out_of_order = 0;
    unsigned surprises = 0; ///< endings that cannot be

    /// Repeats until it is done (true) or the queue is closed (false).
    template <class Queue>
    bool push(Queue& queue, stress_element&& element) {
        while (true) {
            // Only a push that is done moves from the element.
            // NOLINTBEGIN(bugprone-use-after-move)
            const status result = push_once(queue, std::move(element));
            if (result == status::done || result == status::closed) {
                surprises += (element.number == nullptr) == (result == status::done) ? 0 : 1;
                return result == status::done;
            }
            surprises += element.number == nullptr ? 1 : 0;
            // NOLINTEND(bugprone-use-after-move)
            go_on_after(result);
        }
    }

    /// Pushes these elements in batches, with each form.
    template <class Queue>
    bool push_all(Queue& queue, std::vector<stress_element>&& elements) {
        while (!elements.empty()) {
            // NOLINTBEGIN(bugprone-use-after-move): only elements that were pushed are moved
            const batch result = push_all_once(queue, std::move(elements));
            for (std::size_t i = 0; i < elements.size(); ++i) {
                surprises += (elements[i].number == nullptr) == (i < result.count) ? 0 : 1;
            }
            surprises += bool(result) == (result.count == elements.size()) ? 0 : 1;
            pushed += static_cast<unsigned>(result.count);
            elements.erase(elements.begin(),
                           elements.begin() + static_cast<std::ptrdiff_t>(result.count));
            // NOLINTEND(bugprone-use-after-move)
            if (result.status == status::closed) {
                return false;
            }
            go_on_after(result.status);
        }
        return true;
    }

    template <class Queue>
    bool pop_some(Queue& queue, std::size_t most) {
        std::vector<stress_element> popped;
        const batch result = pop_some_once(queue, popped, most);
        surprises += bool(result) == (result.count != 0) && result.count == popped.size() ? 0 : 1;
        for (const stress_element& element : popped) {
            take(element);
        }
        go_on_after(result.status);
        return result.status != status::closed;
    }

    template <class Queue>
    bool pop(Queue& queue) {
        while (true) {
            popped<stress_element> element = pop_once(queue);
            if (element) {
                take(*element);
                return true;
            }
            if (element.status() == status::closed) {
                return false;
            }
            go_on_after(element.status());
        }
    }

    void take(const stress_element& element) {
        unsigned& last = last_of.at(element.producer);
        out_of_order += *element.number > last ? 0 : 1;
        last = *element.number;
        taken.emplace_back(element.producer, *element.number);
    }

private:
    /// A quarter each: without a deadline, with a token, for a short time, a try.
    template <class Queue>
    status push_once(Queue& queue, stress_element&& element) {
        switch (random() % 4) {
        case 0:
            return queue.push(std::move(element));
        case 1:
            return queue.push(std::move(element), by);
        case 2:
            if constexpr (requires { queue.capacity(); }) {
                return queue.push_for(microseconds(random() % 64), std::move(element), by);
            }
            return queue.push(std::move(element));
        default:
            return queue.try_push(std::move(element));
        }
    }
    template <class Queue>
    batch push_all_once(Queue& queue, std::vector<stress_element>&& elements) {
        switch (random() % 3) {
        case 0:
            return queue.push_all(std::move(elements));
        case 1:
            return queue.push_all(std::move(elements), by);
        default:
            if constexpr (requires { queue.capacity(); }) {
                return queue.push_all_for(microseconds(random() % 64), std::move(elements), by);
            } else {
                return queue.push_all(std::move(elements), by);
            }
        }
    }
    template <class Queue>
    batch pop_some_once(Queue& queue, std::vector<stress_element>& target, std::size_t most) {
        switch (random() % 3) {
        case 0:
            return queue.pop_some(append_to(target, most));
        case 1:
            return queue.pop_some(append_to(target, most), by);
        default:
            return queue.pop_some_for(microseconds(random() % 64), append_to(target, most), by);
        }
    }
    template <class Queue>
    popped<stress_element> pop_once(Queue& queue) {
        switch (random() % 4) {
        case 0:
            return queue.pop();
        case 1:
            return queue.pop(by);
        case 2:
            return queue.pop_for(microseconds(random() % 64), by);
        default:
            return queue.try_pop();
        }
    }

    void go_on_after(status result) {
        if (result == status::cancelled) {
            surprises += by.is_cancelled() ? 0 : 1;
            by.reset();
        }
    }
};

/// One round, with the checks of its result.
template <class Queue>
class stress_round {
public:
    stress_round(stress_shape shape, std::size_t capacity, unsigned seed)
        : shape_(shape), tested_(capacity), random_(seed) {
        for (unsigned i = 0; i < shape.producers + shape.consumers; ++i) {
            workers_.emplace_back(static_cast<unsigned>(random_()), shape.producers);
        }
    }

    /// All elements are pushed, then the queue is closed, and all are popped.
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

    /// The queue is closed at a random moment, and each consumer stops after its share.
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
                bool is_open = true;
                while (me.pushed < each && is_open) {
                    if (me.random() % 4 == 0) {
                        is_open = me.push_all(tested_, next_batch(i, each));
                    } else {
                        is_open = me.push(tested_, {i, std::make_unique<unsigned>(me.pushed + 1)});
                        me.pushed += is_open ? 1 : 0;
                    }
                }
            });
        }
        return all;
    }
    /// Up to eight elements of this producer.
    std::vector<stress_element> next_batch(unsigned producer, unsigned each) {
        stress_worker& worker = workers_[producer];
        std::vector<stress_element> elements;
        const unsigned end = std::min<unsigned>(each, worker.pushed + 1 + worker.random() % 8);
        for (unsigned number = worker.pushed; number < end; ++number) {
            elements.push_back({producer, std::make_unique<unsigned>(number + 1)});
        }
        return elements;
    }
    std::vector<std::thread> begin_consumers(unsigned at_most) {
        std::vector<std::thread> all;
        for (unsigned i = 0; i < shape_.consumers; ++i) {
            all.emplace_back([this, at_most, &me = workers_[shape_.producers + i]] {
                bool is_open = true;
                while (me.taken.size() < at_most && is_open) {
                    is_open = me.random() % 4 == 0 ? me.pop_some(tested_, 1 + me.random() % 8)
                                                   : me.pop(tested_);
                }
            });
        }
        return all;
    }
    /// It alone cancels, so each worker may reset its token.
    std::thread begin_canceller() {
        return std::thread([this, random = random_numbers(random_())]() mutable {
            while (!over_) {
                workers_[random() % workers_.size()].by.cancel();
                std::this_thread::sleep_for(microseconds(random() % 64));
            }
        });
    }
    static void join(std::vector<std::thread>& all) {
        for (std::thread& thread : all) {
            thread.join();
        }
    }

    void expect_conserved() {
        stress_worker rest(0, shape_.producers);
        EXPECT_TRUE(tested_.is_closed());
        const std::size_t left = tested_.size();
        if constexpr (requires { tested_.capacity(); }) {
            EXPECT_LE(left, tested_.capacity());
        }
        while (auto element = tested_.try_pop()) {
            rest.take(*element);
        }
        EXPECT_EQ(rest.taken.size(), left);
        EXPECT_EQ(tested_.pop().status(), status::closed);

        std::vector<std::vector<unsigned>> times(shape_.producers);
        for (unsigned i = 0; i < shape_.producers; ++i) {
            times[i].resize(workers_[i].pushed + 1, 0);
            times[i][0] = 1;
        }
        count(rest, times);
        unsigned surprises = rest.out_of_order;
        for (const stress_worker& worker : workers_) {
            count(worker, times);
            surprises += worker.out_of_order + worker.surprises;
        }
        EXPECT_EQ(surprises, 0U);
        for (const auto& times_of_producer : times) {
            unsigned wrong = 0;
            for (const unsigned pops : times_of_producer) {
                wrong += pops == 1 ? 0 : 1;
            }
            EXPECT_EQ(wrong, 0U) << "lost or doubled";
        }
    }
    static void count(const stress_worker& by, std::vector<std::vector<unsigned>>& times) {
        for (const auto& [producer, number] : by.taken) {
            if (number < times[producer].size()) {
                ++times[producer][number];
            } else {
                ADD_FAILURE() << "popped, but its push was not done";
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
    const testing::watchdog watchdog("a push or a pop");
    random_numbers random(testing::drawn_seed());
    for (const stress_shape& shape : shapes) {
        for (const std::size_t capacity : {1U, 3U, 64U}) {
            SCOPED_TRACE(::testing::Message()
                         << shape.producers << " producers, " << shape.consumers
                         << " consumers, capacity " << capacity);
            const auto make_round = [&] {
                return std::make_unique<stress_round<Queue>>(shape, capacity,
                                                             static_cast<unsigned>(random()));
            };
            // With a small capacity most of the time goes into wake-ups.
            make_round()->push_and_pop_all((capacity < 64 ? 16'000 : 160'000) /
                                           testing::stress_divisor);
            for (int i = 0; i < 80 / testing::stress_divisor && !::testing::Test::HasFailure();
                 ++i) {
                make_round()->close_at_some_moment(1'000);
            }
        }
    }
}

// The thread that returns last destroys the queue at once. So no call may touch the queue after it
// has made another thread return.
template <class Queue>
void destroy_when_all_have_returned(unsigned threads_a_side) {
    const testing::watchdog watchdog("a push or a pop");
    constexpr int rounds = 1'000 / testing::stress_divisor;
    for (int round = 0; round < rounds; ++round) {
        auto queue = std::make_shared<Queue>(1);
        std::atomic<unsigned> pops{0};
        std::vector<std::thread> all;
        for (unsigned i = 0; i < threads_a_side; ++i) {
            all.emplace_back([mine = queue]() mutable {
                static_cast<void>(mine->push(std::make_unique<int>(1)));
                static_cast<void>(mine->push(std::make_unique<int>(2)));
                mine.reset();
            });
            all.emplace_back([mine = queue, &pops]() mutable {
                pops += mine->pop() ? 1 : 0;
                pops += mine->pop() ? 1 : 0;
                mine.reset();
            });
        }
        queue.reset();
        for (std::thread& thread : all) {
            thread.join();
        }
        ASSERT_EQ(pops, 2 * threads_a_side);
    }
}

} // namespace tollgate::queue

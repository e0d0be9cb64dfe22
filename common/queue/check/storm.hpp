// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "storm_worker.hpp"

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {

/// The waits of a storm end within this time or are cancelled. Or they are as good as endless: then
/// nothing else mends the loss of a wake-up.
inline constexpr microseconds brief_time(64);
inline constexpr microseconds long_time = std::chrono::hours(1);

struct storm_shape {
    unsigned producers;
    unsigned consumers;
};

/// Workers, tokens that are cancelled at random, and the checks of the result: each element that
/// was pushed was popped once or is left, in the order of its producer.
template <class Mode, class First, class Second>
class storm {
    using worker = storm_worker<Mode, First, Second>;

public:
    storm(storm_shape shape, std::size_t capacity, unsigned seed, microseconds longest)
        : shape_(shape), longest_(longest), first_(capacity), second_(capacity + 1), random_(seed) {
        for (unsigned i = 0; i < shape.producers + shape.consumers; ++i) {
            workers_.emplace_back(first_, second_, static_cast<unsigned>(random_()),
                                  shape.producers, longest);
        }
    }

    /// The queues are closed when each producer has pushed this number of elements.
    void push_and_pop_all(unsigned each) {
        run(each, std::size_t{each} * shape_.producers);
        for (unsigned i = 0; i < shape_.producers; ++i) {
            EXPECT_EQ(workers_[i].pushed, each);
        }
    }
    /// The queues are closed at a random moment, and each consumer stops after its share.
    void close_at_some_moment(unsigned each) {
        std::thread closer([this, moment = random_() % 1'000'000] {
            for (unsigned i = 0; i < moment; ++i) {
                std::atomic_signal_fence(std::memory_order_seq_cst);
            }
            close();
        });
        run(each, each / 2 / shape_.consumers);
        closer.join();
    }

private:
    void run(unsigned each, std::size_t share) {
        std::vector<std::function<void()>> all;
        for (unsigned i = 0; i < shape_.producers; ++i) {
            all.emplace_back([this, i, each] {
                workers_[i].push_up_to(each, i);
                if (++producers_over_ == shape_.producers) {
                    close();
                }
            });
        }
        for (unsigned i = shape_.producers; i < workers_.size(); ++i) {
            all.emplace_back([this, i, share] { workers_[i].pop_up_to(share); });
        }
        std::atomic<bool> is_over{false};
        // It alone cancels, so each worker may reset its token.
        std::thread canceller([&, random = random_numbers(random_())]() mutable {
            while (!is_over && longest_ <= brief_time) {
                workers_[random() % workers_.size()].by.cancel();
                std::this_thread::sleep_for(microseconds(random() % 64));
            }
        });
        Mode::run(std::move(all));
        is_over = true;
        canceller.join();
        expect_conserved();
    }
    void close() {
        first_.close();
        second_.close();
    }

    void expect_conserved() {
        worker& rest = workers_.emplace_back(first_, second_, 0U, shape_.producers, longest_);
        const std::size_t left = first_.size() + second_.size();
        while (auto element = first_.try_pop()) {
            rest.receive(*element, 0);
        }
        while (auto element = second_.try_pop()) {
            rest.receive(*element, 1);
        }
        EXPECT_EQ(rest.received.size(), left);
        std::vector<std::vector<unsigned>> times;
        for (unsigned i = 0; i < shape_.producers; ++i) {
            times.emplace_back(workers_[i].pushed + 1, 0).at(0) = 1; // the numbers begin with 1
        }
        for (const worker& each : workers_) {
            EXPECT_EQ(each.surprises, 0U);
            for (const auto& [producer, number] : each.received) {
                ASSERT_LT(number, times[producer].size()) << "its push was not done";
                ++times[producer][number];
            }
        }
        for (const auto& of_producer : times) {
            const auto once = std::count(of_producer.begin(), of_producer.end(), 1U);
            EXPECT_EQ(once, of_producer.size()) << "lost or doubled";
        }
    }

    storm_shape shape_;
    microseconds longest_;
    First first_;
    Second second_;
    random_numbers random_;
    std::deque<worker> workers_;
    std::atomic<unsigned> producers_over_{0};
};

/// All forms mixed at random, and closes at random moments. No worker sleeps for ever: the watchdog
/// would find it.
template <class Mode, class First, class Second = First>
void lose_nothing(const std::vector<storm_shape>& shapes,
                  const std::vector<std::size_t>& capacities = {1, 3, 64}) {
    const testing::watchdog watchdog("a push or a pop");
    random_numbers random(testing::drawn_seed());
    for (const storm_shape& shape : shapes) {
        for (const std::size_t capacity : capacities) {
            SCOPED_TRACE(::testing::Message()
                         << shape.producers << " producers, " << shape.consumers
                         << " consumers, capacity " << capacity);
            const auto make_storm = [&](microseconds longest) {
                return std::make_unique<storm<Mode, First, Second>>(
                    shape, capacity, static_cast<unsigned>(random()), longest);
            };
            for (const microseconds longest : {brief_time, long_time}) {
                // With a small capacity most of the time goes into wake-ups.
                make_storm(longest)->push_and_pop_all((capacity < 64 ? 30'000 : 160'000) /
                                                      shape.producers / testing::stress_divisor);
                for (int i = 0; i < 40 / testing::stress_divisor && !::testing::Test::HasFailure();
                     ++i) {
                    make_storm(longest)->close_at_some_moment(1'000);
                }
            }
        }
    }
}

} // namespace tollgate::queue

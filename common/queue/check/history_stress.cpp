// SPDX-License-Identifier: BSL-1.0
//
// Whether what threads are told by the queues is linearizable: a great many small programs, drawn
// at random, each of which is run once by up to three threads at a time.
#include "linearizable.hpp"

#include <tollgate/faults/drawn_seed.hpp>
#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace tollgate::queue::orders {
namespace {

constexpr std::size_t threads = 3;
constexpr int runs = 30'000 / faults::stress_divisor;

/// One program, and what became of it.
template <class Queue>
struct trial {
    trial(std::size_t capacity, std::vector<std::vector<order>> what)
        : queue(capacity), orders(std::move(what)), made(orders.size()) {}

    void run(std::size_t thread) {
        for (const order& each : orders[thread]) {
            call next{each.what, each.value, status::done, thread, 0, 0};
            next.invoked = clock.fetch_add(1);
            perform(next);
            next.responded = clock.fetch_add(1);
            made[thread].push_back(next);
        }
    }

    void drain() {
        while (made.back().empty() || made.back().back().result == status::done) {
            call next{operation::try_pop, 0, status::done, threads, 0, 0};
            next.invoked = clock.fetch_add(1);
            perform(next);
            next.responded = clock.fetch_add(1);
            made.back().push_back(next);
        }
    }

    void perform(call& next) {
        switch (next.what) {
        case operation::try_push:
            next.result = queue.try_push(next.value);
            break;
        case operation::push:
            next.result = queue.push(next.value);
            break;
        case operation::try_pop:
            take(next, queue.try_pop());
            break;
        case operation::pop:
            take(next, queue.pop());
            break;
        case operation::close:
            queue.close();
            break;
        }
    }

    static void take(call& next, popped<int> got) {
        next.result = got.status();
        next.value = got ? *got : 0;
    }

    Queue queue;
    std::vector<std::vector<order>> orders; ///< the last are none: the drain's
    std::vector<history> made;
    std::atomic<std::uint64_t> clock{0};
};

/// Three threads that run one trial after the other, and begin each together.
template <class Queue>
class crew {
public:
    crew() {
        for (std::size_t each = 0; each < threads; ++each) {
            crew_.emplace_back([this, each] { work(each); });
        }
    }
    crew(const crew&) = delete;
    crew& operator=(const crew&) = delete;
    ~crew() {
        begin(nullptr);
        for (std::thread& each : crew_) {
            each.join();
        }
    }

    void run(trial<Queue>& what) {
        begin(&what);
        await(here_, threads * number_);
    }

private:
    void begin(trial<Queue>* what) {
        now_ = what;
        ++number_;
        started_.store(number_);
    }

    void work(std::size_t who) {
        for (std::uint64_t number = 1;; ++number) {
            await(started_, number);
            if (now_ == nullptr) {
                return;
            }
            now_->run(who);
            here_.fetch_add(1);
        }
    }

    static void await(const std::atomic<std::uint64_t>& count, std::uint64_t value) {
        for (int looks = 0; count.load() < value; ++looks) {
            if (looks > 500) {
                std::this_thread::yield();
            }
        }
    }

    trial<Queue>* now_ = nullptr; ///< written while all wait
    std::uint64_t number_ = 0;
    std::atomic<std::uint64_t> started_{0};
    std::atomic<std::uint64_t> here_{0};
    std::vector<std::thread> crew_;
};

class histories : public testing::Test {
protected:
    std::uint64_t draw(std::uint64_t below) { return random_() % below; }

    /// If somebody closes the queue in the end, anybody may wait.
    operation draw_push(bool may_wait) {
        return may_wait && draw(2) == 0 ? operation::push : operation::try_push;
    }
    operation draw_pop(bool may_wait) {
        return may_wait && draw(2) == 0 ? operation::pop : operation::try_pop;
    }

    template <class Queue, class Draw>
    void try_many(Draw draw_orders) {
        const faults::watchdog patience("histories");
        crew<Queue> all;
        int told_done = 0;
        for (int run = 0; run < runs; ++run) {
            const std::size_t capacity = 1 + draw(3);
            auto one = std::make_unique<trial<Queue>>(capacity, draw_orders());
            all.run(*one);
            one->drain();
            history made;
            for (const history& each : one->made) {
                made.insert(made.end(), each.begin(), each.end());
            }
            for (const call& each : made) {
                told_done += each.result == status::done ? 1 : 0;
            }
            ASSERT_TRUE(is_linearizable(made, capacity))
                << "seed " << seed_ << ", run " << run << ", capacity " << capacity << '\n'
                << told(made);
        }
        std::cout << runs << " runs, " << told_done << " calls done\n";
    }

    int next_value_ = 0;

private:
    static std::string told(const history& made) {
        std::ostringstream out;
        for (const call& each : made) {
            out << each;
        }
        return out.str();
    }

    std::uint32_t seed_ = faults::drawn_seed();
    std::mt19937 random_{seed_};
};

TEST_F(histories, of_many_who_push_and_pop) {
    try_many<blocking_queue<int>>([this] {
        std::vector<std::vector<order>> orders(threads + 1);
        // The one that closes the queue never waits, and closes it last.
        const bool is_closed = draw(2) == 0;
        const std::size_t closer = draw(threads);
        for (std::size_t each = 0; each < threads; ++each) {
            const bool closes = is_closed && each == closer;
            const bool may_wait = is_closed && !closes;
            for (std::uint64_t left = closes ? draw(3) : 1 + draw(3); left > 0; --left) {
                orders[each].push_back(draw(2) == 0 ? order{draw_push(may_wait), ++next_value_}
                                                    : order{draw_pop(may_wait)});
            }
            if (closes) {
                orders[each].push_back(shut);
            }
        }
        return orders;
    });
}

TEST_F(histories, of_a_producer_a_consumer_and_who_closes) {
    try_many<spsc_queue<int>>([this] {
        std::vector<std::vector<order>> orders(threads + 1);
        const bool is_closed = draw(2) == 0;
        for (std::uint64_t left = 1 + draw(3); left > 0; --left) {
            orders[0].push_back({draw_push(is_closed), ++next_value_});
        }
        for (std::uint64_t left = 1 + draw(3); left > 0; --left) {
            orders[1].push_back({draw_pop(is_closed)});
        }
        if (is_closed) {
            orders[2].push_back(shut);
        }
        return orders;
    });
}

} // namespace
} // namespace tollgate::queue::orders

// SPDX-License-Identifier: BSL-1.0
//
// Threads push and pop on three queues, by plain calls and by selects of all forms, with tokens
// that are cancelled and deadlines that pass, until the queues are closed at a random moment. Each
// element whose push was done is popped once or left. No thread sleeps for ever: the watchdog would
// find it.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iostream>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {
namespace {

using std::chrono::microseconds;
using select_element = std::unique_ptr<std::uint64_t>;

/// One part of a storm. Each element has a number of its own.
struct select_part {
    select_part(std::uint64_t number, std::uint32_t seed) : next(number << 32U), random(seed) {}

    std::uint64_t next; ///< the number of the next element
    std::minstd_rand random;
    cancel::standalone_token by;
    std::uint64_t pushed = 0; ///< the sum of the numbers whose push was done
    std::uint64_t popped = 0;
    std::uint64_t pushes = 0;
    std::uint64_t pops = 0;
    std::uint64_t selects = 0;
    unsigned surprises = 0; ///< endings that cannot be
};

class select_storm {
public:
    static constexpr std::size_t producers = 3;
    static constexpr std::size_t consumers = 3;

    select_storm(std::size_t capacity, std::uint32_t seed)
        : many_(capacity), few_(capacity), of_two_(capacity), random_(seed) {
        for (std::size_t i = 0; i < producers + consumers; ++i) {
            parts_.emplace_back(i, static_cast<std::uint32_t>(random_()));
        }
    }

    /// Each producer pushes up to `each` elements. Returns the number of selects.
    std::uint64_t run(std::uint64_t each, std::uint64_t close_after) {
        std::vector<std::thread> all;
        for (std::size_t i = 0; i < producers; ++i) {
            all.emplace_back([this, i, each, &me = parts_[i]] { produce(me, each, i == 0); });
            all.emplace_back([this, i, &me = parts_[producers + i]] { consume(me, i == 0); });
        }
        std::thread canceller([this] { cancel_at_random(); });
        while (pushed_ < close_after) {
            std::this_thread::yield();
        }
        close();
        for (std::thread& thread : all) {
            thread.join();
        }
        over_ = true;
        canceller.join();
        return expect_conserved();
    }

private:
    void close() {
        many_.close();
        few_.close();
        of_two_.close();
    }

    /// `is_single`: this thread is the producer of the queue that has a single one.
    void produce(select_part& me, std::uint64_t each, bool is_single) {
        while (me.pushes < each) {
            auto element = std::make_unique<std::uint64_t>(++me.next);
            const selected ending = push_once(me, std::move(element), is_single);
            // NOLINTNEXTLINE(bugprone-use-after-move): only a push that is done moves from it
            me.surprises += (element == nullptr) == (ending.status == status::done) ? 0 : 1;
            if (ending.status == status::done) {
                me.pushed += me.next;
                ++me.pushes;
                ++pushed_;
            } else if (!go_on_after(me, ending.status)) {
                break;
            }
        }
        ++producers_over_;
        if (producers_over_ == producers) {
            pushed_ = ~std::uint64_t{0};
        }
    }

    selected push_once(select_part& me, select_element&& element, bool is_single) {
        const microseconds time(me.random() % 64);
        ++me.selects;
        // NOLINTBEGIN(bugprone-use-after-move): one of the pushes happens
        switch (me.random() % 4 + (is_single ? 4 : 0)) {
        case 0:
            return select(push(many_, std::move(element)), push(few_, std::move(element)),
                          cancelled_by(me.by));
        case 1:
            return select(by_priority, push(many_, std::move(element)), within(time),
                          push(few_, std::move(element)));
        case 2:
            --me.selects;
            return {0, many_.push_for(time, std::move(element), me.by)};
        case 3:
            --me.selects;
            return {0, few_.push(std::move(element))};
        case 4:
            --me.selects;
            return {0, of_two_.push(std::move(element), me.by)};
        case 5:
            return select(push(of_two_, std::move(element)), within(time), cancelled_by(me.by));
        default:
            return select(push(of_two_, std::move(element)), push(few_, std::move(element)),
                          push(many_, std::move(element)), cancelled_by(me.by));
        }
        // NOLINTEND(bugprone-use-after-move)
    }

    void consume(select_part& me, bool is_single) {
        while (go_on_after(me, pop_once(me, is_single))) {
        }
        drain(me, many_);
        drain(me, few_);
        if (is_single) {
            drain(me, of_two_);
        }
    }

    status pop_once(select_part& me, bool is_single) {
        const microseconds time(me.random() % 64);
        const auto take = [&me](const select_element& element) {
            me.popped += *element;
            ++me.pops;
        };
        ++me.selects;
        if (is_single) {
            return select(pop(of_two_, take), pop(many_, take), pop(few_, take),
                          cancelled_by(me.by), within(time + microseconds(1'000)))
                .status;
        }
        switch (me.random() % 4) {
        case 0:
            return select(pop(many_, take), cancelled_by(me.by), pop(few_, take)).status;
        case 1:
            return select(by_priority, pop(few_, take), pop(many_, take), within(time)).status;
        case 2:
            return select(pop(few_, take), pop(few_, take), pop(many_, take)).status;
        default:
            break;
        }
        --me.selects;
        popped<select_element> element = many_.pop_for(time, me.by);
        if (element) {
            take(*element);
        }
        return element.status();
    }

    template <class Queue>
    static void drain(select_part& me, Queue& queue) {
        while (auto element = queue.pop()) {
            me.popped += **element;
            ++me.pops;
        }
    }

    /// Returns false if a queue is closed.
    static bool go_on_after(select_part& me, status result) {
        if (result == status::cancelled) {
            me.surprises += me.by.is_cancelled() ? 0 : 1;
            me.by.reset();
        }
        me.surprises += result == status::full || result == status::empty ? 1 : 0;
        return result != status::closed;
    }

    /// This thread alone cancels, so each part may reset its token.
    void cancel_at_random() {
        while (!over_) {
            parts_[random_() % parts_.size()].by.cancel();
            std::this_thread::sleep_for(microseconds(random_() % 64));
        }
    }

    std::uint64_t expect_conserved() {
        std::uint64_t pushed = 0;
        std::uint64_t popped = 0;
        std::uint64_t left = 0;
        std::uint64_t selects = 0;
        for (const select_part& part : parts_) {
            EXPECT_EQ(part.surprises, 0U);
            pushed += part.pushed;
            popped += part.popped;
            left += part.pushes - part.pops;
            selects += part.selects;
        }
        EXPECT_EQ(pushed, popped) << "the sums of all numbers";
        EXPECT_EQ(left, 0U);
        EXPECT_EQ(many_.size() + few_.size() + of_two_.size(), 0U);
        return selects;
    }

    blocking_queue<select_element> many_;
    blocking_queue<select_element> few_;
    spsc_queue<select_element> of_two_;
    std::minstd_rand random_;
    std::deque<select_part> parts_;
    std::atomic<std::uint64_t> pushed_{0};
    std::atomic<std::size_t> producers_over_{0};
    std::atomic<bool> over_{false};
};

TEST(selects_of_threads, lose_nothing) {
    const testing::watchdog guard("a select");
    std::minstd_rand random(testing::drawn_seed());
    std::uint64_t selects = 0;
    for (const std::size_t capacity : {1U, 3U, 64U}) {
        constexpr std::uint64_t each = 20'000 / testing::stress_divisor;
        const auto run_once = [&](std::uint64_t elements, std::uint64_t close_after) {
            selects +=
                std::make_unique<select_storm>(capacity, random())->run(elements, close_after);
        };
        run_once(each, ~std::uint64_t{0});
        for (int i = 0; i < 40 / testing::stress_divisor && !::testing::Test::HasFailure(); ++i) {
            run_once(1'000, random() % 3'000);
        }
    }
    std::cout << selects << " selects\n";
}

} // namespace
} // namespace tollgate::queue

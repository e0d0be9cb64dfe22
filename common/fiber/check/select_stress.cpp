// SPDX-License-Identifier: BSL-1.0
//
// Fibers of three threads, and a thread without fibers, select among shared channels and a queue,
// with tokens that are cancelled and deadlines that pass, until all are closed. Each element whose
// push was done is popped once. Selects meet each other in a channel without a buffer.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/select.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iostream>
#include <random>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using queue::status;
using std::chrono::microseconds;

/// The part of one fiber.
struct select_part {
    select_part(std::uint64_t number, std::uint32_t seed) : next(number << 32U), random(seed) {}

    std::uint64_t next;
    std::minstd_rand random;
    cancel::standalone_token by;
    std::uint64_t pushed = 0; ///< the sum of the elements whose push was done
    std::uint64_t popped = 0;
    std::uint64_t pushes = 0;
    std::uint64_t pops = 0;
    std::uint64_t selects = 0;
    unsigned surprises = 0; ///< endings that cannot be
};

class select_storm {
public:
    static constexpr std::size_t fiber_threads = 3;
    static constexpr std::size_t pairs = 3; ///< producers and consumers of each thread

    explicit select_storm(std::uint32_t seed) : random_(seed) {
        for (std::size_t i = 0; i < 2 * pairs * (fiber_threads + 1); ++i) {
            parts_.emplace_back(i, static_cast<std::uint32_t>(random_()));
        }
    }

    /// Returns the number of selects.
    std::uint64_t run(std::uint64_t each) {
        std::vector<std::thread> all;
        for (std::size_t i = 0; i < fiber_threads; ++i) {
            all.emplace_back([this, i, each] { run_fibers(2 * pairs * i, each); });
        }
        // Threads without fibers.
        for (std::size_t i = 0; i < 2; ++i) {
            all.emplace_back([this, i, each] {
                select_part& me = parts_[2 * pairs * fiber_threads + i];
                const auto select_here = [](auto&&... sources) {
                    return queue::select(sources...);
                };
                i == 0 ? produce(me, each, select_here) : consume(me, select_here);
            });
        }
        std::thread canceller([this] { cancel_at_random(); });
        for (std::thread& thread : all) {
            thread.join();
        }
        over_ = true;
        canceller.join();
        return expect_conserved();
    }

private:
    static constexpr std::size_t producers = pairs * fiber_threads + 1;

    void run_fibers(std::size_t first_part, std::uint64_t each) {
        run_on_thread<round_robin>([&] {
            const auto select_here = [](auto&&... sources) { return fiber::select(sources...); };
            fiber_group fibers;
            for (std::size_t i = 0; i < pairs; ++i) {
                fibers.add([&, i] { produce(parts_[first_part + 2 * i], each, select_here); });
                fibers.add([&, i] { consume(parts_[first_part + 2 * i + 1], select_here); });
            }
        });
    }

    template <class Select>
    void produce(select_part& me, std::uint64_t each, Select select_here) {
        while (me.pushes < each) {
            const std::uint64_t element = ++me.next;
            const status ending = push_once(me, element, select_here);
            if (ending == status::done) {
                me.pushed += element;
                ++me.pushes;
            } else if (!go_on_after(me, ending)) {
                break;
            }
        }
        if (++producers_over_ == producers) {
            direct_.close();
            buffered_.close();
            items_.close();
        }
    }

    template <class Select>
    status push_once(select_part& me, std::uint64_t element, Select select_here) {
        const microseconds time(me.random() % 64);
        ++me.selects;
        switch (me.random() % 4) {
        case 0:
            return select_here(push(direct_, element), push(buffered_, element),
                               cancelled_by(me.by))
                .status;
        case 1:
            return select_here(push(direct_, element), within(time)).status;
        case 2:
            return select_here(queue::push(items_, element), push(direct_, element),
                               push(buffered_, element), within(time))
                .status;
        default:
            return select_here(queue::push(items_, element), cancelled_by(me.by)).status;
        }
    }

    template <class Select>
    void consume(select_part& me, Select select_here) {
        const auto take = [&me](std::uint64_t element) {
            me.popped += element;
            ++me.pops;
        };
        while (go_on_after(me, pop_once(me, take, select_here))) {
        }
        while (select_here(pop(direct_, take)).status == status::done) {
        }
        while (select_here(pop(buffered_, take)).status == status::done) {
        }
        while (select_here(queue::pop(items_, take)).status == status::done) {
        }
    }

    template <class Take, class Select>
    status pop_once(select_part& me, Take take, Select select_here) {
        const microseconds time(me.random() % 64);
        ++me.selects;
        switch (me.random() % 4) {
        case 0:
            return select_here(pop(direct_, take), pop(buffered_, take), queue::pop(items_, take))
                .status;
        case 1:
            return select_here(queue::pop(items_, take), pop(direct_, take), within(time)).status;
        case 2:
            return select_here(pop(buffered_, take), pop(direct_, take), pop(direct_, take),
                               cancelled_by(me.by))
                .status;
        default:
            return select_here(pop(direct_, take), cancelled_by(me.by), within(time)).status;
        }
    }

    /// Returns false if a channel or the queue is closed.
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
        select_part sum(0, 1);
        for (const select_part& part : parts_) {
            sum.surprises += part.surprises;
            sum.pushed += part.pushed;
            sum.popped += part.popped;
            sum.pushes += part.pushes;
            sum.pops += part.pops;
            sum.selects += part.selects;
        }
        EXPECT_EQ(sum.surprises, 0U);
        EXPECT_EQ(sum.pushed, sum.popped) << "the sums of all elements";
        EXPECT_EQ(sum.pushes, sum.pops);
        EXPECT_EQ(direct_.size() + buffered_.size() + items_.size(), 0U);
        return sum.selects;
    }

    shared_channel<std::uint64_t> direct_{0};
    shared_channel<std::uint64_t> buffered_{2};
    queue::blocking_queue<std::uint64_t> items_{2};
    std::minstd_rand random_;
    std::deque<select_part> parts_;
    std::atomic<std::size_t> producers_over_{0};
    std::atomic<bool> over_{false};
};

TEST(selects_of_fibers, lose_nothing) {
    const testing::watchdog guard("a select of a fiber");
    std::minstd_rand random(testing::drawn_seed());
    std::uint64_t selects = 0;
    for (int round = 0; round < 10 && !::testing::Test::HasFailure(); ++round) {
        selects +=
            select_storm(static_cast<std::uint32_t>(random())).run(5'000 / testing::stress_divisor);
    }
    std::cout << selects << " selects\n";
}

} // namespace
} // namespace tollgate::fiber

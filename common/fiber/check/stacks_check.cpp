// SPDX-License-Identifier: BSL-1.0
//
// How many stacks exist while fibers are made and end.
#include "scenario.hpp"

#include <tollgate/fiber/channel.hpp>

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>
#include <boost/fiber/fiber.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace tollgate::fiber {
namespace {

using boost::fibers::launch;

struct stack_count {
    int now = 0; ///< the last stacks are given back when the thread ends
    int most = 0;
};

class counted_stacks {
public:
    using traits_type = boost::context::fixedsize_stack::traits_type;

    explicit counted_stacks(stack_count& count) : count_(&count) {}
    boost::context::stack_context allocate() {
        count_->most = std::max(count_->most, ++count_->now);
        return boost::context::fixedsize_stack(65'536).allocate();
    }
    void deallocate(boost::context::stack_context& stack) {
        --count_->now;
        boost::context::fixedsize_stack(65'536).deallocate(stack);
    }

private:
    stack_count* count_;
};

/// The most stacks of fibers of which each ends before the next is made.
int most_stacks(launch how, const std::function<void(boost::fibers::fiber)>& end) {
    constexpr int fibers_made = 1'000;
    stack_count stacks;
    int ended = 0;
    run_on_thread([&] {
        for (int i = 0; i < fibers_made; ++i) {
            end(boost::fibers::fiber(how, std::allocator_arg, counted_stacks(stacks),
                                     [&ended] { ++ended; }));
        }
        EXPECT_EQ(ended, fibers_made);
    });
    EXPECT_EQ(stacks.now, 0);
    return stacks.most;
}

TEST(stacks, of_fibers_made_one_after_the_other_are_at_most_three) {
    constexpr int promised = 3;
    using boost::fibers::fiber;
    const auto join = [](fiber created) { created.join(); };
    const auto detach = [](fiber created) { created.detach(); };
    EXPECT_LE(most_stacks(launch::post, join), promised);
    EXPECT_LE(most_stacks(launch::dispatch, join), promised);
    EXPECT_LE(most_stacks(launch::dispatch, detach), promised);
    for (const auto yield_once : {+[] { boost::this_fiber::yield(); }, +[] { yield(); }}) {
        EXPECT_LE(most_stacks(launch::post,
                              [&](fiber created) {
                                  created.detach();
                                  yield_once();
                              }),
                  promised);
    }
}

TEST(stacks, are_at_most_three_while_the_making_fiber_waits_and_yields) {
    stack_count stacks;
    run_on_thread([&] {
        channel<int, scripted_clock> items(1);
        for (int i = 0; i < 1'000; ++i) {
            boost::fibers::fiber created(std::allocator_arg, counted_stacks(stacks),
                                         [&] { EXPECT_EQ(items.push(i), queue::status::done); });
            EXPECT_EQ(*items.pop(), i);
            created.join();
            yield();
        }
    });
    EXPECT_LE(stacks.most, 3);
}

/// No fiber is made while they end.
TEST(stacks, of_fibers_that_end_together_are_given_back_at_the_next_clock_check) {
    stack_count stacks;
    run_on_thread([&] {
        yield_both_ways(2 * promised_picks); // the first clock checks come earlier
        for (int i = 0; i < 1'000; ++i) {
            boost::fibers::fiber(std::allocator_arg, counted_stacks(stacks), [] {}).detach();
        }
        boost::fibers::fiber([] { yield_both_ways(2 * promised_picks); }).join();
        EXPECT_EQ(stacks.now, 0);
    });
}

} // namespace
} // namespace tollgate::fiber

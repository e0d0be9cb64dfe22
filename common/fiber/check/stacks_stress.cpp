// SPDX-License-Identifier: BSL-1.0
#include "scene.hpp"

#include <tollgate/faults/sanitized.hpp>

#include <boost/context/fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>
#include <boost/fiber/fiber.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace tollgate::fiber {
namespace {

/// Stacks are used again, and those in use counted.
class counted_stacks {
public:
    boost::context::stack_context allocate() {
        most_ = std::max(most_, ++in_use_);
        if (spare_.empty()) {
            return boost::context::fixedsize_stack().allocate();
        }
        const boost::context::stack_context one = spare_.back();
        spare_.pop_back();
        return one;
    }
    void deallocate(const boost::context::stack_context& one) {
        --in_use_;
        spare_.push_back(one);
    }
    ~counted_stacks() {
        for (boost::context::stack_context& one : spare_) {
            boost::context::fixedsize_stack().deallocate(one);
        }
    }
    counted_stacks() = default;
    counted_stacks(const counted_stacks&) = delete;
    counted_stacks& operator=(const counted_stacks&) = delete;

    [[nodiscard]] int in_use() const { return in_use_; }
    [[nodiscard]] int most() const { return most_; }

private:
    std::vector<boost::context::stack_context> spare_;
    int in_use_ = 0;
    int most_ = 0;
};

struct stacks_of {
    using traits_type = boost::context::fixedsize_stack::traits_type;

    boost::context::stack_context allocate() { return from->allocate(); }
    void deallocate(boost::context::stack_context& one) { from->deallocate(one); }

    std::shared_ptr<counted_stacks> from;
};

/// Each is a thread to a thread sanitizer, which maps memory for it.
constexpr int fibers_made = faults::is_thread_sanitized ? 10'000 : 1'000'000;

/// Fibers that are made and end one after the other: the most stacks at a time.
template <class End>
int most_stacks(boost::fibers::launch how, End end) {
    const auto stacks = std::make_shared<counted_stacks>();
    int ended = 0;
    play([&] {
        for (int i = 0; i < fibers_made / 4; ++i) {
            end(boost::fibers::fiber(how, std::allocator_arg, stacks_of{stacks},
                                     [&ended] { ++ended; }));
        }
        EXPECT_EQ(ended, fibers_made / 4);
    });
    EXPECT_EQ(stacks->in_use(), 0);
    return stacks->most();
}

TEST(stacks, of_fibers_that_are_made_and_end_one_after_the_other_are_three) {
    using boost::fibers::fiber;
    using boost::fibers::launch;
    constexpr int promised = 3;
    const auto join = [](fiber one) { one.join(); };
    EXPECT_LE(most_stacks(launch::post, join), promised);
    EXPECT_LE(most_stacks(launch::dispatch, join), promised);
    const auto detach_and = [](auto give_way_once) {
        return [=](fiber one) {
            one.detach();
            give_way_once();
        };
    };
    EXPECT_LE(most_stacks(launch::post, detach_and([] { boost::this_fiber::yield(); })), promised);
    EXPECT_LE(most_stacks(launch::post, detach_and([] { yield(); })), promised);
    EXPECT_LE(most_stacks(launch::dispatch, detach_and([] {})), promised);
}

/// None is made while they end.
TEST(stacks, of_fibers_that_end_together_are_given_back_at_the_next_look) {
    const auto stacks = std::make_shared<counted_stacks>();
    play([&] {
        give_way(2 * promised_picks); // the first looks are nearer
        for (int i = 0; i < 1'000; ++i) {
            boost::fibers::fiber(std::allocator_arg, stacks_of{stacks}, [] {}).detach();
        }
        boost::fibers::fiber([] { give_way(2 * promised_picks); }).join();
        EXPECT_EQ(stacks->in_use(), 0);
    });
}

} // namespace
} // namespace tollgate::fiber

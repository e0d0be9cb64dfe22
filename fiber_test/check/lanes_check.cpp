// SPDX-License-Identifier: BSL-1.0
#include "fiber_lane.hpp"
#include "stack_cache.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using namespace tollgate::fiber_test;

constexpr int no_such_cpu = 1 << 19;

TEST(fiber_lane, runs_its_jobs_on_one_thread_of_its_own) {
    fiber_lane lane(installer_of(scheduler::round_robin, counting::off), std::nullopt);
    std::thread::id first;
    std::thread::id second;
    lane.run([&] { first = std::this_thread::get_id(); });
    lane.run([&] { second = std::this_thread::get_id(); });
    EXPECT_EQ(first, second);
    EXPECT_NE(first, std::this_thread::get_id());
}

TEST(fiber_lane, hands_an_exception_to_the_caller_and_goes_on) {
    fiber_lane lane(installer_of(scheduler::round_robin, counting::off), std::nullopt);
    for (int i = 0; i < 3; ++i) {
        EXPECT_THROW(lane.run([] { throw std::domain_error("of the job"); }), std::domain_error);
        bool ran = false;
        EXPECT_NO_THROW(lane.run([&] { ran = true; }));
        EXPECT_TRUE(ran);
    }
}

TEST(fiber_lane, may_end_without_a_job) {
    {
        const fiber_lane never_started(installer_of(scheduler::round_robin, counting::off),
                                       std::nullopt);
    }
    fiber_lane started(installer_of(scheduler::shared_work, counting::on), std::nullopt);
    started.start();
    started.start();
}

// A lane that is not where it should be, or has no scheduler, must not run anything.
TEST(fiber_lane, that_could_not_be_set_up_refuses_every_job) {
    fiber_lane lane(installer_of(scheduler::round_robin, counting::off), no_such_cpu);
    for (int i = 0; i < 3; ++i) {
        bool ran = false;
        EXPECT_THROW(lane.run([&] { ran = true; }), std::system_error);
        EXPECT_FALSE(ran);
    }
}

using boost::context::stack_context;
using tollgate::fiber_test::stack_cache;

constexpr std::size_t size = 16'384;

std::set<void*> tops(const std::vector<stack_context>& stacks) {
    std::set<void*> all;
    for (const stack_context& one : stacks) {
        all.insert(one.sp);
    }
    return all;
}

std::vector<stack_context> taken(const stack_cache& from, std::size_t count) {
    std::vector<stack_context> stacks;
    for (std::size_t i = 0; i < count; ++i) {
        stacks.push_back(from.allocate());
    }
    return stacks;
}

void give_back(const stack_cache& to, std::vector<stack_context>& stacks) {
    for (stack_context& one : stacks) {
        to.deallocate(one);
    }
}

TEST(stack_cache, gives_the_same_stacks_again_through_any_copy) {
    const stack_cache first(size);
    const std::vector<stack_cache> copies(3, first);
    std::vector<stack_context> before = taken(first, 20);
    EXPECT_EQ(tops(before).size(), 20U);
    give_back(copies[1], before);
    std::vector<stack_context> after = taken(copies[2], 20);
    EXPECT_EQ(tops(after), tops(before));
    give_back(first, after);
}

TEST(stack_cache, makes_more_when_none_is_left) {
    const stack_cache cache(size);
    std::vector<stack_context> few = taken(cache, 2);
    give_back(cache, few);
    std::vector<stack_context> many = taken(cache, 5);
    EXPECT_EQ(tops(many).size(), 5U);
    for (const stack_context& one : many) {
        EXPECT_EQ(one.size, size);
    }
    give_back(cache, many);
}

} // namespace

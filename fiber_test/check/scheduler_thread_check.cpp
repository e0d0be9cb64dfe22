// SPDX-License-Identifier: BSL-1.0
#include "scheduler_thread.hpp"
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

TEST(scheduler_thread, runs_its_jobs_on_one_thread_of_its_own) {
    scheduler_thread thread(installer_of(scheduler::round_robin, counting::off), std::nullopt);
    std::thread::id first;
    std::thread::id second;
    thread.run([&] { first = std::this_thread::get_id(); });
    thread.run([&] { second = std::this_thread::get_id(); });
    EXPECT_EQ(first, second);
    EXPECT_NE(first, std::this_thread::get_id());
}

TEST(scheduler_thread, hands_an_exception_to_the_caller_and_goes_on) {
    scheduler_thread thread(installer_of(scheduler::round_robin, counting::off), std::nullopt);
    for (int i = 0; i < 3; ++i) {
        EXPECT_THROW(thread.run([] { throw std::domain_error("of the job"); }), std::domain_error);
        bool ran = false;
        EXPECT_NO_THROW(thread.run([&] { ran = true; }));
        EXPECT_TRUE(ran);
    }
}

TEST(scheduler_thread, may_end_without_a_job) {
    {
        const scheduler_thread never_started(installer_of(scheduler::round_robin, counting::off),
                                             std::nullopt);
    }
    scheduler_thread started(installer_of(scheduler::shared_work, counting::on), std::nullopt);
    started.start();
    started.start();
}

// A thread that is on the wrong CPU, or has no scheduler, must not run anything.
TEST(scheduler_thread, refuses_every_job_if_it_could_not_be_set_up) {
    scheduler_thread thread(installer_of(scheduler::round_robin, counting::off), no_such_cpu);
    for (int i = 0; i < 3; ++i) {
        bool ran = false;
        EXPECT_THROW(thread.run([&] { ran = true; }), std::system_error);
        EXPECT_FALSE(ran);
    }
}

TEST(stack_cache, reuses_stacks_through_any_copy_and_makes_more_if_none_is_left) {
    using boost::context::stack_context;
    constexpr std::size_t size = 16'384;
    const stack_cache cache(size);
    const stack_cache copy = cache;
    stack_context first = cache.allocate();
    stack_context second = cache.allocate();
    const std::set<void*> both{first.sp, second.sp};
    EXPECT_EQ(both.size(), 2U);
    copy.deallocate(first);
    copy.deallocate(second);
    std::vector<stack_context> taken;
    std::set<void*> tops;
    for (int i = 0; i < 5; ++i) {
        taken.push_back(cache.allocate());
        tops.insert(taken.back().sp);
        EXPECT_EQ(taken.back().size, size);
        if (i == 1) {
            EXPECT_EQ(tops, both);
        }
    }
    EXPECT_EQ(tops.size(), 5U);
    for (stack_context& stack : taken) {
        copy.deallocate(stack);
    }
}

} // namespace

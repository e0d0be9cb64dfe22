// SPDX-License-Identifier: BSL-1.0
#include "fiber_lane.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>

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

} // namespace

// SPDX-License-Identifier: BSL-1.0
//
// Where the jobs of fibers run, and who schedules them.
#include "fiber_crews.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <gmock/gmock.h>

#include <cstddef>
#include <set>
#include <thread>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using ::testing::Each;
using ::testing::SizeIs;

/// What three jobs saw of their surroundings.
struct surroundings {
    std::vector<std::thread::id> threads = std::vector<std::thread::id>(3);
    std::vector<boost::fibers::fiber::id> fibers = std::vector<boost::fibers::fiber::id>(3);
    std::vector<const fiber::round_robin*> schedulers = std::vector<const fiber::round_robin*>(3);

    [[nodiscard]] auto different_threads() const {
        return std::set(threads.begin(), threads.end());
    }
    [[nodiscard]] auto different_fibers() const { return std::set(fibers.begin(), fibers.end()); }
};

template <class Crew>
surroundings seen_in() {
    surroundings seen;
    std::vector<job> jobs;
    jobs.reserve(seen.threads.size());
    for (std::size_t i = 0; i < seen.threads.size(); ++i) {
        jobs.push_back({[&seen, i](measure::loop_member&) {
                            Crew::make_pause()();
                            seen.threads[i] = std::this_thread::get_id();
                            seen.fibers[i] = boost::this_fiber::get_id();
                            seen.schedulers[i] = fiber::round_robin::of_this_thread();
                        },
                        0});
    }
    Crew::run({}, jobs, {});
    return seen;
}

template <class Crew, class Scheduler>
void expect_fibers_of_one_thread_under(Scheduler scheduler) {
    const auto seen = seen_in<Crew>();
    EXPECT_THAT(seen.different_threads(), SizeIs(1));
    EXPECT_THAT(seen.different_fibers(), SizeIs(3));
    EXPECT_THAT(seen.schedulers, Each(scheduler));
}

// What our scheduler left behind would be found by the channels of the next case.
TEST(fiber_crews, of_one_thread_leave_no_scheduler_to_the_caller) {
    expect_fibers_of_one_thread_under<as_fibers<fiber::round_robin>>(testing::NotNull());
    EXPECT_EQ(fiber::round_robin::of_this_thread(), nullptr);
    expect_fibers_of_one_thread_under<as_fibers<boost::fibers::algo::round_robin>>(
        testing::IsNull());
}

TEST(fiber_crews, of_a_thread_each_under_ours) {
    const auto seen = seen_in<as_fiber_threads<fiber::round_robin>>();
    EXPECT_THAT(seen.different_threads(), SizeIs(3));
    EXPECT_THAT(seen.schedulers, Each(testing::NotNull()));
}

} // namespace

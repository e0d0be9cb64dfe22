// SPDX-License-Identifier: BSL-1.0
//
// The threads and the schedulers of jobs that run as fibers.
#include "fiber_groups.hpp"

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

/// The threads, fibers and schedulers of three jobs.
struct job_places {
    std::vector<std::thread::id> threads = std::vector<std::thread::id>(3);
    std::vector<boost::fibers::fiber::id> fibers = std::vector<boost::fibers::fiber::id>(3);
    std::vector<const fiber::round_robin*> schedulers = std::vector<const fiber::round_robin*>(3);

    [[nodiscard]] auto different_threads() const {
        return std::set(threads.begin(), threads.end());
    }
    [[nodiscard]] auto different_fibers() const { return std::set(fibers.begin(), fibers.end()); }
};

template <class Group>
job_places places_in() {
    job_places places;
    std::vector<job> jobs;
    jobs.reserve(places.threads.size());
    for (std::size_t i = 0; i < places.threads.size(); ++i) {
        jobs.push_back({[&places, i](measure::loop_member&) {
                            Group::make_pause()();
                            places.threads[i] = std::this_thread::get_id();
                            places.fibers[i] = boost::this_fiber::get_id();
                            places.schedulers[i] = fiber::round_robin::of_this_thread();
                        },
                        0});
    }
    Group::run({}, jobs, {});
    return places;
}

template <class Group, class Scheduler>
void expect_fibers_of_one_thread_under(Scheduler scheduler) {
    const auto places = places_in<Group>();
    EXPECT_THAT(places.different_threads(), SizeIs(1));
    EXPECT_THAT(places.different_fibers(), SizeIs(3));
    EXPECT_THAT(places.schedulers, Each(scheduler));
}

// The channels of the next case would find a scheduler that is left behind.
TEST(fiber_groups, of_one_thread_leave_no_scheduler_to_the_caller) {
    expect_fibers_of_one_thread_under<as_fibers<fiber::round_robin>>(::testing::NotNull());
    EXPECT_EQ(fiber::round_robin::of_this_thread(), nullptr);
    expect_fibers_of_one_thread_under<as_fibers<boost::fibers::algo::round_robin>>(
        ::testing::IsNull());
}

TEST(fiber_groups, of_a_thread_each_run_under_our_scheduler) {
    const auto places = places_in<as_fiber_threads<fiber::round_robin>>();
    EXPECT_THAT(places.different_threads(), SizeIs(3));
    EXPECT_THAT(places.schedulers, Each(::testing::NotNull()));
}

} // namespace

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <gmock/gmock.h>

#include <thread>

#include <sched.h>
#include <sys/prctl.h>

namespace tollgate::measure {
namespace {

TEST(scheduling, is_that_of_the_calling_thread) {
    std::thread([] {
        const sched_param none{};
        ASSERT_EQ(::sched_setscheduler(0, SCHED_BATCH, &none), 0);
        ASSERT_EQ(::prctl(PR_SET_TIMERSLACK, 7'000, 0, 0, 0), 0);
        const scheduling result = scheduling_of_this_thread();
        EXPECT_EQ(result.policy, SCHED_BATCH);
        EXPECT_EQ(result.timer_slack_ns, 7'000);
    }).join();
    EXPECT_NE(scheduling_of_this_thread().policy, SCHED_BATCH);
}

TEST(scheduled_as, applies_during_its_lifetime) {
    std::thread([] {
        const scheduling before = scheduling_of_this_thread();
        {
            const scheduled_as other({SCHED_BATCH, 0, before.nice, 7'000});
            EXPECT_EQ(scheduling_of_this_thread(),
                      (scheduling{SCHED_BATCH, 0, before.nice, 7'000}));
        }
        EXPECT_EQ(scheduling_of_this_thread(), before);
        const scheduled_as same(before);
        EXPECT_EQ(scheduling_of_this_thread(), before);
    }).join();
}

// The system resets the slack of a real-time thread.
TEST(scheduled_as, restores_the_thread_after_a_privileged_scheduling) {
    std::thread([] {
        ASSERT_EQ(::prctl(PR_SET_TIMERSLACK, 7'000, 0, 0, 0), 0);
        const scheduling before = scheduling_of_this_thread();
        scheduling preferred = before;
        --preferred.nice;
        for (const scheduling& terms : {scheduling{SCHED_FIFO, 1, before.nice, 7'000}, preferred}) {
            {
                const scheduled_as other(terms);
                if (scheduling_of_this_thread() == before) {
                    GTEST_SKIP() << "skipped threads with a privilege: they are not permitted here";
                }
                EXPECT_EQ(scheduling_of_this_thread().policy, terms.policy);
                EXPECT_EQ(scheduling_of_this_thread().nice, terms.nice);
            }
            EXPECT_EQ(scheduling_of_this_thread(), before);
        }
    }).join();
}

TEST(scheduled_as, leaves_a_refused_value_unchanged) {
    const scheduling before = scheduling_of_this_thread();
    {
        const scheduled_as other({SCHED_OTHER, 99, before.nice, before.timer_slack_ns});
        EXPECT_EQ(scheduling_of_this_thread(), before);
    }
    EXPECT_EQ(scheduling_of_this_thread(), before);
}

TEST(scheduling, of_each_thread_is_in_the_report) {
    loop_report report;
    const thread_meter meter;
    meter.add_to(report);
    EXPECT_THAT(report.scheduled, ::testing::ElementsAre(scheduling_of_this_thread()));
}

} // namespace
} // namespace tollgate::measure

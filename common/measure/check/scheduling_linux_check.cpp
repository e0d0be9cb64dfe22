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
        const scheduling seen = scheduling_of_this_thread();
        EXPECT_EQ(seen.policy, SCHED_BATCH);
        EXPECT_EQ(seen.timer_slack_ns, 7'000);
    }).join();
    EXPECT_NE(scheduling_of_this_thread().policy, SCHED_BATCH);
}

TEST(scheduled_as, a_thread_has_the_terms_of_another_while_it_lives) {
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

// Of a real-time thread the system forgets the slack.
TEST(scheduled_as, a_thread_that_was_a_real_time_or_a_preferred_one_is_as_it_was) {
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

TEST(scheduled_as, what_the_system_refuses_stays_as_it_is) {
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

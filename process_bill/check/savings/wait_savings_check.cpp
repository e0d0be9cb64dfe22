// SPDX-License-Identifier: BSL-1.0
// Each kind of waste in waits, and innocent waits that resemble it.
#include "fake_waits.hpp"

#include <gmock/gmock.h>

#include <utility>

namespace tollgate::bill {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double exact = 1e-9;

/// A consumer that sleeps for 4 to 8 µs, 100,000 times a second.
observation brief_waits_of_a_consumer() {
    observation seen = a_second_of({"producer", "consumer"});
    wait_counts wait = fake_waits(2, 100'000);
    wait.waker = 1;
    wait.woken_by_thread[3] = 100'000;
    sleep_for(wait, 12, 100'000);
    seen.waits = {wait};
    return seen;
}

TEST(brief_waits, are_replaced_by_spins_and_make_the_waking_thread_faster) {
    const saving found = only_saving(brief_waits_of_a_consumer());
    EXPECT_EQ(found.id, "sleeps_briefly");
    EXPECT_EQ(found.finding, "consumer waits on a futex 100,000 times a second, for 4.4 to 7.6 µs");
    EXPECT_THAT(found.change, HasSubstr("spin up to 16 µs"));
    EXPECT_EQ(found.faster_thread, "producer");
    EXPECT_NEAR(found.time_share->value, 0.1, exact) << "1 µs in each of 100,000 wake-ups";
    EXPECT_NEAR(found.cpus.value, 2 * 0.1 - 0.6144, exact) << "and the waits become CPU time";
}

TEST(brief_waits, that_are_longer_than_a_spin_become_longer_spins) {
    observation seen = brief_waits_of_a_consumer();
    seen.waits[0].waits = 104'000;
    seen.waits[0].wake_cpu_ns = 104'000'000;
    seen.waits[0].delayed_ns = 104'000'000;
    sleep_for(seen.waits[0], 20, 4'000);
    const saving found = only_saving(seen);
    EXPECT_NEAR(found.time_share->value, 0.1, exact);
    EXPECT_NEAR(found.cpus.value, 2 * 0.1 - 0.6144 - 0.1 - 4'000 * 32'768e-9, exact);
}

TEST(brief_waits, are_not_found_where_a_spin_would_not_end_them) {
    observation slow = brief_waits_of_a_consumer();
    slow.waits[0].slept = {};
    sleep_for(slow.waits[0], 16, 100'000);
    EXPECT_THAT(savings_in(slow), IsEmpty()) << "they last 66 to 131 µs";

    observation by_timer = brief_waits_of_a_consumer();
    std::swap(by_timer.waits[0].woken_by_thread, by_timer.waits[0].woken_by_timer);
    EXPECT_THAT(savings_in(by_timer), IsEmpty());

    observation by_another_process = brief_waits_of_a_consumer();
    by_another_process.waits[0].waker = 0;
    EXPECT_THAT(savings_in(by_another_process), IsEmpty());

    observation busy = brief_waits_of_a_consumer();
    busy.cpus = 1;
    busy.threads[0].cpu_ns = 900'000'000;
    EXPECT_THAT(savings_in(busy), IsEmpty()) << "no CPU is free for a spin";

    observation beside_others = brief_waits_of_a_consumer();
    beside_others.idle = std::chrono::milliseconds(300);
    EXPECT_THAT(savings_in(beside_others), IsEmpty()) << "other processes use the CPUs";
}

/// A thread that wakes each millisecond, and uses 4 to 8 µs.
observation poller() {
    observation seen = a_second_of({"poller"});
    wait_counts wait{.process = 1,
                     .thread = 1,
                     .kind = wait_kind::sleep,
                     .system_call = SYS_clock_nanosleep,
                     .waits = 1'000,
                     .cpu_ns = 6'000'000};
    wait.woken_by_timer[5] = 1'000;
    wait.used_after_timer[12] = 1'000;
    sleep_for(wait, 20, 1'000);
    seen.waits = {wait};
    return seen;
}

TEST(polls, cost_all_that_the_thread_does) {
    observation seen = poller();
    seen.threads[0].cpu_ns = 9'000'000;
    const saving found = only_saving(seen);
    EXPECT_EQ(found.id, "polls");
    EXPECT_EQ(found.finding,
              "poller wakes 1,000 times a second by a timer, and does next to nothing");
    EXPECT_NEAR(found.cpus.value, 0.009, exact);
    EXPECT_NEAR(found.cpus.low, 0.003, exact) << "the waits alone";
    seen.threads[0].voluntary = 2'000;
    EXPECT_NEAR(only_saving(seen).cpus.value, 0.006, exact)
        << "the thread also does something else";
    EXPECT_FALSE(found.time_share);
}

TEST(polls, are_not_found_in_periodic_work) {
    observation wakes_others = poller();
    wakes_others.waits[0].used_after_timer = {};
    EXPECT_THAT(savings_in(wakes_others), IsEmpty());

    observation works = poller();
    works.waits[0].used_after_timer = {};
    works.waits[0].used_after_timer[17] = 1'000;
    EXPECT_THAT(savings_in(works), IsEmpty()) << "131 to 262 µs each time";

    observation works_often = poller();
    works_often.waits[0].used_after_timer[12] = 700;
    works_often.waits[0].used_after_timer[17] = 300;
    EXPECT_THAT(savings_in(works_often), IsEmpty());
}

TEST(polls, without_events_are_sleeps_of_a_thread_that_does_nothing_else) {
    observation seen = poller();
    seen.traced = false;
    seen.threads[0].cpu_ns = 12'000'000;
    seen.waits[0].used_after_timer = {};
    seen.waits[0].woken_by_timer = {};
    EXPECT_NEAR(only_saving(seen).cpus.value, 0.012, exact);
    seen.threads[0].cpu_ns = 100'000'000;
    EXPECT_THAT(savings_in(seen), IsEmpty()) << "100 µs for each sleep";
    seen.threads[0].cpu_ns = 12'000'000;
    seen.threads[0].voluntary = 1'020;
    EXPECT_THAT(savings_in(seen), IsEmpty()) << "it also waits for something else";
}

/// Five threads that are woken together 600 times, of which one has something to do.
observation woken_together() {
    observation seen = a_second_of({"waiter", "waiter", "waiter", "waiter", "waiter"});
    for (pid_t thread = 1; thread <= 5; ++thread) {
        wait_counts wait = fake_waits(thread, 1'000);
        wait.used_after_group[12] = 500;
        wait.waits_after_group[12] = 800;
        wait.used_after_group[17] = 100;
        wait.waits_after_group[17] = 300;
        sleep_for(wait, 20, 1'000);
        seen.waits.push_back(wait);
    }
    return seen;
}

TEST(group_wakes, cost_the_waits_of_the_threads_that_find_nothing) {
    const saving found = only_saving(woken_together());
    EXPECT_EQ(found.id, "group_wakes");
    EXPECT_EQ(found.finding,
              "waiter (5 threads) are woken together: 2,500 of 5,000 wake-ups a second do "
              "next to nothing");
    EXPECT_NEAR(found.cpus.value, 5 * 800 * 4e-6, exact) << "a mutex is waited for, too";
}

TEST(group_wakes, are_not_found_at_a_barrier_whose_threads_all_work) {
    observation barrier = woken_together();
    for (wait_counts& wait : barrier.waits) {
        wait.used_after_group = {};
        wait.used_after_group[17] = 600;
    }
    EXPECT_THAT(savings_in(barrier), IsEmpty());
}

TEST(group_wakes, are_not_found_if_they_are_rare_or_end_waits_for_a_mutex) {
    observation rare = woken_together();
    for (wait_counts& wait : rare.waits) {
        wait.waits = 10'000;
        wait.cpu_ns *= 10;
        wait.wake_cpu_ns *= 10;
    }
    EXPECT_THAT(savings_in(rare), IsEmpty());
    observation mutex = woken_together();
    for (wait_counts& wait : mutex.waits) {
        wait.is_lock = true;
    }
    EXPECT_THAT(savings_in(mutex), IsEmpty());
}

/// Four threads that wait for a mutex 1,000 times, for 400 µs, mostly while its owner writes.
observation writers() {
    observation seen = a_second_of({"writer-1", "writer-2", "writer-3", "writer-4"});
    for (pid_t thread = 1; thread <= 4; ++thread) {
        wait_counts wait = fake_waits(thread, 1'000);
        wait.is_lock = true;
        wait.slept.counts[18] = 1'000;
        wait.slept_ns = 400'000'000;
        wait.during_call = 900;
        wait.call_held = SYS_fsync;
        seen.waits.push_back(wait);
    }
    return seen;
}

TEST(held_locks, cost_the_waits_and_the_time_of_the_threads) {
    const saving found = only_saving(writers());
    EXPECT_EQ(found.id, "held_locks");
    EXPECT_EQ(found.finding,
              "writer-* (4 threads) wait for a mutex 3,600 times a second while its owner "
              "is in fsync");
    EXPECT_NEAR(found.cpus.value, 3'600 * 4e-6, exact);
    EXPECT_NEAR(found.time_share->value, 0.9 * 0.4, exact) << "of each thread";
    EXPECT_LE(found.time_share->high, 1);
    EXPECT_EQ(found.faster_thread, "writer-* (4 threads)");
}

TEST(held_locks, are_not_found_if_the_owner_makes_no_call) {
    observation seen = writers();
    for (wait_counts& wait : seen.waits) {
        wait.during_call = 50;
    }
    EXPECT_THAT(savings_in(seen), IsEmpty());
}

/// Eight threads on four CPUs, half of whose wake-ups find every CPU in use.
observation big_pool(int threads) {
    observation seen =
        a_second_of(std::vector<std::string>(static_cast<std::size_t>(threads), "w"));
    for (thread_counts& thread : seen.threads) {
        thread.involuntary = 100;
        wait_counts wait = fake_waits(thread.thread, 1'000);
        wait.surplus = 500;
        sleep_for(wait, 20, 1'000);
        seen.waits.push_back(wait);
    }
    return seen;
}

TEST(surplus_threads, cost_their_waits_and_preemptions) {
    const saving found = only_saving(big_pool(8));
    EXPECT_EQ(found.id, "surplus_threads");
    EXPECT_EQ(found.finding,
              "8 threads for 4 CPUs: 50 % of the wake-ups of w find every CPU in use");
    EXPECT_EQ(found.change, "use 4 threads");
    EXPECT_NEAR(found.cpus.value, 4'000 * 4e-6 + 800 * 2e-6, exact);
}

TEST(surplus_threads, are_not_found_in_a_pool_as_large_as_the_cpus) {
    EXPECT_THAT(savings_in(big_pool(4)), IsEmpty());
    observation idle = big_pool(8);
    for (wait_counts& wait : idle.waits) {
        wait.surplus = 200;
    }
    EXPECT_THAT(savings_in(idle), IsEmpty()) << "a CPU is free for most wake-ups";
}

} // namespace
} // namespace tollgate::bill

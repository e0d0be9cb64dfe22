// SPDX-License-Identifier: BSL-1.0
// Each kind of waste in system calls, and the list of all savings.
#include "fake_waits.hpp"

#include <gmock/gmock.h>

namespace tollgate::bill {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double nearly = 1e-9;

call_counts fake_calls(pid_t thread, long number, std::uint64_t calls) {
    return {.process = 1, .thread = thread, .system_call = number, .calls = calls};
}

TEST(system_timers, cost_a_call_each) {
    observation seen = a_second_of({"io-1", "io-2"});
    seen.calls = {fake_calls(1, SYS_timerfd_settime, 80'000),
                  fake_calls(2, SYS_timerfd_settime, 40'000)};
    const saving found = only_saving(seen);
    EXPECT_EQ(found.id, "system_timers");
    EXPECT_THAT(found.finding, HasSubstr("io-* arms or cancels a timer of the system 120,000 "
                                         "times a second (timerfd_settime)"));
    EXPECT_NEAR(found.cpus.value, 120'000 * 500e-9, nearly);
    seen.calls = {fake_calls(1, SYS_timerfd_settime, 100), fake_calls(1, SYS_getpid, 1'000'000)};
    EXPECT_THAT(savings_in(seen), IsEmpty()) << "a timer that is armed now and then";
}

TEST(moves, that_a_thread_requests_cost_more_the_more_data_it_has) {
    observation seen = a_second_of({"mover"});
    seen.calls = {fake_calls(1, SYS_sched_setaffinity, 1'000)};
    seen.threads[0].migrations = 800;
    const saving found = only_saving(seen);
    EXPECT_EQ(found.id, "moves");
    EXPECT_THAT(found.finding, HasSubstr("mover moves itself to another CPU 800 times a second"));
    EXPECT_NEAR(found.cpus.low, 800 * 3e-6, nearly);
    EXPECT_NEAR(found.cpus.value, 800 * 13e-6, nearly);
    EXPECT_NEAR(found.cpus.high, 800 * 43e-6, nearly);
}

TEST(moves, by_the_scheduler_and_requests_without_a_move_are_not_found) {
    observation scheduler = a_second_of({"moved"});
    scheduler.threads[0].migrations = 800;
    EXPECT_THAT(savings_in(scheduler), IsEmpty());
    observation stays = a_second_of({"stays"});
    stays.calls = {fake_calls(1, SYS_sched_setaffinity, 1'000)};
    stays.threads[0].migrations = 0;
    EXPECT_THAT(savings_in(stays), IsEmpty());
}

TEST(yields, cost_their_time_less_a_wait_for_each_row_of_them) {
    observation seen = a_second_of({"yielder"});
    seen.threads[0].cpu_ns = 200'000'000;
    seen.calls = {{.process = 1,
                   .thread = 1,
                   .system_call = SYS_sched_yield,
                   .calls = 10'000,
                   .repeats = 9'000,
                   .repeated_ns = 180'000'000}};
    const saving found = only_saving(seen);
    EXPECT_EQ(found.id, "yields");
    EXPECT_EQ(found.finding, "yielder calls sched_yield 10,000 times a second, and waits by that "
                             "for 18 % of the time");
    EXPECT_NEAR(found.cpus.value, 0.18 - 1'001 * 8e-6, nearly);
    seen.threads[0].cpu_ns = 100'000'000;
    EXPECT_NEAR(only_saving(seen).cpus.value, 0.1 - 1'001 * 8e-6, nearly)
        << "the thread used no more";
}

TEST(yields, that_are_not_repeated_are_not_found) {
    observation seen = a_second_of({"polite"});
    seen.calls = {fake_calls(1, SYS_sched_yield, 10'000)};
    EXPECT_THAT(savings_in(seen), IsEmpty());
    seen.calls[0].repeats = 100;
    seen.calls[0].repeated_ns = 1'000'000;
    EXPECT_THAT(savings_in(seen), IsEmpty()) << "waits would cost more";
}

/// A pool whose waits are those of surplus threads, and of wake-ups of groups.
observation with_two_wastes() {
    observation seen = a_second_of({"w", "w", "w", "w", "w", "w"});
    for (pid_t thread = 1; thread <= 6; ++thread) {
        wait_counts wait = fake_waits(thread, 1'000);
        wait.surplus = 900;
        wait.used_after_group[12] = 600;
        wait.waits_after_group[12] = 600;
        sleep_for(wait, 20, 1'000);
        seen.waits.push_back(wait);
    }
    return seen;
}

TEST(savings, have_no_wait_twice) {
    EXPECT_THAT(ids_of(with_two_wastes()), ElementsAre("surplus_threads"));
}

TEST(savings, begin_with_the_largest) {
    observation seen = with_two_wastes(); // 0.0216 CPUs
    seen.calls = {fake_calls(1, SYS_timerfd_settime, 20'000),
                  {.process = 1,
                   .thread = 1,
                   .system_call = SYS_sched_yield,
                   .calls = 10,
                   .repeats = 9,
                   .repeated_ns = 50'000'000}};
    EXPECT_THAT(ids_of(seen), ElementsAre("yields", "surplus_threads", "system_timers"));
}

TEST(savings, below_one_per_cent_of_the_cpu_time_are_left_out) {
    observation seen = a_second_of({"io"});
    seen.calls = {fake_calls(1, SYS_timerfd_settime, 10'000)}; // 0.005 CPUs
    seen.threads[0].cpu_ns = 490'000'000;
    EXPECT_THAT(ids_of(seen), ElementsAre("system_timers"));
    seen.threads[0].cpu_ns = 510'000'000;
    EXPECT_THAT(ids_of(seen), IsEmpty());
}

TEST(savings, that_may_be_none_are_left_out) {
    observation seen = a_second_of({"poller"});
    wait_counts wait{.process = 1, .thread = 1, .kind = wait_kind::sleep, .waits = 1'000};
    wait.cpu_ns = 6'000'000;
    wait.woken_by_timer[5] = 1'000;
    wait.used_after_timer[10] = 1'000;
    seen.waits = {wait};
    seen.known_wait_ns = 4'000;
    EXPECT_THAT(ids_of(seen), ElementsAre("polls"));
    seen.known_wait_ns = 15'500; // observing added 5.75 of the 6 µs, ± 0.6
    EXPECT_THAT(ids_of(seen), IsEmpty());
}

} // namespace
} // namespace tollgate::bill

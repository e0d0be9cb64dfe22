// SPDX-License-Identifier: BSL-1.0
#include "pricing/places.hpp"

#include "fake_prices.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// Threads 1 and 2 are workers, and thread 3 is a logger.
observation with_three_threads(std::vector<wait_counts> waits) {
    observation seen;
    seen.traced = true;
    seen.threads = {
        {.process = 1, .thread = 1, .name = "worker-1", .cpu_ns = 1'000'000, .involuntary = 2},
        {.process = 1, .thread = 2, .name = "worker-2", .cpu_ns = 2'000'000, .involuntary = 3},
        {.process = 1, .thread = 3, .name = "logger", .cpu_ns = 4'000'000}};
    seen.waits = std::move(waits);
    for (wait_counts& wait : seen.waits) {
        wait.process = 1;
    }
    return seen;
}

wait_counts futex_wait_of(pid_t thread, std::uint64_t address, std::uint64_t waits) {
    return {.thread = thread,
            .kind = wait_kind::futex,
            .system_call = SYS_futex,
            .address = address,
            .waits = waits};
}

wait_counts epoll_wait_of(pid_t thread, std::uint64_t descriptor, std::uint64_t waits) {
    return {.thread = thread,
            .kind = wait_kind::poll,
            .system_call = SYS_epoll_pwait,
            .address = descriptor,
            .waits = waits};
}

std::vector<std::pair<std::string, std::uint64_t>> waits_by_place(const observation& seen) {
    std::vector<std::pair<std::string, std::uint64_t>> all;
    for (const place& where : places_of(seen, {})) {
        all.emplace_back(where.threads, where.sum.waits);
    }
    return all;
}

TEST(places, join_threads_whose_names_differ_in_digits) {
    EXPECT_EQ(common_name("io-12 of 7"), "io-* of *");
    EXPECT_EQ(common_name(""), "");
    const observation seen = with_three_threads({futex_wait_of(1, 64, 5), futex_wait_of(2, 64, 6),
                                                 futex_wait_of(3, 64, 7), futex_wait_of(9, 64, 8)});
    EXPECT_THAT(
        waits_by_place(seen),
        UnorderedElementsAre(std::pair("worker-*", 11), std::pair("logger", 7), std::pair("?", 8)));
}

TEST(places, of_one_thread_have_its_own_name) {
    const observation seen = with_three_threads({epoll_wait_of(2, 4, 5), epoll_wait_of(2, 5, 6)});
    EXPECT_THAT(waits_by_place(seen), ElementsAre(std::pair("worker-2", 11)));
}

TEST(places, differ_by_the_futex_and_by_the_lock_but_not_by_the_descriptor) {
    wait_counts lock = futex_wait_of(1, 64, 7);
    lock.is_lock = true;
    const observation seen =
        with_three_threads({futex_wait_of(1, 64, 5), futex_wait_of(1, 72, 6), lock,
                            epoll_wait_of(1, 4, 10), epoll_wait_of(2, 5, 20)});
    EXPECT_THAT(waits_by_place(seen),
                UnorderedElementsAre(std::pair("worker-1", 5), std::pair("worker-1", 6),
                                     std::pair("worker-1", 7), std::pair("worker-*", 30)));
}

TEST(places, have_the_sums_of_their_threads_and_each_thread_once) {
    wait_counts first = epoll_wait_of(1, 4, 5);
    first.slept_ns = 100;
    first.woken_by_timer[5] = 5;
    first.during_call = 1;
    first.call_held = SYS_write;
    first.waker = 7;
    wait_counts second = epoll_wait_of(1, 5, 1);
    second.slept.counts[3] = 1;
    wait_counts third = epoll_wait_of(2, 6, 2);
    third.slept_ns = 11;
    third.woken_by_timer[5] = 2;
    const auto places = places_of(with_three_threads({first, second, third}), {});
    ASSERT_EQ(places.size(), 1U);
    EXPECT_EQ(places[0].members.size(), 2U);
    EXPECT_EQ(places[0].cpu_ns, 3'000'000U);
    EXPECT_EQ(places[0].involuntary, 5U);
    EXPECT_EQ(places[0].sum.slept_ns, 111U);
    EXPECT_EQ(places[0].sum.slept.counts[3], 1U);
    EXPECT_EQ(places[0].sum.woken_by_timer[5], 7U);
    EXPECT_EQ(places[0].sum.during_call, 1U);
    EXPECT_EQ(places[0].sum.call_held, SYS_write);
    EXPECT_EQ(places[0].sum.waker, 7);
}

TEST(places, have_the_most_frequent_stack_of_any_of_their_threads) {
    observation seen = with_three_threads({epoll_wait_of(1, 4, 5), epoll_wait_of(2, 5, 6)});
    seen.stacks = {{1, 2, SYS_epoll_pwait, 5, {"rare"}, 1},
                   {1, 2, SYS_epoll_pwait, 5, {"epoll_wait", "main"}, 9},
                   {1, 2, SYS_read, 5, {"of another place"}, 99}};
    EXPECT_THAT(places_of(seen, {})[0].stack, ElementsAre("epoll_wait", "main"));
    seen.stacks.clear();
    EXPECT_THAT(places_of(seen, {})[0].stack, IsEmpty());
}

TEST(costs, of_observed_waits_are_measured_less_what_observing_adds) {
    wait_counts futex = futex_wait_of(1, 64, 10);
    futex.cpu_ns = 80'000;
    futex.wake_cpu_ns = 20'000;
    wait_counts poll = epoll_wait_of(1, 4, 10);
    poll.cpu_ns = 80'000;
    observation seen = with_three_threads({futex, poll});
    seen.known_wait_ns = 5'000; // whose price is 4,000
    const auto places = places_of(seen, fake_prices());
    ASSERT_EQ(places.size(), 2U);
    EXPECT_EQ(places[0].cpu_of_waits_ns->value, 90'000);
    EXPECT_EQ(places[0].cpu_of_waits_ns->low, 80'000);
    EXPECT_EQ(places[0].cpu_of_waits_ns->high, 90'000 * 1.4 + 10'000);
    EXPECT_EQ(cost_of_one(places[0])->value, 9'000);
    EXPECT_EQ(places[0].cpu_of_wakers_ns->value, 15'000) << "half of the wait is the waker's";
    EXPECT_EQ(places[1].cpu_of_waits_ns->value, 75'000) << "the waker's part is not known";
    EXPECT_FALSE(places[1].cpu_of_wakers_ns);
}

TEST(costs, are_unsure_if_it_is_not_known_what_observing_adds) {
    wait_counts futex = futex_wait_of(1, 64, 10);
    futex.cpu_ns = 100'000;
    const auto places = places_of(with_three_threads({futex}), fake_prices());
    EXPECT_EQ(places[0].cpu_of_waits_ns->low, 50'000);
    EXPECT_EQ(places[0].cpu_of_waits_ns->value, 100'000);
    EXPECT_EQ(places[0].cpu_of_waits_ns->high, 140'000);
}

TEST(costs, are_those_of_the_list_at_most_if_observing_costs_more_than_there_is) {
    wait_counts futex = futex_wait_of(1, 64, 10);
    futex.cpu_ns = 30'000;
    observation seen = with_three_threads({futex});
    seen.known_wait_ns = 10'000;
    const place hidden = places_of(seen, fake_prices())[0];
    EXPECT_TRUE(hidden.is_hidden);
    EXPECT_EQ(hidden.cpu_of_waits_ns->low, 0);
    EXPECT_EQ(hidden.cpu_of_waits_ns->value, 40'000);
    EXPECT_GE(hidden.cpu_of_waits_ns->high, 40'000);
}

TEST(costs, are_no_more_than_the_cpu_time_of_the_threads_unless_others_pay_a_part) {
    wait_counts futex = futex_wait_of(1, 64, 10);
    futex.cpu_ns = 9'000'000;
    EXPECT_EQ(places_of(with_three_threads({futex}), {})[0].cpu_of_waits_ns->value, 1'000'000);
    futex.wake_cpu_ns = 1;
    EXPECT_EQ(places_of(with_three_threads({futex}), {})[0].cpu_of_waits_ns->value, 9'000'001);
    wait_counts of_unknown_thread = futex_wait_of(9, 64, 10);
    of_unknown_thread.cpu_ns = 8;
    EXPECT_EQ(places_of(with_three_threads({of_unknown_thread}), {})[0].cpu_of_waits_ns->value, 8);
}

TEST(costs, without_events_are_prices_of_any_end_of_such_waits) {
    wait_counts futex = futex_wait_of(1, 64, 10);
    futex.slept_ns = 10'000'000; // the price of a wake-up after 1 ms
    const wait_counts sleep{.thread = 3, .kind = wait_kind::sleep, .waits = 10, .slept_ns = 1};
    observation seen = with_three_threads({sleep, futex});
    seen.traced = false;
    const auto places = places_of(seen, fake_prices());
    EXPECT_EQ(places[0].cpu_of_waits_ns->low, 40'000);
    EXPECT_EQ(places[0].cpu_of_waits_ns->value, 80'000);
    EXPECT_EQ(places[0].cpu_of_waits_ns->high, 80'000);
    EXPECT_EQ(places[1].cpu_of_waits_ns->value, 60'000) << "a timer ends a sleep";
    EXPECT_FALSE(places[0].cpu_of_wakers_ns);
}

TEST(costs, without_a_price_are_not_known_and_such_places_are_the_last) {
    wait_counts sleep{.thread = 3, .kind = wait_kind::sleep, .waits = 1'000};
    observation seen = with_three_threads({sleep, futex_wait_of(1, 64, 1)});
    seen.traced = false;
    const auto places = places_of(seen, fake_prices({{"sleep/price/wake/placement:same", 1}}));
    EXPECT_EQ(places[0].threads, "worker-1");
    EXPECT_FALSE(places[1].cpu_of_waits_ns);
    EXPECT_FALSE(cost_of_one(places[1]));
}

TEST(quantiles, are_interpolated_in_their_power_of_two) {
    durations slept;
    EXPECT_EQ(quantile_us(slept, 0.5), 0);
    slept.counts[10] = 50; // 1.024 to 2.048 µs
    slept.counts[12] = 50;
    EXPECT_DOUBLE_EQ(quantile_us(slept, 0.5), 2.048);
    EXPECT_DOUBLE_EQ(quantile_us(slept, 1), 8.192);
    EXPECT_NEAR(quantile_us(slept, 0.25), 1.448, 0.001);
}

} // namespace
} // namespace tollgate::bill

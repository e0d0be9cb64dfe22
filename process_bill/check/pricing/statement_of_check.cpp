// SPDX-License-Identifier: BSL-1.0
#include "pricing/statement_of.hpp"

#include "fake_prices.hpp"
#include "pricing/places.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Half a second of two workers and a logger.
observation half_a_second() {
    observation seen;
    seen.duration = 500ms;
    seen.own_cpu = 5ms;
    seen.traced = true;
    seen.cpus = 3;
    seen.threads = {{.process = 1,
                     .thread = 1,
                     .name = "worker-1",
                     .cpu_ns = 200'000'000,
                     .runnable_ns = 50'000'000,
                     .voluntary = 1'000,
                     .involuntary = 40,
                     .migrations = 6},
                    {.process = 1,
                     .thread = 2,
                     .name = "worker-2",
                     .cpu_ns = 100'000'000,
                     .runnable_ns = 25'000'000,
                     .voluntary = 500,
                     .involuntary = 60,
                     .migrations = 4},
                    {.process = 1, .thread = 3, .name = "logger"}};
    seen.waits = {{.process = 1,
                   .thread = 1,
                   .kind = wait_kind::futex,
                   .system_call = SYS_futex,
                   .waits = 1'000,
                   .cpu_ns = 5'000'000},
                  {.process = 1,
                   .thread = 3,
                   .kind = wait_kind::poll,
                   .system_call = SYS_ppoll,
                   .waits = 300,
                   .cpu_ns = 600'000}};
    seen.waits[0].slept.counts[12] = 1'000;
    seen.calls = {
        {.process = 1, .thread = 1, .system_call = SYS_timerfd_settime, .calls = 100},
        {.process = 1, .thread = 2, .system_call = SYS_timerfd_settime, .calls = 100},
        {.process = 1, .thread = 2, .system_call = SYS_getpid, .calls = 9'000},
        {.process = 1, .thread = 3, .system_call = SYS_ppoll, .calls = 700, .in_vain = 50}};
    return seen;
}

std::vector<std::string> entries_of(const statement& bill) {
    std::vector<std::string> entries;
    for (const entry& each : bill.entries) {
        entries.push_back(each.threads + " " + each.event);
    }
    return entries;
}

const entry& entry_with(const statement& bill, const std::string& event) {
    return *std::ranges::find(bill.entries, event, &entry::event);
}

TEST(a_statement, has_the_totals_of_a_second) {
    const statement bill = statement_of(half_a_second(), fake_prices());
    EXPECT_DOUBLE_EQ(bill.seconds, 0.5);
    EXPECT_TRUE(bill.traced);
    EXPECT_EQ(bill.cpus, 3);
    EXPECT_EQ(bill.threads, 3U);
    EXPECT_DOUBLE_EQ(bill.cpus_used, 0.6);
    EXPECT_DOUBLE_EQ(bill.runnable, 0.15);
    EXPECT_DOUBLE_EQ(bill.switches, 3'200);
    EXPECT_DOUBLE_EQ(bill.preemptions, 200);
    EXPECT_DOUBLE_EQ(*bill.migrations, 20);
    EXPECT_DOUBLE_EQ(bill.own_share, 0.01);
}

TEST(a_statement, has_an_entry_for_each_event_with_a_price_the_most_expensive_first) {
    const statement bill = statement_of(half_a_second(), fake_prices());
    EXPECT_THAT(entries_of(bill),
                ElementsAre("worker-1 waits on a futex", "logger waits in ppoll",
                            "worker-* is preempted", "worker-* calls timerfd_settime",
                            "logger finds nothing (ppoll)"));
    EXPECT_DOUBLE_EQ(bill.entries[0].a_second, 2'000);
    EXPECT_DOUBLE_EQ(bill.entries[0].price_ns->value, 5'000);
    EXPECT_DOUBLE_EQ(bill.entries[0].cpus->value, 0.01);
    EXPECT_NEAR(bill.entries[0].typical_us, 5.8, 0.01);
    EXPECT_DOUBLE_EQ(entry_with(bill, "calls timerfd_settime").a_second, 400);
    EXPECT_DOUBLE_EQ(entry_with(bill, "finds nothing (ppoll)").cpus->value, 100 * 600e-9);
}

TEST(a_statement, charges_no_call_that_waited_a_second_time) {
    observation seen = half_a_second();
    seen.waits = {{.process = 1, .thread = 1, .system_call = SYS_sched_yield, .waits = 40},
                  {.process = 1, .thread = 1, .system_call = SYS_timer_settime, .waits = 7}};
    seen.calls = {{.process = 1, .thread = 1, .system_call = SYS_sched_yield, .calls = 100},
                  {.process = 1, .thread = 1, .system_call = SYS_timer_settime, .calls = 7}};
    const statement bill = statement_of(seen, fake_prices());
    EXPECT_DOUBLE_EQ(entry_with(bill, "calls sched_yield").a_second, 120);
    EXPECT_THAT(entries_of(bill), Not(Contains(HasSubstr("calls timer_settime"))));
}

TEST(a_statement, has_the_sum_of_its_entries) {
    const statement bill = statement_of(half_a_second(), fake_prices());
    amount sum;
    for (const entry& each : bill.entries) {
        sum = sum + *each.cpus;
    }
    EXPECT_DOUBLE_EQ(bill.waiting.value, sum.value);
    EXPECT_DOUBLE_EQ(bill.waiting.low, sum.low);
    EXPECT_DOUBLE_EQ(bill.waiting.high, sum.high);
    EXPECT_GT(bill.waiting.value, 0.01);
}

TEST(a_statement, without_prices_has_the_waits) {
    observation seen = half_a_second();
    seen.traced = false;
    const statement bill = statement_of(seen, {});
    EXPECT_THAT(entries_of(bill), ElementsAre("worker-1 waits on a futex", "logger waits in ppoll",
                                              "worker-* is preempted"));
    EXPECT_FALSE(bill.entries[0].cpus);
    EXPECT_FALSE(bill.entries[0].price_ns);
    EXPECT_EQ(bill.waiting.value, 0);
    EXPECT_THAT(bill.savings, IsEmpty());
}

TEST(a_statement, of_no_time_has_no_infinite_figure) {
    observation seen = half_a_second();
    seen.duration = 0ns;
    const statement bill = statement_of(seen, fake_prices());
    for (const double figure :
         {bill.seconds, bill.cpus_used, bill.waiting.value, bill.waiting.high, bill.runnable,
          bill.switches, bill.preemptions, *bill.migrations, bill.own_share}) {
        EXPECT_TRUE(std::isfinite(figure));
    }
    for (const entry& each : bill.entries) {
        EXPECT_TRUE(std::isfinite(each.a_second) && std::isfinite(each.cpus->high)) << each.event;
    }
    for (const saving& each : bill.savings) {
        EXPECT_TRUE(std::isfinite(each.cpus.value)) << each.finding;
    }
    EXPECT_EQ(statement_of({}, fake_prices()).waiting.value, 0);
}

TEST(a_statement, has_one_entry_for_places_that_look_the_same) {
    observation seen = half_a_second();
    const std::size_t before = statement_of(seen, {}).entries.size();
    seen.waits.push_back(seen.waits.front());
    seen.waits.back().address += 64;
    EXPECT_EQ(statement_of(seen, {}).entries.size(), before);
}

TEST(a_statement, tells_the_cpu_time_that_no_reading_has) {
    observation seen = half_a_second();
    seen.used = std::chrono::nanoseconds(0);
    for (const thread_counts& thread : seen.threads) {
        seen.used += std::chrono::nanoseconds(thread.cpu_ns);
    }
    EXPECT_THAT(statement_of(seen, {}).remarks, IsEmpty());
    seen.used += std::chrono::seconds(2);
    EXPECT_THAT(statement_of(seen, {}).remarks,
                ElementsAre(HasSubstr("CPU time (2.00 s) is missing")));
}

TEST(a_statement, tells_that_events_were_lost) {
    observation seen = half_a_second();
    seen.remarks = {"seen"};
    seen.lost_events = 12;
    EXPECT_THAT(statement_of(seen, {}).remarks, ElementsAre("seen", HasSubstr("lost events: 12")));
}

} // namespace
} // namespace tollgate::bill

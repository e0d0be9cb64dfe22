// SPDX-License-Identifier: BSL-1.0
#include "observation_parts.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

thread_counts thread_with(pid_t id, std::uint64_t voluntary, bool ended = false) {
    return {.process = 1,
            .thread = id,
            .name = "t" + std::to_string(id),
            .cpu_ns = 10 * voluntary,
            .voluntary = voluntary,
            .involuntary = voluntary / 2,
            .migrations = voluntary / 4,
            .ended = ended};
}

wait_counts wait_at(std::uint64_t address, std::uint64_t waits) {
    wait_counts wait{.process = 1,
                     .thread = 1,
                     .kind = wait_kind::futex,
                     .system_call = SYS_futex,
                     .address = address,
                     .waits = waits,
                     .slept_ns = 3 * waits};
    wait.slept.counts[4] = waits;
    wait.used_after_timer[2] = waits;
    return wait;
}

call_counts calls_of(long number, std::uint64_t calls) {
    return {.process = 1, .thread = 1, .system_call = number, .calls = calls, .in_vain = calls / 2};
}

observation seen_at(std::chrono::seconds time, std::uint64_t count) {
    observation seen;
    seen.duration = time;
    seen.own_cpu = std::chrono::nanoseconds(time) / 100;
    seen.lost_events = count;
    seen.threads = {thread_with(1, count), thread_with(2, 100)};
    seen.waits = {wait_at(8, count), wait_at(16, 5)};
    seen.calls = {calls_of(SYS_poll, count), calls_of(SYS_sched_yield, 4)};
    return seen;
}

TEST(an_observation, since_another_has_what_happened_in_between) {
    observation now = seen_at(3s, 1'000);
    now.threads.push_back(thread_with(3, 40));
    now.threads.push_back(thread_with(4, 0, true));
    now.waits.push_back(wait_at(24, 7));
    const observation between = since(seen_at(2s, 900), now);
    EXPECT_EQ(between.duration, 1s);
    EXPECT_EQ(between.own_cpu, 10ms);
    EXPECT_EQ(between.lost_events, 100U);
    ASSERT_EQ(between.threads.size(), 3U);
    EXPECT_EQ(between.threads[0].voluntary, 100U);
    EXPECT_EQ(between.threads[0].involuntary, 50U);
    EXPECT_EQ(between.threads[0].cpu_ns, 1'000U);
    EXPECT_EQ(between.threads[0].migrations, 25U);
    EXPECT_EQ(between.threads[1].voluntary, 0U) << "it exists, and did nothing";
    EXPECT_EQ(between.threads[2].voluntary, 40U) << "it is new";
    ASSERT_EQ(between.waits.size(), 2U);
    EXPECT_EQ(between.waits[0].waits, 100U);
    EXPECT_EQ(between.waits[0].slept_ns, 300U);
    EXPECT_EQ(between.waits[0].slept.counts[4], 100U);
    EXPECT_EQ(between.waits[0].used_after_timer[2], 100U);
    EXPECT_EQ(between.waits[1].address, 24U);
    ASSERT_EQ(between.calls.size(), 1U);
    EXPECT_EQ(between.calls[0].calls, 100U);
    EXPECT_EQ(between.calls[0].in_vain, 50U);
}

TEST(an_observation, never_has_counts_below_zero) {
    const observation between = since(seen_at(2s, 1'000), seen_at(3s, 900));
    ASSERT_EQ(between.threads.size(), 2U);
    EXPECT_EQ(between.threads[0].voluntary, 0U);
    EXPECT_EQ(between.threads[0].cpu_ns, 0U);
    EXPECT_THAT(between.waits, IsEmpty());
    EXPECT_EQ(between.lost_events, 0U);
}

/// The threads 1 and 2 of /proc, in 10 s.
observation from_proc() {
    observation seen;
    seen.duration = 10s;
    seen.threads = {thread_with(1, 10'000), thread_with(2, 20'000)};
    seen.waits = {wait_at(8, 3)};
    seen.remarks = {"of /proc"};
    return seen;
}

observation from_events(std::vector<thread_counts> threads) {
    observation seen;
    seen.duration = seen.counted = seen.counted_calls = 10s;
    seen.traced = true;
    seen.threads = std::move(threads);
    seen.waits = {wait_at(8, 1'000), wait_at(16, 500)};
    seen.calls = {calls_of(SYS_poll, 40)};
    seen.known_wait_ns = 5'000;
    seen.lost_events = 3;
    return seen;
}

TEST(joined_observations, have_the_threads_of_proc_and_the_waits_and_calls_of_the_events) {
    const observation both =
        joined(from_proc(), from_events({thread_with(1, 9'950), thread_with(2, 20'000)}),
               {{{{1, 1}, 10'000}, {{1, 2}, 20'000}}});
    EXPECT_TRUE(both.traced);
    EXPECT_EQ(both.duration, 10s);
    ASSERT_EQ(both.threads.size(), 2U);
    EXPECT_EQ(both.threads[0].voluntary, 10'000U);
    ASSERT_EQ(both.waits.size(), 2U);
    EXPECT_EQ(both.waits[0].waits, 1'000U);
    EXPECT_EQ(both.calls[0].calls, 40U);
    EXPECT_EQ(both.known_wait_ns, 5'000);
    EXPECT_EQ(both.lost_events, 3U);
    EXPECT_THAT(both.remarks, ElementsAre("of /proc")) << "less than 1 % is missing";
}

TEST(joined_observations, have_the_threads_that_proc_missed_and_the_rest_of_those_that_ended) {
    const observation both = joined(
        from_proc(),
        from_events({thread_with(1, 10'050), thread_with(2, 26'000, true), thread_with(3, 4'000)}),
        {{{{1, 1}, 10'000}, {{1, 2}, 20'000}}});
    ASSERT_EQ(both.threads.size(), 3U);
    EXPECT_EQ(both.threads[0].voluntary, 10'000U) << "the kernel's own count";
    EXPECT_EQ(both.threads[1].voluntary, 26'000U);
    EXPECT_EQ(both.threads[1].cpu_ns, 260'000U);
    EXPECT_EQ(both.threads[2].voluntary, 4'000U);
    EXPECT_EQ(both.threads[2].name, "t3");
    EXPECT_THAT(both.remarks, ElementsAre("of /proc"))
        << "only the first thread can be compared: it is known and did not end";
}

TEST(joined_observations, remark_that_events_and_kernel_differ_by_more_than_one_per_cent) {
    const auto remarks_on = [](std::uint64_t events, std::chrono::nanoseconds reading_took) {
        return joined(from_proc(), from_events({thread_with(1, events)}),
                      {{{{1, 1}, 30'000}}, reading_took})
            .remarks;
    };
    EXPECT_THAT(remarks_on(30'350, 0s), ElementsAre("of /proc"));
    EXPECT_THAT(
        remarks_on(30'450, 0s),
        ElementsAre("of /proc", "the events count 30450 waits, and the kernel itself 30000."));
    EXPECT_THAT(remarks_on(29'550, 0s), ElementsAre("of /proc", HasSubstr("29550 waits")));
    EXPECT_THAT(remarks_on(30'450, 100ms), ElementsAre("of /proc"))
        << "the times may differ by 1 %";
}

TEST(joined_observations, differ_by_what_happened_in_between_if_the_rate_is_known_only_now) {
    const observation before = joined(from_proc(), from_events({}), {});
    observation events = from_events({});
    events.counted += 5s;
    events.counted_calls += 5s;
    for (wait_counts& wait : events.waits) {
        wait.waits *= 2;
    }
    observation proc = from_proc();
    proc.duration += 10s;
    const observation between =
        over_whole_time(since(before, joined(proc, events, {.undisturbed = 1.5})));
    EXPECT_EQ(between.waits[0].waits, 3'000U) << "1,000 in half of the time, 1.5 times as often";
}

TEST(joined_observations, scale_the_events_to_the_whole_time_and_to_undisturbed_processes) {
    observation events = from_events({thread_with(1, 30'000)});
    events.counted = 8s;
    events.counted_calls = 2s;
    events.waits[0].timed = 250;
    events.waits[0].cpu_ns = 40;
    const observation whole = over_whole_time(joined(from_proc(), events, {}));
    EXPECT_EQ(whole.waits[0].waits, 1'250U);
    EXPECT_EQ(whole.waits[0].slept_ns, 3'750U);
    EXPECT_EQ(whole.waits[0].slept.counts[4], 1'250U);
    EXPECT_EQ(whole.waits[0].cpu_ns, 200) << "40 ns of 250 waits, of 1,250";
    EXPECT_EQ(whole.calls[0].in_vain, 100U);
    const observation undisturbed =
        over_whole_time(joined(from_proc(), events, {.undisturbed = 1.2}));
    EXPECT_EQ(undisturbed.waits[0].waits, 1'500U);
    EXPECT_EQ(undisturbed.threads[0].voluntary, 10'000U);
    EXPECT_THAT(undisturbed.remarks, ElementsAre("of /proc", HasSubstr("20 % more often")));
}

} // namespace
} // namespace tollgate::bill

// SPDX-License-Identifier: BSL-1.0
//
// What a receive in ping-pong may take, counted with a clock that stands still.
#include "count_receives.hpp"
#include "own_ways.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <memory>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t many = 100'000;

template <template <class> class Receiver>
receive_counts counts_with() {
    return count_receives<own_way<fiber_channel<still_clock>, Receiver>>(between::fibers, {}, many);
}

template <template <class> class Receiver>
void expect_sparing() {
    const receive_counts counts = counts_with<Receiver>();
    EXPECT_GE(counts.receives, many);
    EXPECT_EQ(counts.exceeds(receives_for_each).value_or("not at all"), "not at all");
}

TEST(counted, receives_that_leave_the_clock_alone) {
    expect_sparing<plain_receiver>();
    expect_sparing<deferred_receiver>();
    expect_sparing<sleep_receiver>();
    expect_sparing<reused_sleep_receiver>();
    expect_sparing<reused_boxed_sleep_receiver>();
}

// One that has to wait reads it, which every third one does.
TEST(counted, a_timeout_of_its_own_is_a_reading_for_each_wait) {
    const receive_counts counts = counts_with<timeout_receiver>();
    EXPECT_GT(4 * counts.clock_readings, counts.receives);
    EXPECT_LE(counts.clock_readings, counts.receives);
    EXPECT_LE(receives_for_each * counts.queue_operations, counts.receives);
    EXPECT_LE(receives_for_each * counts.dispatcher_passes, counts.receives);
}

TEST(counted, too_much_fails_those_who_have_to_be_sparing) {
    const auto spendthrift = [] { return receive_counts{160, 11, 0, 0}; };
    measure::loop_report report;
    counted_receives(spendthrift, false).add_to(report);
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_EQ(report.counted.at(clock_readings_name), 11u);
    counted_receives(spendthrift, true).add_to(report);
    EXPECT_THAT(report.failures, ElementsAre(HasSubstr("11 clock readings in 160 receives")));
}

TEST(counted, nothing_counted_is_a_failure) {
    measure::loop_report report;
    counted_receives([] { return receive_counts(); }, false).add_to(report);
    EXPECT_THAT(report.failures, ElementsAre("no receive was counted"));
}

} // namespace

// SPDX-License-Identifier: BSL-1.0
#include "channel_loop.hpp"
#include "fibers_in_checks.hpp"
#include "wrong_channel.hpp"

#include <tollgate/faults/counting_probe.hpp>

#include <boost/fiber/unbuffered_channel.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::faults;
using namespace tollgate::fiber_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr scheduler talking_under[] = {scheduler::round_robin, scheduler::shared_work,
                                       scheduler::tollgate};

template <class Channel>
measure::loop_report report_of(scheduler which, std::uint64_t messages) {
    const auto lanes = std::make_shared<fiber_lanes>(which, std::nullopt);
    counting_probe probe(messages);
    const channel_loop<Channel> loop{lanes, stack_cache(small_stack)};
    measure::loop_report report = loop(probe);
    EXPECT_EQ(report.turns, std::vector<std::uint64_t>{messages + 1});
    EXPECT_EQ(probe.turns(), messages + 1);
    EXPECT_TRUE(probe.in_order());
    return report;
}

template <channel_mistake Made>
std::vector<std::string> failures_of_a_channel_that(scheduler which) {
    return report_of<wrong_channel<Made>>(which, 300).failures;
}

TEST(channel_loop, every_message_comes) {
    for (const scheduler which : talking_under) {
        for (const std::uint64_t messages : {0, 1, 2, 3, 300}) {
            using channel = boost::fibers::unbuffered_channel<long>;
            EXPECT_THAT(report_of<channel>(which, messages).failures, IsEmpty()) << messages;
        }
        EXPECT_THAT(failures_of_a_channel_that<channel_mistake::none>(which), IsEmpty());
    }
}

TEST(channel_loop, a_message_that_does_not_come) {
    for (const scheduler which : talking_under) {
        EXPECT_THAT(failures_of_a_channel_that<channel_mistake::drops>(which),
                    ElementsAre(HasSubstr("300 were sent, 270 came"), HasSubstr("add up to")));
    }
}

TEST(channel_loop, a_message_that_comes_twice) {
    for (const scheduler which : talking_under) {
        EXPECT_THAT(failures_of_a_channel_that<channel_mistake::doubles>(which),
                    ElementsAre(HasSubstr("300 were sent, 330 came"), HasSubstr("add up to")));
    }
}

TEST(channel_loop, another_message) {
    for (const scheduler which : talking_under) {
        EXPECT_THAT(failures_of_a_channel_that<channel_mistake::damages>(which),
                    ElementsAre("the messages that came add up to 44880, and those sent to 44850"));
    }
}

} // namespace

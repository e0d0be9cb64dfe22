// SPDX-License-Identifier: BSL-1.0
#include "exchange.hpp"

#include <tollgate/measure/interval_probe.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct no_time {
    static std::int64_t begin() { return 0; }
    static std::int64_t end() { return 0; }
};

/// What is said of a stream of which this was sent, and that received.
measure::loop_report report_of(const std::vector<std::uint64_t>& sent,
                               const std::vector<std::uint64_t>& received) {
    measure::interval_probe probe(no_time(), {1, {{1, 2}}});
    exchange all(probe);
    for (const std::uint64_t message : sent) {
        all.sent(message);
    }
    all.begin();
    for (const std::uint64_t message : received) {
        all.took(message);
    }
    measure::loop_report report;
    all.judge(report);
    return report;
}

TEST(exchange_of_messages, is_right_if_all_arrive_in_their_order) {
    const measure::loop_report report = report_of({0, 1, 2}, {0, 1, 2});
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_THAT(report.turns, ElementsAre(4));
    EXPECT_EQ(report.metered, 3u);
}

TEST(exchange_of_messages, counts_operations_until_the_probe_has_enough) {
    const measure::loop_report report = report_of({0, 1, 2, 3, 4}, {0, 1, 2, 3, 4});
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_THAT(report.turns, ElementsAre(4));
    EXPECT_EQ(report.metered, 5u);
}

TEST(exchange_of_messages, tells_what_is_wrong) {
    EXPECT_THAT(report_of({0, 1, 2}, {0, 2}).failures,
                ElementsAre(HasSubstr("out of their order"), HasSubstr("lost or doubled")));
    EXPECT_THAT(report_of({0, 1, 2}, {0, 1}).failures, ElementsAre(HasSubstr("lost or doubled")));
    EXPECT_THAT(report_of({0, 1, 2}, {0, 1, 1, 2}).failures,
                ElementsAre(HasSubstr("out of their order"), HasSubstr("lost or doubled")));
    EXPECT_THAT(report_of({0, 1, 2}, {0, 2, 1}).failures,
                ElementsAre(HasSubstr("2 message(s) came out of their order")));
}

TEST(exchange_of_messages, a_timeout_is_a_failure) {
    measure::interval_probe probe(no_time(), {1, {{1, 1}}});
    exchange all(probe);
    all.missed();
    all.could_not_send();
    measure::loop_report report;
    all.judge(report);
    EXPECT_THAT(report.failures, ElementsAre(HasSubstr("1 receive(s) timed out"),
                                             HasSubstr("1 message(s) were refused")));
}

} // namespace

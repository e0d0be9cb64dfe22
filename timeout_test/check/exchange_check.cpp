// SPDX-License-Identifier: BSL-1.0
#include "exchange.hpp"

#include <tollgate/measure/interval_probe.hpp>

#include <gmock/gmock.h>

#include <cstdint>

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

// How lost, doubled and disordered messages end a run is checked with faulty_receive_loop.
TEST(exchange_of_messages, counts_operations_until_the_probe_has_enough) {
    measure::interval_probe probe(no_time(), {1, {{1, 2}}});
    exchange all(probe);
    for (const std::uint64_t message : {0, 1, 2, 3, 4}) {
        all.sent(message);
    }
    all.begin();
    for (const std::uint64_t message : {0, 1, 2, 3, 4}) {
        all.took(message);
    }
    measure::loop_report report;
    all.judge(report);
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_THAT(report.probe_calls, ElementsAre(4));
    EXPECT_EQ(report.metered, 5u);
}

TEST(exchange_of_messages, reports_a_timeout_and_a_refused_message) {
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

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/calibration.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace tollgate::measure {
namespace {

using ::testing::HasSubstr;

void expect_ordered(const calibration& seen) {
    EXPECT_GT(seen.reading_samples, 0u);
    EXPECT_LE(seen.reading_ns_p50, seen.reading_ns_p99);
    EXPECT_GE(seen.resolution_ns, 0);
}

TEST(calibrate, a_clock_that_counts_nanoseconds) {
    for (const auto source : {clock::source::realtime, clock::source::monotonic}) {
        const calibration seen = calibrate(source);
        EXPECT_EQ(seen.source, source);
        EXPECT_EQ(seen.ns_per_count, 1);
        EXPECT_EQ(seen.rate_hz, 1e9);
        EXPECT_EQ(seen.rate_error_hz, 0);
        expect_ordered(seen);
    }
}

TEST(calibrate, refuses_a_counter_that_promises_nothing) {
    try {
        static_cast<void>(calibrate(clock::source::tsc, {false, "no leaf 0x80000007"}));
        ADD_FAILURE() << "it was accepted";
    } catch (const std::runtime_error& refused) {
        EXPECT_THAT(refused.what(), HasSubstr("not invariant (no leaf 0x80000007)"));
        EXPECT_THAT(refused.what(), HasSubstr("--clock realtime"));
    }
}

TEST(calibrate, the_counter_or_says_why_not) {
    try {
        const calibration seen = calibrate(clock::source::tsc);
        EXPECT_EQ(seen.source, clock::source::tsc);
        EXPECT_TRUE(seen.counter_invariant);
        EXPECT_GT(seen.rate_hz, 0);
        EXPECT_GT(seen.rate_error_hz, 0);
        EXPECT_DOUBLE_EQ(seen.ns_per_count * seen.rate_hz, 1e9);
        expect_ordered(seen);
    } catch (const std::runtime_error& refused) {
        EXPECT_THAT(refused.what(), HasSubstr("the counter"));
    }
}

} // namespace
} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/calibration.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace tollgate::measure {
namespace {

using ::testing::HasSubstr;

void expect_ordered(const calibration& result) {
    EXPECT_GT(result.reading_samples, 0u);
    EXPECT_LE(result.reading_ns_p50, result.reading_ns_p99);
    EXPECT_GE(result.resolution_ns, 0);
}

TEST(calibrate, needs_no_rate_for_a_clock_of_nanoseconds) {
    for (const auto source : {clock::source::realtime, clock::source::monotonic}) {
        const calibration result = calibrate(source);
        EXPECT_EQ(result.source, source);
        EXPECT_EQ(result.ns_per_count, 1);
        EXPECT_EQ(result.rate_hz, 1e9);
        EXPECT_EQ(result.rate_error_hz, 0);
        expect_ordered(result);
    }
}

TEST(calibrate, refuses_a_counter_that_is_not_invariant) {
    try {
        static_cast<void>(calibrate(clock::source::tsc, {false, "no leaf 0x80000007"}));
        ADD_FAILURE() << "it was accepted";
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("not invariant (no leaf 0x80000007)"));
        EXPECT_THAT(error.what(), HasSubstr("--clock realtime"));
    }
}

TEST(calibrate, calibrates_the_counter_or_names_the_reason) {
    try {
        const calibration result = calibrate(clock::source::tsc);
        EXPECT_EQ(result.source, clock::source::tsc);
        EXPECT_TRUE(result.counter_invariant);
        EXPECT_GT(result.rate_hz, 0);
        EXPECT_GT(result.rate_error_hz, 0);
        EXPECT_DOUBLE_EQ(result.ns_per_count * result.rate_hz, 1e9);
        expect_ordered(result);
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("the counter"));
    }
}

} // namespace
} // namespace tollgate::measure

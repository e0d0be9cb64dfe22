// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/calibration.hpp>

#include "../src/refusal.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>

namespace tollgate::measure {
namespace {

using ::testing::HasSubstr;

const clock::invariance promised{true, "CPUID says so"};
const clock::rate steady{2.5e9, 1000, true, std::chrono::milliseconds(16)};

std::string refusal(const clock::invariance& counter, const clock::rate& found) {
    try {
        refuse_unusable_counter(counter, found);
    } catch (const clock_refused& refused) {
        return refused.what();
    }
    return "accepted";
}

TEST(refuse_unusable_counter, accepts_an_invariant_and_even_one) {
    EXPECT_EQ(refusal(promised, steady), "accepted");
}

TEST(refuse_unusable_counter, one_that_is_not_invariant) {
    const std::string why = refusal({false, "no leaf 0x80000007"}, steady);
    EXPECT_THAT(why, HasSubstr("not invariant (no leaf 0x80000007)"));
    EXPECT_THAT(why, HasSubstr("--clock realtime"));
}

TEST(refuse_unusable_counter, one_that_ran_unevenly) {
    clock::rate uneven = steady;
    uneven.even = false;
    EXPECT_THAT(refusal(promised, uneven), HasSubstr("unevenly"));
}

TEST(refuse_unusable_counter, one_that_stood_still_or_ran_backwards) {
    for (const double hz : {0.0, -2.5e9, std::nan("")}) {
        clock::rate odd = steady;
        odd.hz = hz;
        EXPECT_NE(refusal(promised, odd), "accepted") << hz;
    }
}

void expect_ordered(const calibration& seen) {
    EXPECT_GT(seen.reading_samples, 0u);
    EXPECT_LE(seen.reading_ns_min, seen.reading_ns_p50);
    EXPECT_LE(seen.reading_ns_p50, seen.reading_ns_p99);
    EXPECT_LE(seen.reading_ns_p99, seen.reading_ns_max);
    EXPECT_GE(seen.resolution_ns, 0);
    EXPECT_FALSE(seen.counter_reason.empty());
}

TEST(calibrate, a_clock_that_counts_nanoseconds) {
    for (const auto source : {clock::source::realtime, clock::source::monotonic,
                              clock::source::monotonic_raw, clock::source::monotonic_coarse}) {
        const calibration seen = calibrate(source);
        EXPECT_EQ(seen.source, source);
        EXPECT_EQ(seen.ns_per_count, 1);
        EXPECT_EQ(seen.rate_hz, 1e9);
        EXPECT_EQ(seen.rate_error_hz, 0);
        expect_ordered(seen);
        if (source != clock::source::realtime) {
            EXPECT_EQ(seen.readings_backwards, 0u);
            EXPECT_GE(seen.reading_ns_min, 0);
        }
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
    } catch (const clock_refused& refused) {
        EXPECT_THAT(refused.what(), HasSubstr("the counter"));
    }
}

} // namespace
} // namespace tollgate::measure

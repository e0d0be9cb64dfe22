// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/source.hpp>
#include <tollgate/clock/visit.hpp>

#include <gtest/gtest.h>

namespace tollgate::clock {
namespace {

TEST(source, every_name_is_read_back) {
    for (const source which : all_sources) {
        EXPECT_EQ(parse_source(to_string(which)), which);
    }
}

TEST(source, anything_else_is_not_a_source) {
    EXPECT_FALSE(parse_source(""));
    EXPECT_FALSE(parse_source("Realtime"));
    EXPECT_FALSE(parse_source("realtime "));
    EXPECT_FALSE(parse_source("rdtsc"));
}

TEST(visit, every_source_can_be_read_and_does_not_run_backwards) {
    for (const source which : all_sources) {
        const std::int64_t length = visit(which, [](auto clock) {
            const std::int64_t start = clock.begin();
            return clock.end() - start;
        });
        EXPECT_GE(length, 0) << to_string(which);
    }
}

TEST(visit, sources_are_not_mixed_up) {
    // The wall clock counts from 1970, the monotonic one from some start of the machine; the check
    // runs on machines that have been up for less than thirty years.
    constexpr std::int64_t thirty_years_ns = 30LL * 365 * 86'400 * 1'000'000'000;
    const auto read = [](source which) {
        return visit(which, [](auto clock) { return clock.begin(); });
    };
    EXPECT_GT(read(source::realtime), thirty_years_ns);
    EXPECT_GT(read(source::realtime_coarse), thirty_years_ns);
    EXPECT_LT(read(source::monotonic), thirty_years_ns);
    EXPECT_LT(read(source::monotonic_raw), thirty_years_ns);
    EXPECT_LT(read(source::monotonic_coarse), thirty_years_ns);
}

} // namespace
} // namespace tollgate::clock

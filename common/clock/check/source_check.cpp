// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/source.hpp>
#include <tollgate/clock/stopwatch.hpp>

#include <gtest/gtest.h>

namespace tollgate::clock {
namespace {

/// Readings of the chosen clock are between readings of this clock. Those of another clock would
/// not be, because each clock has another origin.
template <stopwatch Clock>
void expect_between_readings_of(source which, Clock clock) {
    const chosen_clock chosen(which);
    for (int i = 0; i < 1000; ++i) {
        const std::int64_t before = clock.begin();
        const std::int64_t begun = chosen.begin();
        const std::int64_t ended = chosen.end();
        const std::int64_t after = clock.end();
        ASSERT_LE(before, begun) << to_string(which);
        ASSERT_LE(begun, ended) << to_string(which);
        ASSERT_LE(ended, after) << to_string(which);
    }
}

TEST(chosen_clock, sources_are_not_mixed_up) {
    expect_between_readings_of(source::realtime, realtime_clock{});
    expect_between_readings_of(source::monotonic, monotonic_clock{});
    expect_between_readings_of(source::tsc, counter_clock{});
}

} // namespace
} // namespace tollgate::clock

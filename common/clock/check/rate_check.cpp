// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/manual_clock.hpp>
#include <tollgate/clock/rate.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tollgate::clock {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// Counts `per_us` ticks for each microsecond of another clock.
struct derived_counter {
    manual_clock base;
    std::int64_t per_us;
    [[nodiscard]] std::int64_t begin() const { return base.begin() * per_us / 1000; }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

TEST(rate, is_found_within_its_own_error) {
    const manual_clock time(25);
    const derived_counter counter{time, 2596};
    const rate found =
        calibrate_rate(counter, time, [&](nanoseconds length) { time.advance(length.count()); });

    EXPECT_NEAR(found.hz, 2.596e9, found.hz_error);
    EXPECT_LT(found.hz_error / found.hz, 5e-6);
    EXPECT_TRUE(found.even);
    EXPECT_NEAR(found.to_ns(ticks{2'596'000}), 1e6, 10);
}

TEST(rate, a_shorter_calibration_has_a_larger_error) {
    const manual_clock time(25);
    const derived_counter counter{time, 1000};
    const auto wait = [&](nanoseconds length) { time.advance(length.count()); };
    const rate brief = calibrate_rate(counter, time, wait, milliseconds(1));
    const rate careful = calibrate_rate(counter, time, wait, milliseconds(100));
    EXPECT_GT(brief.hz_error, 50 * careful.hz_error);
}

/// Runs at full rate for a while, then at half of it.
struct slowing_counter {
    manual_clock base;
    std::int64_t change_at;
    [[nodiscard]] std::int64_t begin() const {
        const std::int64_t now = base.begin();
        return now < change_at ? now : change_at + (now - change_at) / 2;
    }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

TEST(rate, a_counter_that_changes_its_rate_is_uneven) {
    const manual_clock time(25);
    const slowing_counter counter{time, 8'000'000};
    const rate found =
        calibrate_rate(counter, time, [&](nanoseconds length) { time.advance(length.count()); });
    EXPECT_FALSE(found.even);
}

TEST(rate, the_tightest_of_the_pairs_is_kept) {
    const manual_clock time(10);
    int readings = 0;
    struct interrupted_counter {
        const manual_clock* time;
        int* readings;
        [[nodiscard]] std::int64_t begin() const {
            // Every reading but the fifth is disturbed by an interrupt of 5 us.
            if (++*readings != 5) {
                time->advance(5000);
            }
            return time->begin();
        }
        [[nodiscard]] std::int64_t end() const { return begin(); }
    };
    const paired_reading best = read_pair(interrupted_counter{&time, &readings}, time);
    EXPECT_EQ(best.width_ns, 20);
}

} // namespace
} // namespace tollgate::clock

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/calibrated.hpp>
#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/manual_clock.hpp>
#include <tollgate/clock/rate.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace tollgate::clock {
namespace {

using std::chrono::nanoseconds;

const invariance is_invariant{true, "said so"};

/// A counter as a function of the time, and the number of waits.
template <class Count>
struct calibrated_by_hand {
    struct counter {
        manual_clock base;
        Count count;
        [[nodiscard]] std::int64_t begin() const { return count(base.begin()); }
        [[nodiscard]] std::int64_t end() const { return begin(); }
    };

    explicit calibrated_by_hand(Count count) : counts{time, count} { time.advance(5'000'000'000); }

    std::optional<calibrated> calibrate(const invariance& judged = is_invariant) {
        return clock::calibrate(judged, counts, time, [&](nanoseconds length) {
            ++waits;
            time.advance(length.count());
        });
    }

    manual_clock time{25};
    counter counts;
    int waits = 0;
};

TEST(calibrated, goes_on_from_the_present_of_the_reference) {
    calibrated_by_hand tested([](std::int64_t now) { return 777'777 + now * 2596 / 1000; });
    const auto found = tested.calibrate();
    ASSERT_TRUE(found);
    EXPECT_EQ(tested.waits, 2);
    for (const std::int64_t later : {0, 1'000, 1'000'000'000}) {
        tested.time.advance(later);
        const std::int64_t before = tested.time.begin();
        const std::int64_t scaled_ns = found->to_reference.to_ns(tested.counts.begin());
        const auto drift = static_cast<std::int64_t>(static_cast<double>(later) *
                                                     found->measured.hz_error / found->measured.hz);
        EXPECT_GE(scaled_ns, before - 25 - drift);
        EXPECT_LE(scaled_ns, tested.time.begin() + 25 + drift);
    }
}

TEST(calibrated, a_counter_that_is_not_invariant_is_not_calibrated) {
    calibrated_by_hand tested([](std::int64_t now) { return now; });
    EXPECT_FALSE(tested.calibrate({false, "no such bit"}));
    EXPECT_EQ(tested.waits, 0);
}

// The counter changes its rate in the middle of the first calibration.
TEST(calibrated, an_uneven_counter_is_calibrated_again) {
    constexpr std::int64_t change = 5'008'000'000;
    calibrated_by_hand tested(
        [](std::int64_t now) { return now < change ? now : change + (now - change) / 2; });
    const auto found = tested.calibrate();
    ASSERT_TRUE(found);
    EXPECT_EQ(tested.waits, 4);
    EXPECT_NEAR(found->measured.hz, 0.5e9, found->measured.hz_error);
}

TEST(calibrated, a_counter_that_stays_uneven_is_not_used) {
    calibrated_by_hand tested([](std::int64_t now) { return now / 1000 * (now / 1000) / 1000; });
    EXPECT_FALSE(tested.calibrate());
    EXPECT_EQ(tested.waits, 4);
}

TEST(calibrated, a_counter_that_stands_still_or_runs_backwards_is_not_used) {
    calibrated_by_hand still([](std::int64_t) { return std::int64_t{7}; });
    EXPECT_FALSE(still.calibrate());
    calibrated_by_hand backwards([](std::int64_t now) { return -now; });
    EXPECT_FALSE(backwards.calibrate());
}

/// Counts `per_us` ticks for each microsecond of another clock.
struct derived_counter {
    manual_clock base;
    std::int64_t per_us;
    [[nodiscard]] std::int64_t begin() const { return base.begin() * per_us / 1000; }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

TEST(rate, is_right_within_its_error) {
    const manual_clock time(25);
    const derived_counter counter{time, 2596};
    const rate found =
        calibrate_rate(counter, time, [&](nanoseconds length) { time.advance(length.count()); });

    EXPECT_NEAR(found.hz, 2.596e9, found.hz_error);
    EXPECT_LT(found.hz_error / found.hz, 5e-6);
    EXPECT_TRUE(found.even);
    EXPECT_NEAR(2'596'000 * found.ns_per_count(), 1e6, 10);
}

TEST(rate, the_tightest_of_the_pairs_is_kept) {
    const manual_clock time(10);
    int readings = 0;
    struct interrupted_counter {
        const manual_clock* time;
        int* readings;
        [[nodiscard]] std::int64_t begin() const {
            // Every reading but the fifth is disturbed by an interrupt of 5 µs.
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

TEST(invariance, needs_the_leaf_and_its_bit) {
    EXPECT_FALSE(judge_counter(std::nullopt).invariant);
    EXPECT_FALSE(judge_counter(0).invariant);
    EXPECT_FALSE(judge_counter(~(1u << 8)).invariant);
    EXPECT_TRUE(judge_counter(1u << 8).invariant);
}

TEST(invariance, always_has_a_reason) {
    EXPECT_NE(judge_counter(std::nullopt).reason.find("0x80000007"), std::string::npos);
    EXPECT_NE(judge_counter(0).reason.find("bit 8"), std::string::npos);
    EXPECT_FALSE(judge_counter().reason.empty());
}

} // namespace
} // namespace tollgate::clock

// SPDX-License-Identifier: BSL-1.0
//
// Fake gaps as in a run: in slices of 20 ms, whose moments are independent of the cause of the
// gaps.
#include "period.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace tollgate::noise_test;

constexpr double ms = 1e6;

class watched_gaps {
public:
    explicit watched_gaps(unsigned seed, int slices = 60) : random_(seed) {
        std::uniform_real_distribution<double> pause(1 * ms, 120 * ms);
        for (double begin = 1e15; slices > 0; begin += 20 * ms + pause(random_), --slices) {
            begins_.push_back(begin);
        }
    }

    /// Adds `burst` gaps at each multiple of a period, 3 µs from each other. A burst is missing
    /// with the probability `missing`, and late by up to `jitter_ns`.
    void add_ticks(double period_ns, double missing = 0, double jitter_ns = 0, int burst = 1) {
        std::uniform_real_distribution<double> share(0, 1);
        const double phase = share(random_);
        for (const double begin : begins_) {
            for (double tick = std::ceil(begin / period_ns - phase);; ++tick) {
                const double at = (tick + phase) * period_ns + jitter_ns * share(random_);
                if (at >= begin + 20 * ms) {
                    break;
                }
                add(share(random_) < missing ? 0 : burst, at);
            }
        }
    }

    /// Adds `burst` gaps at random moments, `per_s` of them a second.
    void add_chance(double per_s, int burst = 1) {
        std::exponential_distribution<double> next(per_s / 1e9);
        for (const double begin : begins_) {
            for (double at = next(random_); at < 20 * ms; at += next(random_)) {
                add(burst, begin + at);
            }
        }
    }

    std::optional<period> found() {
        std::ranges::sort(all_);
        return find_period(all_);
    }

private:
    void add(int burst, double at) {
        for (int i = 0; i < burst; ++i) {
            all_.push_back(static_cast<std::int64_t>(at) + 3'000 * i);
        }
    }

    std::mt19937 random_;
    std::vector<double> begins_;
    std::vector<std::int64_t> all_;
};

constexpr unsigned seeds = 50;

TEST(find_period, finds_ticks_with_jitter_and_missing_ticks) {
    for (const double hz : {100.0, 128.0, 250.0, 300.0, 1'000.0, 4'000.0}) {
        for (unsigned seed = 1; seed <= seeds; ++seed) {
            watched_gaps gaps(seed, 120);
            gaps.add_ticks(1e9 / hz, 0.2, 0.02 * 1e9 / hz);
            const auto found = gaps.found();
            ASSERT_TRUE(found) << hz << " Hz, seed " << seed;
            EXPECT_NEAR(found->ns, 1e9 / hz, 0.01 * 1e9 / hz) << "seed " << seed;
        }
    }
}

// Ticks of 250 Hz with several gaps each, and other gaps at random moments.
TEST(find_period, finds_the_share_of_gaps_with_the_period) {
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        watched_gaps gaps(seed, 200);
        gaps.add_ticks(4 * ms, 0, 1'000, 3);
        gaps.add_chance(250);
        const auto found = gaps.found();
        ASSERT_TRUE(found) << "seed " << seed;
        EXPECT_NEAR(found->ns, 4 * ms, 0.01 * ms);
        EXPECT_NEAR(found->share, 0.71, 0.05) << "75 %, less the gaps that have it by chance";
    }
}

TEST(find_period, finds_nothing_in_random_gaps) {
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        for (const double per_s : {30.0, 60.0, 900.0, 9'000.0}) {
            watched_gaps alone(seed);
            alone.add_chance(per_s);
            EXPECT_FALSE(alone.found()) << per_s << " a second, seed " << seed;
        }
        watched_gaps bursts(seed);
        bursts.add_chance(20, 30);
        EXPECT_FALSE(bursts.found()) << "bursts, seed " << seed;
    }
}

TEST(find_period, finds_nothing_with_two_equally_frequent_periods) {
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        watched_gaps gaps(seed, 200);
        gaps.add_ticks(4 * ms, 0, 0, 2);
        gaps.add_ticks(5.9 * ms, 0, 0, 3);
        EXPECT_FALSE(gaps.found()) << "seed " << seed;
    }
}

std::vector<std::int64_t> every(std::int64_t interval_ns, std::int64_t gaps) {
    std::vector<std::int64_t> begins_ns;
    for (std::int64_t i = 0; i < gaps; ++i) {
        begins_ns.push_back(i * interval_ns);
    }
    return begins_ns;
}

TEST(find_period, finds_nothing_with_few_gaps_or_one_moment_or_across_slices) {
    EXPECT_FALSE(find_period({}));
    EXPECT_FALSE(find_period(every(4'000'000, 19)));
    EXPECT_TRUE(find_period(every(4'000'000, 20)));
    EXPECT_FALSE(find_period(every(0, 100)));
    EXPECT_FALSE(find_period(every(21'000'000, 100)));
}

} // namespace

// SPDX-License-Identifier: BSL-1.0
//
// Made gaps, seen as they are in a run: in slices of 20 ms at moments that have nothing to do with
// what makes them.
#include "period.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace tollgate::noise_test;
using moments = std::vector<std::int64_t>;

constexpr std::int64_t ms = 1'000'000;

/// Moments of which those are left that lie in one of so many slices.
class watched_moments {
public:
    explicit watched_moments(unsigned seed, int slices = 60) : random_(seed) {
        std::uniform_int_distribution<std::int64_t> pause(1 * ms, 120 * ms);
        std::int64_t at = 28'016'000 * ms;
        for (int i = 0; i < slices; ++i) {
            at += pause(random_);
            begins_.push_back(at);
            at += 20 * ms;
        }
    }

    /// At each multiple of a period, each missing with a chance, and late by 0 to `jitter_ns`.
    void add_ticks(double period_ns, double phase, double missing, double jitter_ns) {
        std::uniform_real_distribution<double> share(0, 1);
        for (const std::int64_t begin : begins_) {
            const double first = std::ceil(static_cast<double>(begin) / period_ns - phase);
            for (double turn = first;; ++turn) {
                const auto at = static_cast<std::int64_t>((turn + phase) * period_ns +
                                                          jitter_ns * share(random_));
                if (at >= begin + 20 * ms) {
                    break;
                }
                if (share(random_) >= missing) {
                    all_.push_back(at);
                }
            }
        }
    }

    /// At any moment, so many a second; each brings `burst` gaps within 100 µs.
    void add_chance(double per_s, int burst = 1) {
        std::exponential_distribution<double> next(per_s / 1e9);
        std::uniform_int_distribution<std::int64_t> within(0, 100'000);
        for (const std::int64_t begin : begins_) {
            double at = next(random_);
            for (; at < 20.0 * ms; at += next(random_)) {
                for (int i = 0; i < burst; ++i) {
                    all_.push_back(begin + static_cast<std::int64_t>(at) +
                                   (i ? within(random_) : 0));
                }
            }
        }
    }

    moments take() {
        std::sort(all_.begin(), all_.end());
        return all_;
    }

private:
    std::mt19937 random_;
    moments begins_;
    moments all_;
};

std::string described(const std::optional<period>& found) {
    return found ? std::to_string(found->hz()) + " Hz of " + std::to_string(found->share) : "none";
}

TEST(find_period, recognizes_the_usual_ticks) {
    for (const double hz : {100.0, 250.0, 300.0, 1000.0}) {
        for (unsigned seed = 1; seed <= 10; ++seed) {
            watched_moments seen(seed);
            seen.add_ticks(1e9 / hz, 0.37 + 0.01 * seed, 0, 10'000);
            const auto found = find_period(seen.take());
            ASSERT_TRUE(found) << hz << " Hz, seed " << seed;
            EXPECT_NEAR(found->hz(), hz, 0.001 * hz) << described(found) << ", seed " << seed;
            EXPECT_GT(found->share, 0.95);
        }
    }
}

TEST(find_period, recognizes_a_tick_with_jitter_that_is_often_missing_among_other_gaps) {
    for (const double hz : {100.0, 250.0, 1000.0}) {
        int right = 0;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            watched_moments seen(seed);
            seen.add_ticks(1e9 / hz, 0.03 * seed, 0.4, 25e6 / hz); // 1/40 of the period
            seen.add_chance(0.6 * hz);
            const auto found = find_period(seen.take());
            const bool as_made = found && std::abs(found->hz() - hz) < 0.001 * hz;
            right += as_made ? 1 : 0;
            if (as_made) {
                EXPECT_NEAR(found->share, 0.5, 0.2) << hz << " Hz, seed " << seed;
            }
        }
        EXPECT_GE(right, 19) << hz << " Hz";
    }
}

TEST(find_period, adds_up_a_tick_and_that_of_the_host_at_another_phase) {
    watched_moments seen(3);
    seen.add_ticks(4.0 * ms, 0.2, 0, 10'000);
    seen.add_ticks(4.0 * ms, 0.63, 0, 10'000);
    const auto found = find_period(seen.take());
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->hz(), 250, 1);
    EXPECT_GT(found->share, 0.9);
}

TEST(find_period, finds_a_period_that_is_no_usual_tick) {
    for (const double ns : {1'370'000.0, 2'910'000.0, 7'000'000.0}) {
        watched_moments seen(5, 100);
        seen.add_ticks(ns, 0.4, 0.1, 5'000);
        seen.add_chance(50);
        const auto found = find_period(seen.take());
        ASSERT_TRUE(found) << ns;
        EXPECT_NEAR(found->ns, ns, 0.001 * ns) << described(found);
    }
}

TEST(find_period, of_chance_there_is_none) {
    int claimed = 0;
    constexpr int runs = 400;
    for (unsigned seed = 1; seed <= runs; ++seed) {
        watched_moments seen(seed);
        seen.add_chance(seed % 2 == 0 ? 60 : 900);
        claimed += find_period(seen.take()).has_value() ? 1 : 0;
    }
    EXPECT_LE(claimed, runs / 50) << "2 %";
}

TEST(find_period, of_bursts_at_any_moment_there_is_none) {
    int claimed = 0;
    constexpr int runs = 200;
    for (unsigned seed = 1; seed <= runs; ++seed) {
        watched_moments seen(seed);
        seen.add_chance(20, 30);
        claimed += find_period(seen.take()).has_value() ? 1 : 0;
    }
    EXPECT_LE(claimed, runs / 50) << "2 %";
}

TEST(find_period, too_few_moments_have_none) {
    EXPECT_FALSE(find_period({}));
    moments few;
    for (std::int64_t i = 0; i < 19; ++i) {
        few.push_back(i * 4 * ms);
    }
    EXPECT_FALSE(find_period(few));
    few.push_back(19 * 4 * ms);
    EXPECT_TRUE(find_period(few));
    EXPECT_FALSE(find_period(moments(100, 5 * ms))) << "all of one moment";
}

TEST(common_distance, is_that_of_one_in_ten_at_least) {
    moments seen;
    for (std::int64_t i = 0; i < 40; ++i) {
        seen.push_back(i * 100 * ms);
        seen.push_back(i * 100 * ms + 3 * ms + (i % 2) * 20'000);
        seen.push_back(i * 100 * ms + 3 * ms + (i % 2) * 20'000 + (i + 1) * 400'000);
    }
    const auto found = common_distance(seen, 20 * ms);
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, 3e6, 6e4);
    EXPECT_FALSE(common_distance(moments{0, 1, 2}, 20 * ms));
}

} // namespace

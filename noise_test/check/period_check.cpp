// SPDX-License-Identifier: BSL-1.0
//
// Made gaps, seen as they are in a run: in slices of 20 ms whose moments are independent of the
// cause of the gaps.
#include "period.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace tollgate::noise_test;
using moments = std::vector<std::int64_t>;

constexpr std::int64_t ms = 1'000'000;

/// Moments, of which only those are kept that lie in one of the slices.
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

    /// At each multiple of a period. Each is missing with the chance `missing`, and late by 0 to
    /// `jitter_ns`.
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

    /// At any moment, `per_s` a second; each brings `burst` gaps within 100 µs.
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

TEST(find_period, recognizes_a_tick_with_jitter_that_is_often_missing_among_other_gaps) {
    for (const double hz : {100.0, 250.0, 300.0, 1000.0}) {
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

/// Gaps that follow each other at a distance, each a little longer or shorter: in each slice they
/// begin anew.
moments renewals(unsigned seed, double distance_ns, double spread, int slices = 220) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> around(1, spread);
    std::uniform_real_distribution<double> share(0, 1);
    moments all;
    double begin = 1e15;
    for (int i = 0; i < slices; ++i) {
        double at = distance_ns * share(random);
        for (; at < 20.0 * ms; at += std::max(1e3, distance_ns * around(random))) {
            all.push_back(static_cast<std::int64_t>(begin + at));
        }
        begin += 44.0 * ms + 1.0 * ms * share(random);
    }
    return all;
}

TEST(find_period, of_gaps_at_even_distances_that_keep_no_phase_there_is_none) {
    for (const double distance_ns : {1e6, 3e6, 6e6}) {
        for (const double spread : {0.0, 0.03, 0.05}) {
            int claimed = 0;
            constexpr int runs = 15;
            for (unsigned seed = 1; seed <= runs; ++seed) {
                claimed += find_period(renewals(seed, distance_ns, spread)).has_value() ? 1 : 0;
            }
            EXPECT_EQ(claimed, 0) << distance_ns << " ns, spread " << spread;
        }
    }
}

/// The number of runs for which a period is told, of 50 runs of 10 s that are watched without a
/// pause.
int told_of_drifts(double spread) {
    int claimed = 0;
    for (unsigned seed = 1; seed <= 50; ++seed) {
        std::mt19937_64 random(seed);
        std::normal_distribution<double> around(4e6, spread * 4e6);
        moments all;
        for (double at = 1e15; at < 1e15 + 10e9; at += around(random)) {
            all.push_back(static_cast<std::int64_t>(at));
        }
        claimed += find_period(all).has_value() ? 1 : 0;
    }
    return claimed;
}

// Slices that follow each other at once, so that the phase of one is nearly that of the next.
// Without a look at the thirds of a run, a period is told for a third of those that drift slowly.
TEST(find_period, of_a_phase_that_drifts_there_is_seldom_one) {
    EXPECT_LE(told_of_drifts(0.02), 1);
    EXPECT_LE(told_of_drifts(0.01), 9);
}

// In a few of the slices 15 gaps, 1 ms from each other.
TEST(find_period, of_gaps_in_few_slices_there_is_none) {
    int claimed = 0;
    constexpr int runs = 100;
    for (unsigned seed = 1; seed <= runs; ++seed) {
        std::mt19937_64 random(seed);
        std::normal_distribution<double> around(1e6, 0.05e6);
        std::uniform_real_distribution<double> share(0, 1);
        moments all;
        for (int i = 0; i < 220; ++i) {
            double at = 1e15 + i * 44e6 + 3e6 * share(random);
            for (int gap = 0; gap < 15 && i % 33 == 5; ++gap, at += around(random)) {
                all.push_back(static_cast<std::int64_t>(at));
            }
        }
        claimed += find_period(all).has_value() ? 1 : 0;
    }
    EXPECT_LE(claimed, runs / 50) << "2 %";
}

// One slice full of gaps 40 µs apart, others with gaps at any moment.
TEST(find_period, of_one_storm_there_is_none_whenever_it_was) {
    for (const std::size_t where : {0U, 50U, 99U}) {
        watched_moments seen(7, 100);
        seen.add_chance(500);
        moments all = seen.take();
        const std::int64_t begin = all[where * (all.size() - 1) / 99] + 21 * ms;
        for (std::int64_t at = begin; at < begin + 20 * ms; at += 40'000) {
            all.push_back(at);
        }
        std::sort(all.begin(), all.end());
        const auto found = find_period(all);
        EXPECT_FALSE(found) << where << ": " << described(found);
    }
}

TEST(find_period, tells_a_clock_that_is_slower_than_a_usual_tick) {
    for (const double hz : {20.0, 25.0, 40.0, 50.0, 60.0, 128.0, 200.0}) {
        for (unsigned seed = 1; seed <= 5; ++seed) {
            watched_moments seen(seed, 300);
            seen.add_ticks(1e9 / hz, 0.37, 0, 1'000);
            const auto found = find_period(seen.take());
            ASSERT_TRUE(found) << hz << " Hz, seed " << seed;
            EXPECT_NEAR(found->hz(), hz, 0.001 * hz) << described(found) << ", seed " << seed;
            EXPECT_GT(found->share, 0.95);
        }
    }
}

/// The gaps of a clock that are seen in 125 slices, each of which is anywhere in its round of 480
/// ms.
moments seen_in_rounds(unsigned seed, double period_ns) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    const double phase = share(random);
    moments all;
    for (int round = 0; round < 125; ++round) {
        const double begin = 1e15 + 480.0 * ms * round + 460.0 * ms * share(random);
        for (double turn = std::ceil(begin / period_ns - phase);; ++turn) {
            const double at = (turn + phase) * period_ns + 1'000 * share(random);
            if (at >= begin + 20.0 * ms) {
                break;
            }
            all.push_back(static_cast<std::int64_t>(at));
        }
    }
    return all;
}

TEST(find_period, tells_a_fast_clock_whose_slices_are_far_apart) {
    for (const double hz : {2'000.0, 3'333.3, 4'000.0}) {
        for (unsigned seed = 1; seed <= 8; ++seed) {
            const double made_hz = hz * (1 + 20e-6);
            const auto found = find_period(seen_in_rounds(seed, 1e9 / made_hz));
            ASSERT_TRUE(found) << hz << " Hz, seed " << seed;
            EXPECT_NEAR(found->hz(), made_hz, 1e-6 * hz) << described(found) << ", seed " << seed;
            EXPECT_GT(found->share, 0.95);
        }
    }
}

// Ticks of 250 Hz that bring several gaps each, and gaps at any moment, alone or in bursts.
TEST(find_period, tells_the_share_of_the_gaps) {
    struct mixture {
        int at_each_tick;
        int in_a_burst;
    };
    for (const mixture of : {mixture{1, 1}, mixture{2, 1}, mixture{4, 1}, mixture{1, 5}}) {
        double told = 0;
        double made = 0;
        constexpr int runs = 20;
        for (unsigned seed = 1; seed <= runs; ++seed) {
            watched_moments seen(seed, 220);
            for (int i = 0; i < of.at_each_tick; ++i) {
                seen.add_ticks(4.0 * ms, 0.37 + 0.001 * i, 0, 1'000);
            }
            const auto ticks = static_cast<double>(seen.take().size());
            seen.add_chance(250, of.in_a_burst);
            const moments all = seen.take();
            const auto found = find_period(all);
            ASSERT_TRUE(found);
            EXPECT_NEAR(found->hz(), 250, 0.1);
            told += found->share / runs;
            made += ticks / static_cast<double>(all.size()) / runs;
        }
        EXPECT_NEAR(told, made, 0.02) << of.at_each_tick << " a tick, bursts of " << of.in_a_burst;
    }
}

TEST(find_period, too_few_moments_have_none) {
    EXPECT_FALSE(find_period({}));
    EXPECT_FALSE(may_tell_period({}));
    moments few;
    for (std::int64_t i = 0; i < 19; ++i) {
        few.push_back(i * 40 * ms);
    }
    EXPECT_FALSE(may_tell_period(few));
    EXPECT_FALSE(find_period(few));
    few.push_back(19 * 40 * ms);
    EXPECT_TRUE(may_tell_period(few));
    EXPECT_TRUE(find_period(few));
    moments in_one_slice;
    for (std::int64_t i = 0; i < 100; ++i) {
        in_one_slice.push_back(i * ms / 10);
    }
    EXPECT_FALSE(may_tell_period(in_one_slice)) << "gaps of one slice say nothing of the next";
    EXPECT_FALSE(find_period(moments(100, 5 * ms))) << "all of one moment";
}

} // namespace

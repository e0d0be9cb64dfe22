// SPDX-License-Identifier: BSL-1.0
#include "cpu_noise.hpp"

#include "noise_made_up.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using ::testing::IsEmpty;

TEST(cpu_noise, is_what_a_run_says_of_each_cpu) {
    const report::result seen = made_up_noise();
    const std::vector<cpu_noise> all = noise_of(seen);
    ASSERT_EQ(all.size(), 2U);
    const cpu_noise& one = all.front();
    EXPECT_EQ(one.cpu, 0U);
    EXPECT_EQ(one.beside, "");
    EXPECT_NEAR(one.share.value, 0.01, 1e-6);
    ASSERT_TRUE(one.share.range);
    EXPECT_NEAR(one.share.range->low, 0.01, 1e-6);
    EXPECT_DOUBLE_EQ(one.watched_s, 1.0);
    EXPECT_DOUBLE_EQ(one.gaps_per_s, 1'000);
    ASSERT_TRUE(one.length_ns[2]);
    EXPECT_EQ(one.length_ns[0], 5'500);
    EXPECT_EQ(one.length_ns[1], 9'500);
    EXPECT_EQ(one.length_ns[2], 10'400);
    EXPECT_EQ(one.longest_ns, 1'500'000);
    ASSERT_TRUE(one.clock);
    EXPECT_NEAR(one.clock->hz(), 250, 1);
    ASSERT_TRUE(one.steal_share);
    EXPECT_DOUBLE_EQ(*one.steal_share, 0.02);
    EXPECT_DOUBLE_EQ(one.turn_ns, 0.99e9 / 40e6);
    EXPECT_EQ(all.back().beside, "core");
}

TEST(share_of, is_all_that_was_taken_of_all_that_was_watched) {
    // A pass of slices that ended inside a gap was watched for longer.
    const measure::estimate share = share_of({{0, 1'000, 20'000}, {1, 60'000, 80'000}});
    EXPECT_DOUBLE_EQ(share.value, 0.61);
    EXPECT_FALSE(share.range) << "of two passes";
    EXPECT_EQ(share_of({}).value, 0);
    EXPECT_EQ(share_of({{0, 0, 0}}).value, 0);
}

TEST(share_of, has_what_is_rare_in_it) {
    std::vector<measure::watched_time> passes(9, {0, 2'000, 1'000'000});
    passes[4].taken_ns = 200'000;
    const measure::estimate share = share_of(passes);
    EXPECT_NEAR(share.value, 0.024, 1e-4);
    ASSERT_TRUE(share.range);
    EXPECT_LE(share.range->low, 0.002);
    EXPECT_NEAR(share.range->high, 0.024 + 2.306 * 0.022, 1e-3) << "Student's of 9 passes";
}

TEST(share_of, is_never_more_than_the_whole) {
    std::vector<measure::watched_time> passes(9, {0, 400'000'000, 400'000'020});
    passes[0] = {0, 1'000, 20'000'000};
    const measure::estimate share = share_of(passes);
    ASSERT_TRUE(share.range);
    EXPECT_LE(share.value, 1);
    EXPECT_EQ(share.range->high, 1);
    EXPECT_GE(share.range->low, 0);
    const measure::estimate alike = share_of(std::vector<measure::watched_time>(9, {0, 7, 7}));
    EXPECT_EQ(alike.value, 1);
    EXPECT_EQ(alike.range->low, 1);
}

// Passes of ten slices, each disturbed with a chance of one in five by a gap of up to 100 ms.
TEST(share_of, has_an_interval_that_holds_what_is_true) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> chance(0, 1);
    const double true_share = 0.2 * 50 / (20 + 0.2 * 50);
    constexpr int runs = 2'000;
    int held = 0;
    for (int run = 0; run < runs; ++run) {
        std::vector<measure::watched_time> passes(9);
        for (measure::watched_time& one : passes) {
            for (int slice = 0; slice < 10; ++slice) {
                const double gap_ms = chance(random) < 0.2 ? 100 * chance(random) : 0;
                one.taken_ns += static_cast<std::int64_t>(gap_ms * 1e6);
                one.watched_ns += static_cast<std::int64_t>((20 + gap_ms) * 1e6);
            }
        }
        held += share_of(passes).range->contains(true_share) ? 1 : 0;
    }
    EXPECT_GE(held, runs * 92 / 100) << "95 % of 2000 would be 1900";
}

TEST(cpu_noise, is_that_of_older_files_without_an_interval) {
    report::result seen = made_up_noise();
    seen.cases[0].record.gaps.watched.clear();
    const cpu_noise one = noise_of(seen).front();
    EXPECT_DOUBLE_EQ(one.share.value, 0.01);
    EXPECT_FALSE(one.share.range);
}

TEST(cpu_noise, says_nothing_of_what_it_does_not_know) {
    report::result seen = made_up_noise();
    measure::case_record& record = seen.cases[0].record;
    record.counted.erase("ns of steal");
    record.gaps.listed.resize(40);
    record.gaps.longest.clear();
    const cpu_noise one = noise_of(seen).front();
    EXPECT_FALSE(one.steal_share);
    EXPECT_TRUE(one.length_ns[0]);
    EXPECT_FALSE(one.length_ns[1]) << "4 of 40 lie beyond it";
    EXPECT_FALSE(one.length_ns[2]);
    EXPECT_TRUE(one.longest_ns);
    record.gaps = {};
    record.counted.clear();
    const cpu_noise quiet = noise_of(seen).front();
    EXPECT_FALSE(quiet.longest_ns);
    EXPECT_FALSE(quiet.clock);
    EXPECT_EQ(quiet.gaps_per_s, 0);
}

TEST(cpu_noise, is_of_watched_cpus_that_were_measured) {
    EXPECT_THAT(noise_of({}), IsEmpty());
    report::result seen = made_up_noise();
    seen.cases[0].summary.rounds = 0;
    EXPECT_EQ(noise_of(seen).size(), 1U);
}

} // namespace

// SPDX-License-Identifier: BSL-1.0
#include "cpu_noise.hpp"

#include "noise_made_up.hpp"

#include <gmock/gmock.h>

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

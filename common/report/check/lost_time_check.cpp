// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/lost_time.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::report;
using ::testing::IsEmpty;

constexpr std::int64_t second_ns = 1'000'000'000;

/// A CPU that was watched for a second in each of nine passes and lost this much of each, more or
/// less.
void add_cpu(result& to, std::uint64_t cpu, double share, double more_or_less = 0) {
    measure::case_record record;
    record.key = {"noise/lost_time", {{"cpu", cpu}}};
    for (std::uint64_t pass = 0; pass < 9; ++pass) {
        const double lost = share + more_or_less * (static_cast<double>(pass) - 4);
        record.gaps.add_watched({pass, static_cast<std::int64_t>(lost * second_ns), second_ns});
    }
    to.cases.emplace_back(record);
}

measure::gap_log& gaps_of(result& of, std::size_t index) {
    return of.cases[index].record.gaps;
}

std::string text_of(const result& found) {
    return lost_time_text(lost_times(found));
}

TEST(lost_time_text, has_each_cpu_and_the_longest_gap) {
    result found;
    add_cpu(found, 0, 0.044);
    add_cpu(found, 1, 0.0763);
    found.cases.emplace_back(measure::case_record{}); // it watched no CPU
    EXPECT_EQ(text_of(found), "CPU 0 loses 4.4 %, CPU 1 7.6 %.");
    gaps_of(found, 0).add({7 * second_ns, 2'000, 0});
    gaps_of(found, 0).keep_if_among_longest({{8 * second_ns, 1'000'000, 0}, {}});
    gaps_of(found, 1).keep_if_among_longest({{9'400'000'000, 3'100'000, 4}, {}});
    EXPECT_EQ(text_of(found), "CPU 0 loses 4.4 %, CPU 1 7.6 %; longest gap 3.10 ms (CPU 1, 2.4 s "
                              "after the start).");
    gaps_of(found, 1).keep_if_among_longest({{6 * second_ns, 1'000'000, 0}, {}});
    EXPECT_THAT(text_of(found), ::testing::HasSubstr("(CPU 1, 3.4 s after the start)"))
        << "no gap is before the first one";
}

TEST(lost_time_text, has_an_interval_if_a_share_is_not_sure) {
    result found;
    add_cpu(found, 3, 0.02, 0.002);
    EXPECT_EQ(text_of(found), "CPU 3 loses 1.6 to 2.4 %.");
}

TEST(lost_time_text, of_many_cpus_has_their_range_and_the_worst) {
    result found;
    for (std::uint64_t cpu = 0; cpu < 64; ++cpu) {
        add_cpu(found, cpu, cpu == 12 ? 0.076 : cpu == 3 ? 0.061 : 0.0002 + 1e-6 * cpu);
    }
    gaps_of(found, 5).keep_if_among_longest({{second_ns, 9'000, 0}, {}});
    const std::string text = text_of(found);
    EXPECT_EQ(text,
              "64 CPUs lose 0.020 to 7.6 %, half of them at most 0.023 %; most: CPU 12 7.6 %, "
              "CPU 3 6.1 %, CPU 63 0.026 %; longest gap 9.00 µs (CPU 5, 0.0 s after the "
              "start).");
    EXPECT_LT(text.size(), 200U) << "two lines";
    EXPECT_EQ(lost_range_text(lost_times(found)), "0.020 to 7.6 %");
}

TEST(lost_time_text, of_too_few_passes_is_not_sure) {
    result found;
    add_cpu(found, 0, 0.044);
    found.cases[0].record.gaps.watched.resize(2);
    EXPECT_EQ(text_of(found), "CPU 0 loses 4.4 % ?.");
}

TEST(lost_time_text, is_empty_without_a_watched_cpu) {
    EXPECT_THAT(lost_times({}), IsEmpty());
    EXPECT_EQ(text_of({}), "");
}

TEST(share_text, has_two_digits) {
    EXPECT_EQ(share_text(0), "0 %");
    EXPECT_EQ(share_text(0.000'021), "0.0021 %");
    EXPECT_EQ(share_text(0.549), "55 %");
    EXPECT_EQ(share_text(1), "100 %");
}

TEST(lost_share, is_the_lost_time_divided_by_the_watched_time) {
    // A pass whose intervals end inside a gap was watched for longer.
    const measure::estimate share = lost_share({{0, 1'000, 20'000}, {1, 60'000, 80'000}});
    EXPECT_DOUBLE_EQ(share.value, 0.61);
    EXPECT_FALSE(share.range) << "of two passes";
    EXPECT_EQ(lost_share({}).value, 0);
    EXPECT_EQ(lost_share({{0, 0, 0}}).value, 0);
}

TEST(lost_share, is_never_more_than_the_whole) {
    std::vector<measure::watched_time> passes(9, {0, 400'000'000, 400'000'020});
    passes[0] = {0, 1'000, 20'000'000};
    const measure::estimate share = lost_share(passes);
    ASSERT_TRUE(share.range);
    EXPECT_LE(share.value, 1);
    EXPECT_EQ(share.range->high, 1);
    EXPECT_GE(share.range->low, 0);
    const measure::estimate alike = lost_share(std::vector<measure::watched_time>(9, {0, 7, 7}));
    EXPECT_EQ(alike.value, 1);
    EXPECT_EQ(alike.range->low, 1);
}

// Passes of ten intervals, each disturbed with a chance of one in five by a gap of up to 100 ms.
TEST(lost_share, has_an_interval_that_holds_the_true_share) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> chance(0, 1);
    const double true_share = 0.2 * 50 / (20 + 0.2 * 50);
    constexpr int runs = 2'000;
    int held = 0;
    for (int run = 0; run < runs; ++run) {
        std::vector<measure::watched_time> passes(9);
        for (measure::watched_time& pass : passes) {
            for (int slice = 0; slice < 10; ++slice) {
                const double gap_ms = chance(random) < 0.2 ? 100 * chance(random) : 0;
                pass.lost_ns += static_cast<std::int64_t>(gap_ms * 1e6);
                pass.watched_ns += static_cast<std::int64_t>((20 + gap_ms) * 1e6);
            }
        }
        held += lost_share(passes).range->contains(true_share) ? 1 : 0;
    }
    EXPECT_GE(held, runs * 92 / 100) << "95 % of 2000 would be 1900";
}

} // namespace

// SPDX-License-Identifier: BSL-1.0
#include "cpu_noise.hpp"

#include "noise_text.hpp"
#include "program.hpp"

#include <tollgate/faults/made_up_result.hpp>
#include <tollgate/report/result.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using ::testing::HasSubstr;
using ::testing::Not;

/// Ten passes on CPU 0, of 100 ms each, of which a hundredth was taken: a thousand gaps of 0.5 to
/// 10.5 µs, in groups of four that come every 4 ms, and a long one.
report::result made_up_noise() {
    using faults::made_up_round;
    const std::vector<made_up_round> rounds(9, {200'000, 200'000});
    report::result seen =
        faults::made_up_result({faults::made_up_case("noise/taken/cpu:0", rounds),
                                faults::made_up_case("noise/taken/cpu:0/beside:core", rounds)});
    measure::case_record& record = seen.cases[0].record;
    for (std::int64_t i = 0; i < 1'000; ++i) {
        record.gaps.add({4'000'000 * (i / 4) + 3'000 * (i % 4), 500 + 10 * (i % 1'000 + 1), 2});
    }
    for (std::uint64_t pass = 0; pass < 10; ++pass) {
        record.gaps.add_watched({pass, 1'000'000, 100'000'000});
    }
    record.gaps.keep_if_among_longest(
        {{2'000'000'000, 1'500'000, 2}, {"5 Local timer interrupts (LOC)", "preempted 1 time"}});
    record.counted = {{"gaps", 1'000},
                      {"looks", 40'000'000},
                      {"ns taken", 10'000'000},
                      {"ns watched", 1'000'000'000},
                      {"ns of steal", 20'000'000}};
    return seen;
}

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

TEST(noise_text, has_a_sentence_and_a_row_for_each_cpu) {
    const std::string text = noise_text(made_up_noise(), extent::brief);
    EXPECT_THAT(text,
                HasSubstr("From a thread that never waits (CPU 0) this machine took 1.00 % of "
                          "the time, in 1000 gaps of 1 µs and more a second; 100 % of them "
                          "come with a period of 4.00 ms (250 Hz).\n"));
    EXPECT_THAT(text, HasSubstr("CPU 0, batch job on another core"));
    EXPECT_THAT(text, HasSubstr("| 1.00 % to 1.00 % |"));
    EXPECT_THAT(text, HasSubstr("| 250 Hz: 100 % of the gaps |"));
    EXPECT_THAT(text, HasSubstr("wrong by 25 ns at most"));
    EXPECT_THAT(text, Not(HasSubstr("The longest gaps")));
    EXPECT_EQ(noise_text({}, extent::whole), "");
}

TEST(noise_text, tells_too_few_gaps_from_gaps_without_a_period) {
    report::result seen = made_up_noise();
    measure::gap_log& gaps = seen.cases[0].record.gaps;
    gaps.listed.resize(19);
    EXPECT_THAT(noise_text(seen, extent::brief),
                HasSubstr("; these are too few to tell whether they have a period.\n"));
    EXPECT_THAT(noise_text(seen, extent::brief), HasSubstr("| too few gaps "));
    gaps.listed.clear();
    for (std::int64_t i = 0; i < 40; ++i) {
        gaps.listed.push_back({i * i * i * 7'919'123, 2'000, 0});
    }
    EXPECT_THAT(noise_text(seen, extent::brief),
                HasSubstr("; no period was found that they keep.\n"));
    EXPECT_THAT(noise_text(seen, extent::brief), HasSubstr("| none found "));
    EXPECT_THAT(noise_text(seen, extent::brief), Not(HasSubstr("sample")));
    seen = made_up_noise();
    seen.cases[0].record.gaps.unlisted = 7'000;
    EXPECT_THAT(noise_text(seen, extent::brief),
                HasSubstr("On CPU 0 p50, p90, p99 and the period are those of 1000 of 8000 gaps, a "
                          "sample over the whole run.\n"));
}

TEST(noise_text, of_the_whole_tells_the_longest_gaps_with_their_moment) {
    EXPECT_THAT(noise_text(made_up_noise(), extent::whole),
                HasSubstr("The longest gaps on CPU 0:\n  - 1.50 ms after 2.000 s, pass 3; counted "
                          "in its slice: 5 Local timer interrupts (LOC), preempted 1 time\n"));
}

TEST(noise_text, no_gap_is_before_the_first_one) {
    report::result seen = made_up_noise();
    measure::gap_log& gaps = seen.cases[0].record.gaps;
    for (measure::gap& one : gaps.listed) {
        one.at_ns += 7'000'000'000;
    }
    gaps.longest.front().seen.at_ns = 6'990'000'000; // it is not in the sample
    gaps.keep_if_among_longest({{9'990'000'000, 1'400'000, 0}, {}});
    const std::string text = noise_text(seen, extent::whole);
    EXPECT_THAT(text, HasSubstr("  - 1.50 ms after 0.000 s, pass 3;"));
    EXPECT_THAT(text, HasSubstr("  - 1.40 ms after 3.000 s, pass 1;"));
}

TEST(noise_text, is_in_the_programs_answer_and_above_its_table) {
    const cli::program what = describe_program();
    const report::result seen = made_up_noise();
    report::answer found(seen);
    what.answer(found);
    EXPECT_THAT(found.str(), HasSubstr(noise_text(seen, extent::brief)));
    EXPECT_EQ(what.overview(seen), noise_text(seen, extent::whole));
}

} // namespace

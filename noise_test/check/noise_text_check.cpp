// SPDX-License-Identifier: BSL-1.0
#include "noise_text.hpp"

#include "noise_made_up.hpp"
#include "program.hpp"

#include <gmock/gmock.h>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using ::testing::HasSubstr;
using ::testing::Not;

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
}

TEST(noise_text, says_of_which_gaps_its_figures_are) {
    report::result seen = made_up_noise();
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

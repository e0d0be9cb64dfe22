// SPDX-License-Identifier: BSL-1.0
#include "noise_text.hpp"

#include "program.hpp"

#include <tollgate/report/lost_time.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using ::testing::HasSubstr;
using ::testing::Not;

/// Ten passes of 100 ms each on CPU 0, of which a hundredth was lost. There are a thousand gaps of
/// 0.5 to 10.5 µs, in groups of four that come every 4 ms, and a long gap.
report::result fake_noise() {
    report::result result = tollgate::testing::fake_result({tollgate::testing::fake_case(
        "noise/lost_time/cpu:0",
        std::vector<tollgate::testing::fake_round>(9, {200'000, 200'000}))});
    measure::case_record& record = result.cases[0].record;
    for (std::int64_t i = 0; i < 1'000; ++i) {
        record.gaps.add({4'000'000 * (i / 4) + 3'000 * (i % 4), 500 + 10 * (i + 1), 2});
    }
    for (std::uint64_t pass = 0; pass < 10; ++pass) {
        record.gaps.add_watched({pass, 1'000'000, 100'000'000});
    }
    record.gaps.keep_if_among_longest(
        {{2'000'000'000, 1'500'000, 2}, {"5 Local timer interrupts (LOC)", "preempted 1 time"}});
    record.counted = {{"readings", 40'000'000}, {"ns of steal", 20'000'000}};
    return result;
}

TEST(noise_text, has_the_answer_and_a_row_for_each_cpu) {
    const report::result result = fake_noise();
    const std::string text = noise_text(result);
    EXPECT_THAT(text, HasSubstr(report::lost_time_text(report::lost_times(result)) + "\n"));
    EXPECT_THAT(text, HasSubstr("|   0 | 1.0 % | 1.0 % to 1.0 % |   1000 | 10.4 µs | 1.50 ms | "
                                "4.00 ms, 100 % of gaps | 2.0 % |\n"));
    EXPECT_THAT(text, HasSubstr("The error of a length is at most 25 ns"));
    EXPECT_THAT(text, Not(HasSubstr("sample")));
    EXPECT_EQ(noise_text({}), "");
}

TEST(noise_text, omits_unknown_figures) {
    report::result result = fake_noise();
    measure::case_record& record = result.cases[0].record;
    record.counted.erase("ns of steal");
    record.gaps.listed.resize(19);
    record.gaps.unlisted = 7'000;
    record.gaps.longest.clear();
    const std::string text = noise_text(result);
    EXPECT_THAT(text, HasSubstr("|   7019 |   - |       - | -      |     - |\n"));
    EXPECT_THAT(text, HasSubstr("p99 and period come from an even selection of the gaps.\n"));
}

TEST(noise_text, has_a_table_that_fits_a_narrow_terminal) {
    const std::string text = noise_text(fake_noise(), 80);
    for (std::size_t at = text.find("\n|"); at != text.npos; at = text.find("\n|", at + 1)) {
        const std::string row = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
        EXPECT_LE(report::width_of(row), 80U) << row;
    }
}

TEST(noise_text, lists_the_cpus_that_lose_most) {
    report::result result = fake_noise();
    for (std::uint64_t cpu = 1; cpu < 20; ++cpu) {
        result.cases.push_back(result.cases[0]);
        result.cases[cpu].record.key = {"noise/lost_time", {{"cpu", cpu}}};
        result.cases[cpu].record.gaps.add_watched({0, static_cast<std::int64_t>(cpu), 0});
    }
    const std::string text = noise_text(result);
    EXPECT_THAT(text, HasSubstr("\n|  19 "));
    EXPECT_THAT(text, HasSubstr("\n|  12 "));
    EXPECT_THAT(text, Not(HasSubstr("\n|  11 ")));
}

TEST(longest_gaps_text, has_the_moment_and_the_counts_of_each_gap) {
    report::result result = fake_noise();
    result.cases.push_back(result.cases[0]);
    result.cases[1].record.key = {"noise/lost_time", {{"cpu", std::uint64_t{5}}}};
    result.cases[1].record.gaps.longest.front() = {{3'000'000'000, 1'600'000, 0}, {}};
    EXPECT_EQ(
        longest_gaps_text(result),
        "The longest gaps:\n"
        "  - 1.60 ms on CPU 5, 3.000 s after the start, pass 1; counted in its slice: nothing\n"
        "  - 1.50 ms on CPU 0, 2.000 s after the start, pass 3; counted in its slice: 5 Local "
        "timer interrupts (LOC), preempted 1 time\n");
    for (std::int64_t i = 0; i < 8; ++i) {
        result.cases[0].record.gaps.keep_if_among_longest({{i, 2'000'000, 0}, {}});
    }
    EXPECT_THAT(longest_gaps_text(result), Not(HasSubstr("CPU 5"))) << "8 on CPU 0 are longer";
    EXPECT_EQ(longest_gaps_text({}), "");
}

TEST(noise_text, is_in_the_programs_answer_and_above_its_table) {
    const cli::program program = describe_program();
    const report::result result = fake_noise();
    report::answer answer(result);
    program.answer(answer);
    EXPECT_THAT(answer.str(), HasSubstr(noise_text(result)));
    EXPECT_EQ(program.overview(result, 100), noise_text(result) + longest_gaps_text(result));
}

} // namespace

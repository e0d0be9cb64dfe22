// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "fake_costs.hpp"
#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <string>

namespace tollgate::report {
namespace {

using measure::case_key;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(brief_table, has_a_row_for_each_case) {
    measure::case_result sure = costing("thread/yield/threads:4", sure_to(44.21, 0.009));
    sure.record.unit = "one yield";
    sure.summary.percentiles[0].corrected_ns = 43.1;
    sure.summary.percentiles[1].corrected_ns = 44.4;
    sure.summary.percentiles[2].corrected_ns = 1'250;
    sure.summary.cpu_ns = 44.3;
    sure.summary.as_it_is_ns = within(50, 45, 60);
    measure::case_result rough = costing("thread/pipe", within(18'000, 15'000, 21'000));
    rough.summary.as_it_is_ns = within(18'000, 15'000, 25'000);
    rough.summary.quiet_ns = rough.summary.value_ns;
    measure::case_result timed = costing("thread/own_clock", sure_to(44, 0.01));
    timed.record.valued_by = measure::method::self_timed;
    measure::case_result none = costing("thread/none", sure_to(44, 0.01));
    none.summary.rounds = 0;
    EXPECT_EQ("\n" + brief_table(digest_of(
                         {sure, rough, costing("thread/lock", sure_to(44, 0.6)), timed, none},
                         {ratio_to("thread/pipe", "thread/none", 2)})),
              R"(
Common to all rows: thread/

| case            |                     cost |     ± |    as it is |     p50 |     p99 | CPU time | compared with | unit of work |
|:----------------|-------------------------:|------:|------------:|--------:|--------:|---------:|:--------------|:-------------|
| yield/threads:4 |                  44.2 ns | 0.9 % |             | 43.1 ns | 1.25 µs |  44.3 ns |               | one yield    |
| pipe            |              15 to 21 µs |       | 15 to 25 µs |       - |       - |        - |               | one of them  |
| lock            | not measured well enough |       |             |       - |       - |        - |               | one of them  |
| own_clock       |                  44.0 ns | 1.0 % |             |       - |       - |        - |               | one of them  |
| none            |                        - |       |             |       - |       - |        - |               | one of them  |

)");
    EXPECT_EQ(brief_table(result{}), "");
}

TEST(brief_table, has_the_ratio_to_the_reference_case) {
    const measure::estimate cost = sure_to(44.21, 0.009);
    const auto key = [](const char* path, const char* by) {
        return case_key(path, {{"impl", by}, {"placement", "core"}});
    };
    const case_key reference = key("queue/stream", "std");
    std::vector<measure::case_result> cases{costing(reference, cost)};
    std::vector<measure::comparison> comparisons;
    const auto add = [&](const case_key& of, const measure::comparison& compared) {
        cases.push_back(costing(of, cost));
        comparisons.push_back(compared);
    };
    add(key("queue/stream", "ours"), ratio_to(reference, key("queue/stream", "ours"), 0.753));
    add(key("queue/stream", "tie"), unresolved_with(reference, key("queue/stream", "tie")));
    add(key("queue/hand_off", "ours"), ratio_to(reference, key("queue/hand_off", "ours"), 12.3));
    add("queue/lock", ratio_to(reference, "queue/lock", 3));
    const case_key with_more("queue/stream", {{"impl", "ours"}, {"placement", "core"}, {"n", 1U}});
    add(with_more, ratio_to(reference, with_more, 3));
    measure::comparison open = ratio_to(reference, "queue/open", 0.25);
    open.range = stats::interval{0.07, 0.9, measure::confidence};
    add("queue/open", open);
    add("queue/far", ratio_to("other/far", "queue/far", 2));
    measure::comparison without_pairs = unresolved_with(reference, "queue/unpaired");
    without_pairs.pairs = 0;
    add("queue/unpaired", without_pairs);
    EXPECT_EQ("\n" + brief_table(digest_of(cases, comparisons)), R"(
Common to all rows: queue/

| case                                |    cost |     ± | as it is | p50 | p99 | CPU time | compared with                            | unit of work |
|:------------------------------------|--------:|------:|---------:|----:|----:|---------:|:-----------------------------------------|:-------------|
| stream/impl:std/placement:core      | 44.2 ns | 0.9 % |          |   - |   - |        - |                                          | one of them  |
| stream/impl:ours/placement:core     | 44.2 ns | 0.9 % |          |   - |   - |        - | 0.75 × impl:std                          | one of them  |
| stream/impl:tie/placement:core      | 44.2 ns | 0.9 % |          |   - |   - |        - | no significant difference from impl:std  | one of them  |
| hand_off/impl:ours/placement:core   | 44.2 ns | 0.9 % |          |   - |   - |        - | 12 × stream/impl:std                     | one of them  |
| lock                                | 44.2 ns | 0.9 % |          |   - |   - |        - | 3.0 × stream/impl:std/placement:core     | one of them  |
| stream/impl:ours/placement:core/n:1 | 44.2 ns | 0.9 % |          |   - |   - |        - | 3.0 × stream/impl:std/placement:core     | one of them  |
| open                                | 44.2 ns | 0.9 % |          |   - |   - |        - | less than stream/impl:std/placement:core | one of them  |
| far                                 | 44.2 ns | 0.9 % |          |   - |   - |        - | 2.0 × other/far                          | one of them  |
| unpaired                            | 44.2 ns | 0.9 % |          |   - |   - |        - |                                          | one of them  |

)");
}

TEST(brief_table, survives_odd_figures) {
    constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
    constexpr double no_end = std::numeric_limits<double>::infinity();
    measure::case_result odd = costing("fäden/ä|ö", {no_number, {}});
    odd.summary.cpu_ns = no_number;
    odd.summary.percentiles[0].corrected_ns = no_end;
    EXPECT_EQ("\n" + brief_table(digest_of({odd, costing("fäden/µ", {0, {}})},
                                           {ratio_to("fäden/µ", "fäden/ä|ö", no_end),
                                            ratio_to("fäden/ä|ö", "fäden/µ", 0)})),
              R"(
Common to all rows: fäden/

| case |                     cost | ± | as it is |   p50 | p99 | CPU time | compared with | unit of work |
|:-----|-------------------------:|--:|---------:|------:|----:|---------:|:--------------|:-------------|
| ä\|ö | not measured well enough |   |          | inf s |   - |   nan ns | inf × µ       | one of them  |
| µ    | not measured well enough |   |          |     - |   - |        - | 0 × ä\|ö      | one of them  |

)");
}

TEST(brief_text, has_all_its_parts_in_their_order) {
    const result run = fake_result();
    const std::string below = brief_table(run) + conditions_text(run, extent::brief) +
                              environment_summary(run.environment);
    EXPECT_EQ(brief_text(run, "A yield costs 58 ns.\n"),
              clock_pair_text(run) + "A yield costs 58 ns.\n\n" + below);
    EXPECT_EQ(brief_text(run, ""), clock_pair_text(run) + below);
    EXPECT_THAT(brief_text(result{}, ""), StartsWith("self-checks: none"));
}

/// A run with many remarks, which must fit on a screen.
result much_to_say() {
    result run = fake_result();
    run.cases.clear();
    run.controls.clear();
    for (unsigned i = 0; i < 12; ++i) {
        const std::string name = "fiber/yield/fibers:" + std::to_string(4 + i);
        run.cases.emplace_back(fake_record(name, 58 + i));
        if (i < 3) {
            run.controls.emplace_back(fake_record(name, 58.01 + i));
        }
    }
    run.speed.interrupts_share = 0; // no slope disagrees
    conclude_anew(run);
    run.notes = {"note 1", "note 2", "note 3", "note 4", "note 5"};
    run.unavailable.assign(3, {"fiber/yield/placement:smt", "no SMT siblings"});
    run.environment.clear();
    for (int i = 0; i < 9; ++i) {
        run.environment.push_back(
            {"property " + std::to_string(i),
             i < 3 ? environment::condition::bad : environment::condition::unknown, "found", "why",
             "a fix", "an undo"});
    }
    return run;
}

TEST(brief_text, fits_on_a_screen) {
    const std::string text = brief_text(
        much_to_say(), "A yield costs 58 ns.\nA second costs 59 ns.\nA third costs 60 ns.\n");
    EXPECT_THAT(text, AllOf(HasSubstr("the clock-pair average is"), HasSubstr("Common to all rows"),
                            HasSubstr("machine: "), HasSubstr("remark: and 3 more"),
                            HasSubstr("not known here: "), Not(HasSubstr("not sure"))));
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 46) << text;
}

} // namespace
} // namespace tollgate::report

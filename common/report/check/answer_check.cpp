// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/answer.hpp>

#include "fake_costs.hpp"
#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace tollgate::report {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

const measure::case_key a_yield{"thread/yield", {{"threads", 2U}}};
const measure::case_key our_yield{"thread/yield", {{"impl", "tollgate"}, {"threads", 2U}}};
const case_pattern yields{"thread/yield", {{"impl", ""}}};
const case_pattern our_yields{"thread/yield", {{"impl", "tollgate"}}};

/// The sentence about our yield and the other yield.
std::string said_of(const result& run) {
    answer found(run);
    found.say("A yield of ours costs", our_yields, "a yield", yields);
    return found.str();
}

result two_yields(const measure::estimate& ours_ns, const measure::estimate& other_ns,
                  std::vector<measure::comparison> comparisons = {}) {
    return digest_of({costing(a_yield, other_ns), costing(our_yield, ours_ns)},
                     std::move(comparisons));
}

TEST(answer, a_sentence_is_a_line) {
    const result run = two_yields(sure_to(33, 0.006), sure_to(44.21, 0.009));
    answer found(run);
    EXPECT_EQ(found.str(), "");
    found.say("A yield costs", yields);
    EXPECT_EQ(found.str(), "A yield costs 44.2 ns ± 0.9 %.\n");
    found.say("Ours, in {} and µ, costs", our_yields);
    EXPECT_EQ(found.str(), "A yield costs 44.2 ns ± 0.9 %.\n"
                           "Ours, in {} and µ, costs 33.0 ns ± 0.6 %.\n");
}

TEST(answer, has_the_interval_of_an_unsure_cost_and_a_mark_without_one) {
    const auto words = [](const measure::estimate& ours, const measure::estimate& other) {
        return said_of(two_yields(ours, other, {ratio_to(a_yield, our_yield, 0.75)}));
    };
    EXPECT_EQ(words(sure_to(44, 0.6), sure_to(59, 0.6)),
              "A yield of ours costs 44 ns (17 to 71 ns), 0.75 times a yield (59 ns ?\?).\n");
    EXPECT_EQ(words({44, {}}, {59, {}}),
              "A yield of ours costs 44 ns ?\?, 0.75 times a yield (59 ns ?\?).\n");
}

TEST(answer, is_the_value_as_it_is) {
    result run = two_yields(sure_to(33, 0.006), sure_to(44.21, 0.009));
    for (measure::case_result& each : run.cases) {
        each.summary.quiet_ns = each.summary.value_ns = sure_to(1, 0.01);
    }
    EXPECT_EQ(said_of(run), "A yield of ours costs 33.0 ns ± 0.6 %; a yield, 44.2 ns.\n");
}

/// Two cases of 8 passes: their times are alike, and the CPU times have this ratio.
result alike_with_cpu_ratio(const std::vector<double>& cpu_ratios) {
    result run;
    for (const bool ours : {false, true}) {
        measure::case_record record;
        record.key = ours ? our_yield : a_yield;
        record.compared_with = a_yield.name();
        for (std::size_t i = 0; i < cpu_ratios.size(); ++i) {
            measure::case_round round;
            round.process = round.round = i;
            round.value_ns = i % 2 == (ours ? 1 : 0) ? 90 : 110;
            round.cpu_ns = 50 * (ours ? cpu_ratios[i] : 1);
            record.rounds.push_back(round);
        }
        run.cases.emplace_back(record);
    }
    run.controls = {run.cases.front()};
    return run;
}

TEST(answer, lets_the_cpu_time_decide_if_the_time_does_not) {
    EXPECT_THAT(
        said_of(alike_with_cpu_ratio({0.5, 0.52, 0.48, 0.51, 0.5, 0.49, 0.5, 0.5})),
        EndsWith("; no significant difference in time from a yield (100 ns), but 0.50 times "
                 "its CPU time.\n"));
    EXPECT_THAT(said_of(alike_with_cpu_ratio({0.5, 0.1, 0.1, 0.51, 0.1, 0.49, 0.6, 0.02})),
                EndsWith(" (100 ns), but less CPU time.\n"))
        << "the ratio is too uncertain";
    const std::string undecided = "; no significant difference from a yield (100 ns).\n";
    EXPECT_THAT(said_of(alike_with_cpu_ratio({0.5, 2, 0.5, 2, 1, 0.9, 1.1, 1})),
                EndsWith(undecided));
    EXPECT_THAT(said_of(alike_with_cpu_ratio(std::vector<double>(8, 0))), EndsWith(undecided))
        << "no CPU time is known";
    EXPECT_THAT(said_of(two_yields(sure_to(100, 0.01), sure_to(100, 0.01),
                                   {unresolved_with(a_yield, our_yield)})),
                EndsWith(undecided))
        << "a digest has no rounds";
}

TEST(answer, leaves_out_the_sentence_of_a_case_that_was_not_measured) {
    result run = two_yields(sure_to(33, 0.006), sure_to(44.21, 0.009));
    answer found(run);
    found.say("A lock costs", {"thread/lock", {}});
    found.say("A lock costs", {"thread/lock", {}}, "a yield", yields);
    EXPECT_EQ(found.str(), "");
    run.cases[1].summary.rounds = 0;
    found.say("A yield of ours costs", our_yields);
    found.say("A yield of ours costs", our_yields, "a yield", yields);
    EXPECT_EQ(found.str(), "");
    found.say("A yield costs", yields);
    EXPECT_EQ(found.str(), "A yield costs 44.2 ns ± 0.9 %.\n");
}

TEST(answer, is_of_the_first_case_that_was_measured) {
    result run = digest_of({costing({"thread/yield", {{"threads", 2U}}}, sure_to(10, 0.05)),
                            costing({"thread/yield", {{"threads", 4U}}}, sure_to(20, 0.05)),
                            costing({"thread/yield", {{"threads", 8U}}}, sure_to(30, 0.05))});
    answer found(run);
    found.say("A yield costs", yields);
    run.cases[0].summary.rounds = 0;
    found.say("Now it costs", yields);
    EXPECT_EQ(found.str(), "A yield costs 10.0 ns ± 5.0 %.\n"
                           "Now it costs 20 ns ± 5.0 %.\n");
}

TEST(answer, is_empty_if_a_self_check_failed) {
    const auto said_if = [](const auto& fail) {
        result run = two_yields(sure_to(33, 0.006), sure_to(44.21, 0.009));
        run.controls = {run.cases.front()};
        fail(run);
        return said_of(run);
    };
    EXPECT_NE(said_if([](result&) {}), "");
    EXPECT_EQ(said_if([](result& of) { of.cases[0].record.failures = {"turns lost"}; }), "");
    EXPECT_EQ(said_if([](result& of) { of.controls[0].record.failures = {"turns lost"}; }), "");
    EXPECT_EQ(said_if([](result& of) { of.failures = {"a shorter interval was later"}; }), "");
    EXPECT_EQ(said_if([](result& of) { of.stopped = measure::stop_reason::failed; }), "");
}

TEST(answer, keeps_the_order_of_sentences_and_statements) {
    result run = fake_result();
    answer found(run);
    found.state("Nothing was taken.\n");
    found.say("A resume costs", {"fiber/context_resume", {}});
    EXPECT_THAT(found.str(), StartsWith("Nothing was taken.\nA resume costs 29"));
    EXPECT_EQ(&found.run(), &run);
    run.failures = {"a self-check"};
    EXPECT_EQ(found.str(), "") << "no figure is worth anything";
}

TEST(answer, has_the_ratio_if_the_difference_is_significant) {
    const measure::estimate ours = sure_to(33, 0.006);
    EXPECT_EQ(
        said_of(two_yields(ours, sure_to(44.21, 0.009), {ratio_to(a_yield, our_yield, 0.753)})),
        "A yield of ours costs 33.0 ns ± 0.6 %, 0.75 times a yield (44.2 ns).\n");
    EXPECT_EQ(
        said_of(two_yields(ours, sure_to(44.21, 0.009), {ratio_to(our_yield, a_yield, 1 / 0.753)})),
        "A yield of ours costs 33.0 ns ± 0.6 %, 0.75 times a yield (44.2 ns).\n")
        << "compared the other way round";
    EXPECT_EQ(said_of(two_yields(ours, within(3'000, 2'500, 3'600),
                                 {ratio_to(a_yield, our_yield, 0.0111)})),
              "A yield of ours costs 33.0 ns ± 0.6 %, 1/90 of a yield (3.0 µs ?).\n");
    EXPECT_EQ(said_of(two_yields(within(18'000, 15'000, 21'000), sure_to(44.21, 0.009),
                                 {ratio_to(a_yield, our_yield, 407)})),
              "A yield of ours costs 18 µs (15.0 to 21.0 µs), 410 times a yield (44.2 ns).\n");
    measure::comparison open = ratio_to(a_yield, our_yield, 0.25);
    open.range = stats::interval{0.07, 0.9, measure::confidence};
    EXPECT_EQ(said_of(two_yields(ours, sure_to(44.21, 0.009), {open})),
              "A yield of ours costs 33.0 ns ± 0.6 %, less than a yield (44.2 ns).\n");
}

TEST(answer, says_that_no_difference_is_significant) {
    const std::string words =
        "A yield of ours costs 44.5 ns ± 0.6 %; no significant difference from "
        "a yield (44.2 ns).\n";
    const measure::estimate ours = sure_to(44.5, 0.006);
    const measure::estimate other = sure_to(44.21, 0.009);
    EXPECT_EQ(said_of(two_yields(ours, other, {unresolved_with(a_yield, our_yield)})), words);
    EXPECT_EQ(said_of(two_yields(ours, other, {unresolved_with(our_yield, a_yield)})), words);
    for (const double ratio : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(said_of(two_yields(ours, other, {ratio_to(our_yield, a_yield, ratio)})), words);
    }
}

TEST(answer, claims_no_test_that_too_few_passes_allow) {
    measure::comparison untested = unresolved_with(a_yield, our_yield);
    untested.range.reset();
    EXPECT_EQ(said_of(two_yields(sure_to(44.5, 0.006), sure_to(44.21, 0.009), {untested})),
              "A yield of ours costs 44.5 ns ± 0.6 %; too few passes to compare with a yield "
              "(44.2 ns).\n");
}

TEST(answer, has_the_ratio_of_the_costs_that_it_prints) {
    result run;
    for (const bool ours : {false, true}) {
        measure::case_record record;
        record.key = ours ? our_yield : a_yield;
        record.compared_with = a_yield.name();
        for (std::uint64_t i = 0; i < 24; ++i) { // two quiet rounds and a slow one in a pass
            measure::case_round round;
            round.process = i / 3;
            round.round = i;
            const bool slow = i % 3 == 2;
            round.value_ns = !ours ? 10 : slow ? 100 : 20;
            round.cpu_ns = 1;
            record.rounds.push_back(round);
        }
        run.cases.emplace_back(record);
    }
    run.controls = {run.cases.front()};
    EXPECT_THAT(said_of(run), EndsWith("46.7 ns ± 0.1 %, 4.7 times a yield (10.0 ns).\n"));
}

TEST(answer, has_no_ratio_to_a_case_that_was_not_compared) {
    const std::string words = "A yield of ours costs 33.0 ns ± 0.6 %; a yield, 44.2 ns.\n";
    const measure::estimate ours = sure_to(33, 0.006);
    const measure::estimate other = sure_to(44.21, 0.009);
    const measure::case_key lock("thread/lock");
    EXPECT_EQ(said_of(two_yields(ours, other)), words);
    EXPECT_EQ(said_of(two_yields(ours, other,
                                 {ratio_to(lock, our_yield, 3), ratio_to(lock, a_yield, 4)})),
              words);
    measure::comparison without_pairs = unresolved_with(a_yield, our_yield);
    without_pairs.pairs = 0;
    EXPECT_EQ(said_of(two_yields(ours, other, {without_pairs})), words);
}

TEST(answer, leaves_out_another_case_that_was_not_measured) {
    const std::string words = "A yield of ours costs 33.0 ns ± 0.6 %.\n";
    const measure::estimate ours = sure_to(33, 0.006);
    const std::vector<measure::comparison> compared{ratio_to(a_yield, our_yield, 0.75)};
    EXPECT_EQ(said_of(digest_of({costing(our_yield, ours)}, compared)), words);
    result run = two_yields(ours, sure_to(44, 0.01), compared);
    run.cases[0].summary.rounds = 0;
    EXPECT_EQ(said_of(run), words);
}

} // namespace
} // namespace tollgate::report

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/answer.hpp>

#include "fake_costs.hpp"
#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace tollgate::report {
namespace {

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

TEST(case_pattern, matches_the_path_and_the_texts_of_parameters) {
    EXPECT_TRUE((case_pattern{"thread/yield"}.matches(our_yield)));
    EXPECT_TRUE((case_pattern{"thread/yield", {{"threads", "2"}}}.matches(our_yield)));
    EXPECT_TRUE(
        (case_pattern{"thread/yield", {{"threads", "2"}, {"impl", "tollgate"}}}.matches(our_yield)))
        << "in whatever order";
    EXPECT_FALSE((case_pattern{"thread/yield", {{"threads", "4"}}}.matches(our_yield)));
    EXPECT_FALSE(
        (case_pattern{"thread/yield", {{"impl", "tollgate"}, {"threads", "4"}}}.matches(our_yield)))
        << "all of them";
    EXPECT_FALSE((case_pattern{"thread/yield", {{"between", "fibers"}}}.matches(our_yield)));
    EXPECT_FALSE((case_pattern{"thread", {}}.matches(our_yield)));
    EXPECT_TRUE(yields.matches(a_yield)) << "an empty text is a parameter that is not there";
    EXPECT_FALSE(yields.matches(our_yield));
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

TEST(answer, names_a_poor_cost_as_such_and_relates_nothing_to_it) {
    for (const measure::estimate& poor : {sure_to(44, 0.6), measure::estimate{44, {}}}) {
        const result run =
            two_yields(poor, sure_to(44, 0.01), {ratio_to(a_yield, our_yield, 0.75)});
        const std::string words =
            "A yield of ours costs an amount that was not measured well enough here.\n";
        EXPECT_EQ(said_of(run), words);
        answer found(run);
        found.say("A yield of ours costs", our_yields);
        EXPECT_EQ(found.str(), words);
    }
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
              "A yield of ours costs 33.0 ns ± 0.6 %, 1/90 of a yield (2.5 to 3.6 µs).\n");
    EXPECT_EQ(said_of(two_yields(within(18'000, 15'000, 21'000), sure_to(44.21, 0.009),
                                 {ratio_to(a_yield, our_yield, 407)})),
              "A yield of ours costs 15 to 21 µs, 410 times a yield (44.2 ns).\n");
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

TEST(answer, leaves_out_another_case_with_a_poor_cost) {
    const std::string words = "A yield of ours costs 33.0 ns ± 0.6 %.\n";
    const measure::estimate ours = sure_to(33, 0.006);
    const std::vector<measure::comparison> compared{ratio_to(a_yield, our_yield, 0.75)};
    EXPECT_EQ(said_of(two_yields(ours, sure_to(44, 0.6), compared)), words);
    EXPECT_EQ(said_of(two_yields(ours, {44, {}}, compared)), words);
    EXPECT_EQ(said_of(digest_of({costing(our_yield, ours)}, compared)), words);
    result run = two_yields(ours, sure_to(44, 0.01), compared);
    run.cases[0].summary.rounds = 0;
    EXPECT_EQ(said_of(run), words);
}

} // namespace
} // namespace tollgate::report

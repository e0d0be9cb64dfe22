// SPDX-License-Identifier: BSL-1.0
// Which rounds a value is of where reference loops tell quiet from slow ones.
#include <tollgate/measure/case_summary.hpp>

#include "made_up.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <utility>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;

constexpr double fast_ns = 1000;
constexpr double slow_ns = 1600;

machine_speed on_cpu_0() {
    machine_speed during;
    during.fast_ns = {{0, fast_ns}};
    return during;
}

/// So many quiet rounds and slow ones in each pass, the slow ones last; values as the pass says.
struct pass_of {
    std::vector<double> quiet_ns;
    std::vector<double> slow_ns;
};

case_record record_of_passes(const std::vector<pass_of>& passes) {
    case_record record = record_of({});
    record.cpus = {0};
    for (std::uint64_t pass = 0; pass < passes.size(); ++pass) {
        std::uint64_t round = 0;
        for (const double value : passes[pass].quiet_ns) {
            record.rounds.push_back(round_beside(fast_ns, fast_ns, value, round++, pass));
        }
        for (const double value : passes[pass].slow_ns) {
            record.rounds.push_back(round_beside(fast_ns, slow_ns, value, round++, pass));
        }
    }
    return record;
}

/// Eight passes, of which so many have a quiet round.
case_record with_quiet_passes(std::size_t quiet) {
    std::vector<pass_of> passes(8, {{}, {160, 160}});
    for (std::size_t i = 0; i < quiet; ++i) {
        passes[i].quiet_ns = {100};
    }
    return record_of_passes(passes);
}

TEST(quiet_summary, the_value_is_of_quiet_rounds_where_enough_passes_have_one) {
    const case_summary of = summarize(with_quiet_passes(6), on_cpu_0());
    ASSERT_TRUE(of.quiet_ns);
    EXPECT_EQ(of.value_ns.value, 100);
    EXPECT_EQ(of.quiet_ns->value, 100);
    // Two passes have 160 and six 140: of the 36 averages 21 are 140, 12 are 150 and 3 are 160.
    EXPECT_EQ(of.as_it_is_ns.value, 140);
    EXPECT_EQ(of.pass_figures_ns, std::vector<double>(6, 100));
    EXPECT_EQ(of.passes, 8u);
    EXPECT_EQ(of.rounds, 22u);
    EXPECT_EQ(of.quiet_rounds, 6u);
    EXPECT_EQ(of.quiet_references.ns, fast_ns);
}

TEST(quiet_summary, the_value_is_as_it_is_where_few_passes_have_a_quiet_round) {
    for (const std::size_t quiet : {0u, 1u, 5u}) {
        const case_summary of = summarize(with_quiet_passes(quiet), on_cpu_0());
        EXPECT_FALSE(of.quiet_ns);
        EXPECT_EQ(of.value_ns.value, of.as_it_is_ns.value);
        EXPECT_EQ(of.value_ns.range, of.as_it_is_ns.range);
        EXPECT_EQ(of.pass_figures_ns.size(), 8u);
        EXPECT_EQ(of.quiet_rounds, quiet);
    }
}

// The cost of a round depends on its parity and not on its references.
TEST(quiet_summary, of_a_case_that_goes_its_own_way_there_is_no_quiet_value) {
    std::vector<pass_of> passes(6, {{100, 300}, {100, 300}});
    const case_summary alone = summarize(record_of_passes(passes), on_cpu_0());
    EXPECT_EQ(alone.quiet_rounds, 12u);
    EXPECT_LT(alone.explained, least_explained);
    EXPECT_FALSE(alone.quiet_ns);
    EXPECT_EQ(alone.value_ns.value, 200);
    passes.assign(6, {{100, 300}, {300, 900}});
    const case_summary with = summarize(record_of_passes(passes), on_cpu_0());
    EXPECT_GT(with.explained, least_explained);
    EXPECT_TRUE(with.quiet_ns);
}

TEST(quiet_summary, nothing_is_quiet_where_the_fast_level_is_not_known) {
    case_record record = with_quiet_passes(8);
    EXPECT_FALSE(summarize(record).quiet_ns);
    record.cpus = {0, 1};
    EXPECT_FALSE(summarize(record, on_cpu_0()).quiet_ns) << "of CPU 1 it is not";
    EXPECT_EQ(summarize(record, on_cpu_0()).quiet_references.ns, 0);
    record.cpus = {};
    EXPECT_FALSE(summarize(record, on_cpu_0()).quiet_ns);
}

TEST(quiet_summary, quiet_rounds_have_their_median_all_rounds_their_mean) {
    const std::vector<pass_of> passes(6, {{100, 101, 170}, {181}});
    const case_summary of = summarize(record_of_passes(passes), on_cpu_0());
    EXPECT_EQ(of.value_ns.value, 101);
    EXPECT_EQ(of.as_it_is_ns.value, 138);
}

// Their variance is 4/5, and Student's of five degrees of freedom is 2.5706.
TEST(quiet_summary, the_interval_is_students) {
    std::vector<pass_of> passes(7, {{}, {160}});
    double value = 98;
    for (const std::size_t pass : {0, 1, 3, 4, 5, 6}) {
        value = value < 101 ? value + 1 : 99;
        passes[pass].quiet_ns = {value};
    }
    const case_summary of = summarize(record_of_passes(passes), on_cpu_0());
    EXPECT_EQ(of.value_ns.value, 100);
    ASSERT_TRUE(of.value_ns.range);
    EXPECT_NEAR(of.value_ns.range->low, 100 - 2.570581836 * std::sqrt(0.8 / 6), 1e-6);
    EXPECT_NEAR(of.value_ns.range->high, 100 + 2.570581836 * std::sqrt(0.8 / 6), 1e-6);
    EXPECT_EQ(of.value_ns.range->confidence, 0.95);
    EXPECT_THAT(of.pass_figures_ns, ElementsAre(99, 100, 101, 99, 100, 101));
}

constexpr double usual_ns = 47;

/// On CPUs 0 and 1, whose distance is looked at. Eight passes of two rounds, the first of which has
/// the usual distance in that number of them and costs 100 then; all others cost 300.
case_record with_usual_passes(std::size_t usual, double other_ns) {
    case_record record = record_of({});
    record.cpus = {0, 1};
    record.distance_of = {0, 1};
    for (std::uint64_t pass = 0; pass < 8; ++pass) {
        const bool is_usual = pass < usual;
        const double ns = is_usual ? usual_ns : other_ns;
        record.rounds.push_back(round_beside(ns, ns, is_usual ? 100 : 300, 0, pass));
        record.rounds.push_back(round_beside(usual_ns, other_ns, 300, 1, pass));
    }
    return record;
}

machine_speed with_usual_distance() {
    machine_speed during;
    during.fast_ns = {{0, 30'000}, {1, 30'000}};
    during.distances[{0, 1}] = {usual_ns, 0.7, 30, 160, 100};
    return during;
}

TEST(quiet_summary, of_a_case_by_distance_is_of_rounds_at_the_usual_one) {
    const case_summary of = summarize(with_usual_passes(6, 160), with_usual_distance());
    ASSERT_TRUE(of.quiet_ns);
    EXPECT_EQ(of.value_ns.value, 100);
    EXPECT_GE(of.as_it_is_ns.value, 200) << "the others are in it";
    EXPECT_EQ(of.pass_figures_ns, std::vector<double>(6, 100));
    EXPECT_EQ(of.quiet_rounds, 6u);
    EXPECT_EQ(of.quiet_references.ns, usual_ns);
    EXPECT_FALSE(summarize(with_usual_passes(5, 160), with_usual_distance()).quiet_ns);
}

case_record with_references(const std::vector<std::pair<double, double>>& references_and_values) {
    case_record record = record_of({});
    for (const auto& [reference, value] : references_and_values) {
        record.rounds.push_back(round_beside(reference, reference, value, record.rounds.size()));
    }
    return record;
}

TEST(explained, is_one_where_the_values_go_with_the_references_and_zero_where_against_them) {
    EXPECT_NEAR(summarize(with_references({{1, 10}, {2, 40}, {4, 160}})).explained, 1, 1e-9)
        << "by any power";
    EXPECT_EQ(summarize(with_references({{1, 40}, {2, 20}, {4, 10}})).explained, 0);
}

// Of the logarithms 0, 0, 1, 1 and 0, 1, 1, 2, in units of log 2, the correlation is √(1/2). Of
// four unrelated pairs its square is 1/3 in the mean, which is taken off: 1 - (1 - 1/2) * 3 / 2.
TEST(explained, is_the_squared_correlation_of_the_logarithms) {
    EXPECT_NEAR(summarize(with_references({{1, 10}, {1, 20}, {2, 20}, {2, 40}})).explained, 0.25,
                1e-9);
}

TEST(explained, is_zero_where_nothing_varied_or_little_is_known) {
    EXPECT_EQ(summarize(with_references({{1, 10}, {1, 20}, {1, 40}})).explained, 0);
    EXPECT_EQ(summarize(with_references({{1, 10}, {2, 10}, {4, 10}})).explained, 0);
    EXPECT_EQ(summarize(with_references({{1, 10}, {2, 20}})).explained, 0);
    EXPECT_EQ(summarize(record_of({10, 20, 30, 40})).explained, 0) << "no references";
    EXPECT_EQ(summarize(with_references({{1, 0}, {2, 0}, {3, 0}})).explained, 0);
}

} // namespace
} // namespace tollgate::measure

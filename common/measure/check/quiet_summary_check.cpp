// SPDX-License-Identifier: BSL-1.0
// The choice of quiet rounds by reference loops or cache-line latencies.
#include <tollgate/measure/case_summary.hpp>

#include "fake.hpp"

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

/// The values of the quiet rounds of a pass, and of the slow rounds after them.
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

/// Eight passes, of which `quiet` have a quiet round.
case_record with_quiet_passes(std::size_t quiet) {
    std::vector<pass_of> passes(8, {{}, {160, 160}});
    for (std::size_t i = 0; i < quiet; ++i) {
        passes[i].quiet_ns = {100};
    }
    return record_of_passes(passes);
}

TEST(quiet_summary, uses_quiet_rounds_if_enough_passes_have_them) {
    const case_summary summary = summarize(with_quiet_passes(6), on_cpu_0());
    ASSERT_TRUE(summary.quiet_ns);
    EXPECT_EQ(summary.value_ns.value, 100);
    EXPECT_EQ(summary.quiet_ns->value, 100);
    // Two passes have 160 and six 140: of the 36 averages 21 are 140, 12 are 150 and 3 are 160.
    EXPECT_EQ(summary.as_it_is_ns.value, 140);
    EXPECT_EQ(summary.pass_figures_ns, std::vector<double>(6, 100));
    EXPECT_EQ(summary.passes, 8u);
    EXPECT_EQ(summary.rounds, 22u);
    EXPECT_EQ(summary.quiet_rounds, 6u);
    EXPECT_EQ(summary.quiet_references.ns, fast_ns);
}

TEST(quiet_summary, uses_all_rounds_if_few_passes_have_a_quiet_round) {
    for (const std::size_t quiet : {0u, 1u, 5u}) {
        const case_summary summary = summarize(with_quiet_passes(quiet), on_cpu_0());
        EXPECT_FALSE(summary.quiet_ns);
        EXPECT_EQ(summary.value_ns.value, summary.as_it_is_ns.value);
        EXPECT_EQ(summary.value_ns.range, summary.as_it_is_ns.range);
        EXPECT_EQ(summary.pass_figures_ns.size(), 8u);
        EXPECT_EQ(summary.quiet_rounds, quiet);
    }
}

// The cost of a round depends on its parity and not on its references.
TEST(quiet_summary, is_absent_if_the_references_explain_little) {
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

TEST(quiet_summary, is_absent_without_a_fast_level) {
    case_record record = with_quiet_passes(8);
    EXPECT_FALSE(summarize(record).quiet_ns);
    record.cpus = {0, 1};
    EXPECT_FALSE(summarize(record, on_cpu_0()).quiet_ns) << "CPU 1 has no level";
    EXPECT_EQ(summarize(record, on_cpu_0()).quiet_references.ns, 0);
    record.cpus = {};
    EXPECT_FALSE(summarize(record, on_cpu_0()).quiet_ns);
}

TEST(quiet_summary, uses_the_median_of_quiet_rounds_and_the_mean_of_all) {
    const std::vector<pass_of> passes(6, {{100, 101, 170}, {181}});
    const case_summary summary = summarize(record_of_passes(passes), on_cpu_0());
    EXPECT_EQ(summary.value_ns.value, 101);
    EXPECT_EQ(summary.as_it_is_ns.value, 138);
}

// Their variance is 4/5, and Student's factor with five degrees of freedom is 2.5706.
TEST(quiet_summary, has_students_interval) {
    std::vector<pass_of> passes(7, {{}, {160}});
    double value = 98;
    for (const std::size_t pass : {0, 1, 3, 4, 5, 6}) {
        value = value < 101 ? value + 1 : 99;
        passes[pass].quiet_ns = {value};
    }
    const case_summary summary = summarize(record_of_passes(passes), on_cpu_0());
    EXPECT_EQ(summary.value_ns.value, 100);
    ASSERT_TRUE(summary.value_ns.range);
    EXPECT_NEAR(summary.value_ns.range->low, 100 - 2.570581836 * std::sqrt(0.8 / 6), 1e-6);
    EXPECT_NEAR(summary.value_ns.range->high, 100 + 2.570581836 * std::sqrt(0.8 / 6), 1e-6);
    EXPECT_EQ(summary.value_ns.range->confidence, 0.95);
    EXPECT_THAT(summary.pass_figures_ns, ElementsAre(99, 100, 101, 99, 100, 101));
}

constexpr double usual_ns = 47;

/// A case on CPUs 0 and 1, whose latency is read. It has eight passes of two rounds. In `usual`
/// passes the first round has the usual latency and costs 100. All other rounds cost 300.
case_record with_usual_passes(std::size_t usual, double other_ns) {
    case_record record = record_of({});
    record.cpus = {0, 1};
    record.latency_of = {0, 1};
    for (std::uint64_t pass = 0; pass < 8; ++pass) {
        const bool is_usual = pass < usual;
        const double ns = is_usual ? usual_ns : other_ns;
        record.rounds.push_back(round_beside(ns, ns, is_usual ? 100 : 300, 0, pass));
        record.rounds.push_back(round_beside(usual_ns, other_ns, 300, 1, pass));
    }
    return record;
}

machine_speed with_usual_latency() {
    machine_speed during;
    during.fast_ns = {{0, 30'000}, {1, 30'000}};
    during.latencies[{0, 1}] = {usual_ns, 0.7, 30, 160, 100};
    return during;
}

TEST(quiet_summary, uses_rounds_with_the_usual_latency) {
    const case_summary summary = summarize(with_usual_passes(6, 160), with_usual_latency());
    ASSERT_TRUE(summary.quiet_ns);
    EXPECT_EQ(summary.value_ns.value, 100);
    EXPECT_GE(summary.as_it_is_ns.value, 200) << "it contains the other rounds";
    EXPECT_EQ(summary.pass_figures_ns, std::vector<double>(6, 100));
    EXPECT_EQ(summary.quiet_rounds, 6u);
    EXPECT_EQ(summary.quiet_references.ns, usual_ns);
    EXPECT_FALSE(summarize(with_usual_passes(5, 160), with_usual_latency()).quiet_ns);
}

case_record with_references(const std::vector<std::pair<double, double>>& references_and_values) {
    case_record record = record_of({});
    for (const auto& [reference, value] : references_and_values) {
        record.rounds.push_back(round_beside(reference, reference, value, record.rounds.size()));
    }
    return record;
}

TEST(explained, is_one_if_values_follow_the_references_and_zero_if_they_oppose) {
    EXPECT_NEAR(summarize(with_references({{1, 10}, {2, 40}, {4, 160}})).explained, 1, 1e-9)
        << "by any power";
    EXPECT_EQ(summarize(with_references({{1, 40}, {2, 20}, {4, 10}})).explained, 0);
}

// The logarithms 0, 0, 1, 1 and 0, 1, 1, 2, in units of log 2, have the correlation √(1/2). The
// mean square of four unrelated pairs' correlation is 1/3, and is subtracted: 1 - (1 - 1/2) * 3
// / 2.
TEST(explained, is_the_squared_correlation_of_the_logarithms) {
    EXPECT_NEAR(summarize(with_references({{1, 10}, {1, 20}, {2, 20}, {2, 40}})).explained, 0.25,
                1e-9);
}

TEST(explained, is_zero_without_variation_or_with_few_rounds) {
    EXPECT_EQ(summarize(with_references({{1, 10}, {1, 20}, {1, 40}})).explained, 0);
    EXPECT_EQ(summarize(with_references({{1, 10}, {2, 10}, {4, 10}})).explained, 0);
    EXPECT_EQ(summarize(with_references({{1, 10}, {2, 20}})).explained, 0);
    EXPECT_EQ(summarize(record_of({10, 20, 30, 40})).explained, 0) << "no references";
    EXPECT_EQ(summarize(with_references({{1, 0}, {2, 0}, {3, 0}})).explained, 0);
}

} // namespace
} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
// The acceptance test of the measuring, on simulated machines. At most 5 % of the runs that compare
// equal cases may claim a difference, and a true difference must be found.
#include <tollgate/measure/comparison.hpp>

#include "fake.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace tollgate::measure {
namespace {

constexpr int runs = 2000;
/// 5 % of the runs and three standard deviations of that number.
double most_claims(int all_runs = runs) {
    return all_runs * 0.05 + 3 * std::sqrt(all_runs * 0.05 * 0.95);
}

/// A machine whose speed changes from round to round, with skewed noise. An interruption triples a
/// round. Each pass has its own factor for each case.
class machine {
public:
    explicit machine(std::uint64_t seed, double interrupted = 0.05)
        : random_(seed), interrupted_(interrupted) {}

    /// Records of one run; entry i costs `costs[i]`. The names are the cases' numbers.
    std::vector<case_record> run(const std::vector<double>& costs, std::uint64_t rounds,
                                 std::uint64_t passes) {
        std::vector<case_record> records(costs.size());
        std::lognormal_distribution<> common(0, 0.2);
        std::lognormal_distribution<> noise(0, 0.02);
        std::normal_distribution<> layout(0, 0.005);
        std::bernoulli_distribution interrupted(interrupted_);
        for (std::size_t i = 0; i < costs.size(); ++i) {
            records[i].key = std::to_string(i);
        }
        for (std::uint64_t pass = 0; pass < passes; ++pass) {
            std::vector<double> in_pass = costs;
            for (double& cost : in_pass) {
                cost *= std::exp(layout(random_));
            }
            for (std::uint64_t round = 0; round < rounds; ++round) {
                const double speed = common(random_);
                for (std::size_t i = 0; i < costs.size(); ++i) {
                    const double value = in_pass[i] * speed * noise(random_);
                    records[i].rounds.push_back(
                        round_of(interrupted(random_) ? 3 * value : value, round, pass));
                }
            }
        }
        return records;
    }

private:
    std::mt19937_64 random_;
    double interrupted_; ///< the share of the rounds
};

/// Without the summary, which a comparison does not need.
case_result unsummarized(case_record record) {
    return {std::move(record), case_summary{}};
}

std::vector<case_result> results_of(std::vector<case_record> records) {
    std::vector<case_result> results;
    for (case_record& record : records) {
        results.push_back(unsummarized(std::move(record)));
    }
    return results;
}

noise_floor floor_between(const case_record& record, case_record control) {
    control.key = record.key;
    return find_noise_floors({unsummarized(record)}, {unsummarized(std::move(control))}).at(0);
}

bool any_resolved(const std::vector<comparison>& all) {
    return std::any_of(all.begin(), all.end(),
                       [](const comparison& entry) { return entry.resolved; });
}

const std::vector<noise_floor> exact_floor{{"0", 1, stats::interval{1, 1, 0.95}, false}};

TEST(acceptance, claims_a_difference_between_equal_cases_in_few_runs) {
    for (const std::uint64_t passes : {6u, 8u, 10u}) {
        machine simulated(1000 * passes + 3);
        int claims = 0;
        for (int i = 0; i < runs; ++i) {
            const auto records = simulated.run({58, 58}, 3, passes);
            claims += floor_between(records[0], records[1]).claims_difference ? 1 : 0;
        }
        EXPECT_LE(claims, most_claims()) << passes << " passes";
        EXPECT_GT(claims, 0) << "an interval that is always right is too wide";
    }
}

TEST(acceptance, intervals_without_a_noise_floor_keep_their_confidence) {
    machine simulated(11);
    int claims = 0;
    for (int i = 0; i < runs; ++i) {
        auto records = simulated.run({58, 58, 58, 58}, 3, 8);
        claims += any_resolved(compare_all(results_of(std::move(records)), exact_floor)) ? 1 : 0;
    }
    EXPECT_LE(claims, most_claims());
    EXPECT_GT(claims, 0);
}

constexpr int family_runs = 300;
const std::vector<double> family(200, 58);

TEST(acceptance, two_hundred_equal_cases_claim_a_difference_in_few_runs) {
    machine simulated(13);
    int claims = 0;
    for (int i = 0; i < family_runs; ++i) {
        claims +=
            any_resolved(compare_all(results_of(simulated.run(family, 1, 8)), exact_floor)) ? 1 : 0;
    }
    EXPECT_LE(claims, most_claims(family_runs));
    EXPECT_GT(claims, 0);
}

/// The number of runs that find that a case costs `ratio` times as much.
int runs_that_find(double ratio, machine simulated) {
    int found = 0;
    for (int i = 0; i < runs; ++i) {
        auto records = simulated.run({58, ratio * 58, 58}, 5, 8);
        const noise_floor floor = floor_between(records[0], records[2]);
        records.pop_back();
        found += any_resolved(compare_all(results_of(std::move(records)), {floor})) ? 1 : 0;
    }
    return found;
}

TEST(acceptance, finds_a_difference_of_a_tenth) {
    EXPECT_GE(runs_that_find(1.1, machine(3, 0)), runs * 95 / 100);
}

// Interruptions belong to the costs, so that they hide smaller differences.
TEST(acceptance, finds_a_doubled_cost_in_spite_of_interruptions) {
    EXPECT_GE(runs_that_find(2, machine(3)), runs * 95 / 100);
}

} // namespace
} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
// The instrument's acceptance test, on simulated machines: of many runs that compare equals at most
// 5 % may claim a difference, and a difference that is there must be found.
#include <tollgate/measure/comparison.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tollgate::measure {
namespace {

constexpr int runs = 2000;
/// 5 % of the runs and three standard deviations of that number.
const double most_claims = runs * 0.05 + 3 * std::sqrt(runs * 0.05 * 0.95);

/// A machine whose speed wanders from round to round, with skewed noise and now and then an
/// interruption on top.
class machine {
public:
    explicit machine(std::uint64_t seed) : random_(seed) {}

    /// Records of one run; entry i costs `costs[i]`.
    std::vector<case_record> run(const std::vector<double>& costs, std::uint64_t rounds) {
        std::vector<case_record> records(costs.size());
        std::lognormal_distribution<> common(0, 0.2);
        std::lognormal_distribution<> noise(0, 0.02);
        std::bernoulli_distribution interrupted(0.05);
        for (std::uint64_t round = 0; round < rounds; ++round) {
            const double speed = common(random_);
            for (std::size_t i = 0; i < costs.size(); ++i) {
                const double value = costs[i] * speed * noise(random_);
                records[i].rounds.push_back(
                    round_of(interrupted(random_) ? 3 * value : value, round));
            }
        }
        return records;
    }

private:
    std::mt19937_64 random_;
};

TEST(acceptance, equal_cases_are_rarely_said_to_differ) {
    for (const std::uint64_t rounds : {6u, 9u, 20u, 40u}) {
        machine simulated(1000 + rounds);
        int claims = 0;
        for (int i = 0; i < runs; ++i) {
            const auto records = simulated.run({58, 58}, rounds);
            claims += find_noise_floor(records[0], records[1]).claims_difference ? 1 : 0;
        }
        EXPECT_LE(claims, most_claims) << rounds << " rounds";
        EXPECT_GT(claims, 0) << "an interval that never errs is wider than it says";
    }
}

TEST(acceptance, several_equal_cases_together_are_rarely_said_to_differ) {
    machine simulated(7);
    int claims = 0;
    for (int i = 0; i < runs; ++i) {
        auto records = simulated.run({58, 58, 58, 58, 58}, 25);
        const case_record twin = records.back();
        records.pop_back();
        bool any = false;
        for (const comparison& one :
             compare_all({records.begin(), records.end()}, find_noise_floor(records[0], twin))) {
            any = any || one.resolved;
        }
        claims += any ? 1 : 0;
    }
    EXPECT_LE(claims, most_claims);
}

TEST(acceptance, without_a_noise_floor_bonferroni_alone_holds_the_promise) {
    machine simulated(11);
    const noise_floor none{1, stats::interval{1, 1, 0.95}, false};
    int claims = 0;
    for (int i = 0; i < runs; ++i) {
        const auto records = simulated.run({58, 58, 58, 58}, 25);
        bool any = false;
        for (const comparison& one : compare_all({records.begin(), records.end()}, none)) {
            any = any || one.resolved;
        }
        claims += any ? 1 : 0;
    }
    EXPECT_LE(claims, most_claims);
    EXPECT_GT(claims, 0);
}

TEST(acceptance, a_difference_of_a_tenth_is_found) {
    machine simulated(3);
    int found = 0;
    for (int i = 0; i < runs; ++i) {
        const auto records = simulated.run({58, 1.1 * 58, 58}, 20);
        const noise_floor floor = find_noise_floor(records[0], records[2]);
        found += compare(records[1], records[0], floor, 0.95).resolved ? 1 : 0;
    }
    EXPECT_GE(found, runs * 95 / 100);
}

} // namespace
} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Gt;
using ::testing::SizeIs;

constexpr std::uint64_t most_rounds = 60;

/// Cases of which a round takes so long; the first runs twice.
plan plan_of(const std::vector<std::chrono::nanoseconds>& rounds_take) {
    plan made;
    for (const std::chrono::nanoseconds one : rounds_take) {
        made.cases.push_back({{}, {}, false, static_cast<double>(one.count())});
    }
    made.twins = {0};
    made.passes = 8;
    made.seed = 5;
    return made;
}

std::vector<std::uint64_t> rounds_in(const plan& what, std::chrono::nanoseconds time,
                                     const std::vector<double>& needs = {}) {
    return order_pass(what, 2, 7, time, needs).rounds;
}

/// What they take in all.
double time_ns(const plan& what, const std::vector<std::uint64_t>& rounds) {
    double sum = 0;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        sum += static_cast<double>(rounds[i]) * what.cases[i].round_ns;
    }
    for (const std::size_t twin : what.twins) {
        sum += static_cast<double>(rounds[twin]) * what.cases[twin].round_ns;
    }
    return sum;
}

TEST(order_pass, says_which_pass_it_is_of) {
    const plan what = plan_of({5ms, 8ms});
    const pass_order made = order_pass(what, 2, 7, 1s, {});
    EXPECT_EQ(made.index, 2u);
    EXPECT_EQ(made.first_round, 7u);
    EXPECT_EQ(made.seed, 5u);
    EXPECT_THAT(made.twins, ElementsAre(0));
    ASSERT_THAT(made.cases, SizeIs(2));
    EXPECT_EQ(made.cases[1].round_ns, 8e6);
}

TEST(order_pass, as_long_as_nothing_is_known_all_cases_get_the_rounds_that_fit) {
    const plan what = plan_of({5ms, 10ms}); // 20 ms for all, since the first runs twice
    EXPECT_THAT(rounds_in(what, 200ms), ElementsAre(10, 10));
    EXPECT_THAT(rounds_in(what, 219ms), ElementsAre(10, 10));
    EXPECT_THAT(rounds_in(what, 221ms), ElementsAre(11, 11));
}

TEST(order_pass, there_is_a_round_at_least_and_there_are_sixty_at_most) {
    const plan what = plan_of({5ms, 10ms});
    for (const std::chrono::nanoseconds time : {-1'000'000'000ns, 0ns, 1ns, 19'000'000ns}) {
        EXPECT_THAT(rounds_in(what, time), ElementsAre(1, 1));
        EXPECT_THAT(rounds_in(what, time, {1, 5}), ElementsAre(1, 1));
        EXPECT_THAT(rounds_in(what, time, {0.1, 0.1}), ElementsAre(1, 1));
    }
    EXPECT_THAT(rounds_in(what, 1h), ElementsAre(most_rounds, most_rounds));
    EXPECT_THAT(rounds_in(what, 1h, {2, 5}), ElementsAre(most_rounds, most_rounds));
}

TEST(order_pass, cases_without_length_do_no_harm) {
    EXPECT_THAT(rounds_in(plan_of({0ms, 0ms}), 1s), ElementsAre(most_rounds, most_rounds));
    for (const std::uint64_t rounds : rounds_in(plan_of({0ms, 0ms}), 1s, {1, 2})) {
        EXPECT_GE(rounds, 1u);
        EXPECT_LE(rounds, most_rounds);
    }
}

TEST(order_pass, a_case_that_is_sure_gets_few_rounds_and_the_others_its_time) {
    const plan what = plan_of({5ms, 5ms, 5ms});
    const auto time = 200ms; // ten rounds of all
    EXPECT_THAT(rounds_in(what, time), ElementsAre(10, 10, 10));
    // Three rounds of the sure ones take 45 ms, and 155 are left.
    EXPECT_THAT(rounds_in(what, time, {0.5, 3, 0.5}), ElementsAre(3, 31, 3));
    EXPECT_THAT(rounds_in(what, time, {0.5, 0.79, 0.1}), ElementsAre(3, 3, 3));
    EXPECT_THAT(rounds_in(what, 40ms, {0.5, 0.5, 0.5}), ElementsAre(2, 2, 2));
}

TEST(order_pass, in_an_experiment_all_cases_get_the_same_rounds_however_sure_they_are) {
    plan what = plan_of({5ms, 5ms, 5ms});
    what.until.even_rounds = true;
    EXPECT_THAT(rounds_in(what, 200ms, {0.5, 3, 0.5}), ElementsAre(10, 10, 10));
}

TEST(order_pass, a_case_that_is_hardly_sure_is_no_sure_one) {
    const std::vector<std::uint64_t> rounds = rounds_in(plan_of({5ms, 5ms}), 300ms, {0.1, 0.9});
    EXPECT_EQ(rounds[0], 3u);
    EXPECT_GT(rounds[1], 40u);
}

TEST(order_pass, time_goes_by_need_up_to_six_times_of_it) {
    plan what = plan_of({5ms, 5ms});
    what.twins.clear();
    // Three rounds of each take 30 ms, 240 ms are shared out.
    EXPECT_THAT(rounds_in(what, 270ms, {1, 3}), ElementsAre(3 + 12, 3 + 36));
    EXPECT_THAT(rounds_in(what, 270ms, {2, 6}), ElementsAre(3 + 12, 3 + 36));
    EXPECT_THAT(rounds_in(what, 270ms, {2, 1000}), ElementsAre(3 + 12, 3 + 36));
    const double endless = std::numeric_limits<double>::infinity();
    EXPECT_THAT(rounds_in(what, 270ms, {2, endless}), ElementsAre(3 + 12, 3 + 36));
}

TEST(order_pass, a_need_that_is_no_number_gets_what_a_sure_case_gets) {
    EXPECT_EQ(rounds_in(plan_of({5ms, 5ms}), 200ms, {2, std::nan("")})[1], 3u);
}

TEST(order_pass, fills_its_time_and_does_not_overdraw_it) {
    const plan what = plan_of({5ms, 11ms, 3ms, 40ms});
    for (const auto time : {300ms, 700ms, 900ms}) {
        for (const std::vector<double>& needs :
             std::vector<std::vector<double>>{{}, {1, 1, 1, 1}, {0.1, 9, 0.9, 2}, {5, 0.1, 5, 5}}) {
            const std::vector<std::uint64_t> rounds = rounds_in(what, time, needs);
            EXPECT_LE(time_ns(what, rounds),
                      static_cast<double>(std::chrono::nanoseconds(time).count()));
            EXPECT_THAT(rounds, Each(Ge(1u)));
        }
        // Of each case less than one round is left over.
        const std::vector<std::uint64_t> rounds = rounds_in(what, time, {1, 1, 1, 1});
        EXPECT_GT(time_ns(what, rounds) + 64e6,
                  static_cast<double>(std::chrono::nanoseconds(time).count()));
    }
}

TEST(order_pass, exact_rounds_are_shared_out_evenly_and_add_up) {
    for (const std::uint64_t exact : {1u, 2u, 7u, 8u, 9u, 30u, 101u}) {
        plan what = plan_of({5ms, 10ms});
        what.until.exact_rounds = exact;
        what.passes = std::min<std::uint64_t>(8, exact);
        std::vector<std::uint64_t> in_pass;
        for (std::uint64_t index = 0; index < what.passes; ++index) {
            // Neither time nor needs count.
            const pass_order made = order_pass(what, index, 0, 0ns, std::vector{0.1, 9.0});
            EXPECT_EQ(made.rounds[0], made.rounds[1]);
            in_pass.push_back(made.rounds[0]);
        }
        EXPECT_EQ(std::accumulate(in_pass.begin(), in_pass.end(), std::uint64_t{0}), exact);
        EXPECT_LE(in_pass.front() - in_pass.back(), 1u);
        EXPECT_THAT(in_pass, Each(Gt(0u)));
    }
}

} // namespace
} // namespace tollgate::measure

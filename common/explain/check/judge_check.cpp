// SPDX-License-Identifier: BSL-1.0
#include "made_up_arms.hpp"

#include <tollgate/explain/arm.hpp>
#include <tollgate/explain/judge.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace tollgate::explain {
namespace {

using made_up::experiment;
using made_up::named;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const share* find(const explanation& of, share_kind what) {
    for (const share& one : of.shares) {
        if (one.what == what) {
            return &one;
        }
    }
    return nullptr;
}

double sum_of(const explanation& of) {
    return std::accumulate(of.shares.begin(), of.shares.end(), 0.0,
                           [](double sum, const share& one) { return sum + one.ns.value; });
}

TEST(alone, what_takes_something_off_is_resolved_and_what_does_nothing_is_not) {
    experiment made(1);
    made.add({}, 100);
    made.add({"a"}, 70);
    made.add({"b"}, 100);
    const std::vector<intervention> tried{named("a"), named("b")};
    const auto alone = judge_alone(made.seen(), tried);
    ASSERT_THAT(alone, SizeIs(2));
    EXPECT_TRUE(alone[0].resolved);
    EXPECT_NEAR(alone[0].takes_off_ns.value, 30, 3);
    EXPECT_NEAR(alone[0].costs_ns, 70, 5);
    EXPECT_FALSE(alone[1].resolved);
    EXPECT_THAT(factors_of(alone), ElementsAre("a"));
}

TEST(alone, what_did_not_take_hold_is_not_judged) {
    for (const auto verdict : {hold_proof::verdict::failed, hold_proof::verdict::pointless,
                               hold_proof::verdict::unprovable}) {
        experiment made(2);
        made.add({}, 100);
        made.add({"a"}, 50);
        std::vector<intervention> tried{named("a")};
        tried[0].proof = [&](const auto&, const auto&) { return hold_proof{verdict, "no"}; };
        const auto alone = judge_alone(made.seen(), tried);
        EXPECT_FALSE(alone[0].resolved);
        EXPECT_THAT(factors_of(alone), IsEmpty());
    }
}

TEST(alone, a_difference_below_the_noise_floor_is_not_resolved) {
    experiment made(3);
    made.add({}, 100);
    made.add({"a"}, 90);
    stage seen = made.seen();
    const std::vector<intervention> tried{named("a")};
    seen.floor = 0.05;
    EXPECT_TRUE(judge_alone(seen, tried)[0].resolved);
    seen.floor = 0.2;
    EXPECT_FALSE(judge_alone(seen, tried)[0].resolved);
}

TEST(alone, an_arm_without_rounds_is_said_to_be_missing) {
    experiment made(4);
    made.add({}, 100);
    made.add({"a"}, 90).rounds.clear();
    const std::vector<intervention> tried{named("a"), named("b")};
    for (const tried_alone& one : judge_alone(made.seen(), tried)) {
        EXPECT_EQ(one.proof.what, hold_proof::verdict::failed);
        EXPECT_FALSE(one.resolved);
    }
}

tried_alone moved(const char* name, double takes_off) {
    tried_alone one;
    one.name = name;
    one.takes_off_ns.value = takes_off;
    one.resolved = true;
    return one;
}

TEST(factors, are_those_that_take_something_off_the_largest_first_and_at_most_five) {
    std::vector<tried_alone> alone{moved("a", 1), moved("b", 7), moved("c", -9), moved("d", 3)};
    alone.push_back(moved("other", 50));
    alone.back().is_alternative = true;
    alone.push_back(moved("unresolved", 60));
    alone.back().resolved = false;
    EXPECT_THAT(factors_of(alone), ElementsAre("b", "d", "a"));
    for (const char* name : {"e", "f", "g"}) {
        alone.push_back(moved(name, 2));
    }
    EXPECT_THAT(factors_of(alone), ElementsAre("b", "d", "e", "f", "g"));
}

TEST(factors, are_the_one_that_is_nearest_if_none_took_something_off) {
    const auto nearly = [](const char* name, double takes_off, double low) {
        tried_alone one = moved(name, takes_off);
        one.resolved = false;
        one.takes_off_ns.range = {low, 2 * takes_off - low, 0.95};
        return one;
    };
    std::vector<tried_alone> alone{nearly("a", 30, -31)};
    EXPECT_THAT(factors_of(alone), IsEmpty()); // not half of the way
    alone = {nearly("a", 30, -29), nearly("b", 10, -1), nearly("c", -50, -51)};
    alone.push_back(nearly("other", 50, -1));
    alone.back().is_alternative = true;
    alone.push_back(nearly("lost", 50, -1));
    alone.back().proof.what = hold_proof::verdict::failed;
    EXPECT_THAT(factors_of(alone), ElementsAre("b"));
    alone.push_back(moved("d", 1));
    EXPECT_THAT(factors_of(alone), ElementsAre("d"));
}

/// An experiment of two stages with interventions that do nothing, of which the second stage has
/// those that the first one chose.
bool claims_something_of_placebos(std::uint64_t seed) {
    experiment first(2 * seed);
    first.add({}, 100);
    std::vector<intervention> tried;
    for (const char* name : {"a", "b", "c", "d"}) {
        tried.push_back(named(name));
        first.add({name}, 100);
    }
    const auto alone = judge_alone(first.seen(), tried);
    const std::vector<std::string> factors = factors_of(alone);
    experiment second(2 * seed + 1);
    for (const auto& names : arms_together(factors, {})) {
        second.add(names, 100);
    }
    return std::any_of(alone.begin(), alone.end(),
                       [](const tried_alone& one) { return one.resolved; }) ||
           find(explain(second.seen(), {factors, {}, tried}), share_kind::intervention) != nullptr;
}

TEST(factors, that_do_nothing_are_a_share_in_at_most_one_experiment_of_twenty) {
    constexpr std::uint64_t experiments = 400;
    std::uint64_t claimed = 0;
    for (std::uint64_t seed = 0; seed < experiments; ++seed) {
        claimed += claims_something_of_placebos(seed) ? 1 : 0;
    }
    EXPECT_LE(claimed, experiments / 20);
    EXPECT_GT(claimed, 0U) << "a judge that never errs does not look";
}

TEST(shares, below_the_noise_floor_are_none) {
    experiment made(17);
    made.add({}, 100);
    made.add({"a"}, 90);
    stage seen = made.seen();
    EXPECT_NE(find(explain(seen, {{"a"}, {}, {}}), share_kind::intervention), nullptr);
    seen.floor = 0.2;
    EXPECT_EQ(find(explain(seen, {{"a"}, {}, {}}), share_kind::intervention), nullptr);
}

TEST(factors, of_which_one_can_hold_at_a_time_are_one) {
    std::vector<tried_alone> alone{moved("policy=fifo", 5), moved("policy=batch", 7),
                                   moved("c", 3)};
    alone[0].exclusive = "policy";
    alone[1].exclusive = "policy";
    EXPECT_THAT(factors_of(alone), ElementsAre("policy=batch", "c"));
}

TEST(alone, an_alternative_that_was_refused_did_not_hold) {
    experiment made(16);
    made.add({}, 100);
    made.add({"a"}, 100).counted[witness::refused] = 1;
    const std::vector<intervention> tried{named("a")};
    EXPECT_EQ(judge_alone(made.seen(), tried)[0].proof.what, hold_proof::verdict::failed);
}

TEST(arms, that_are_tried_together_are_the_runs_and_the_base) {
    using names = std::vector<std::string>;
    EXPECT_THAT(arms_together({"a", "b"}, "one"),
                ElementsAre(names{}, names{"a"}, names{"b"}, names{"a", "b"}, names{"one"}));
    EXPECT_THAT(arms_together({}, ""), ElementsAre(names{}));
}

TEST(shares, add_up_to_the_cost_and_hold_what_is_true) {
    experiment made(5);
    made.add({}, 100);
    made.add({"a"}, 60);
    made.add({"b"}, 80);
    made.add({"a", "b"}, 40);
    made.add({"one"}, 15);
    const explanation found = explain(made.seen(), {{"a", "b"}, "one", {}});
    EXPECT_NEAR(found.cost_ns.value, 100, 8);
    EXPECT_NEAR(sum_of(found), found.cost_ns.value, 1e-6);
    ASSERT_THAT(found.shares, SizeIs(5));
    EXPECT_THAT(found.shares[0].of, ElementsAre("a"));
    EXPECT_NEAR(found.shares[0].ns.value, 40, 4);
    EXPECT_THAT(found.shares[1].of, ElementsAre("b"));
    EXPECT_NEAR(found.shares[1].ns.value, 20, 3);
    EXPECT_NEAR(find(found, share_kind::base)->ns.value, 15, 2);
    EXPECT_NEAR(find(found, share_kind::rest)->ns.value, 25, 4);
    for (const share& one : found.shares) {
        EXPECT_EQ(one.resolved, one.what != share_kind::rare) << to_string(one.what);
    }
}

TEST(shares, have_no_base_that_costs_more_than_the_case_under_all_factors) {
    experiment made(13);
    made.add({}, 100);
    made.add({"a"}, 10);
    made.add({"one"}, 15);
    const explanation found = explain(made.seen(), {{"a"}, "one", {}});
    EXPECT_EQ(find(found, share_kind::base), nullptr);
    EXPECT_NEAR(find(found, share_kind::rest)->ns.value, 10, 2);
    EXPECT_NEAR(sum_of(found), found.cost_ns.value, 1e-6);
}

TEST(shares, of_four_that_take_off_the_same_are_one_and_all_of_it) {
    experiment made(11);
    for (const auto& names : arms_together({"a", "b", "c", "d"}, {})) {
        made.add(names, names.empty() ? 100 : 20);
    }
    const explanation found = explain(made.seen(), {{"a", "b", "c", "d"}, {}, {}});
    ASSERT_FALSE(found.shares.empty());
    EXPECT_THAT(found.shares[0].of, SizeIs(4));
    EXPECT_NEAR(found.shares[0].ns.value, 80, 6);
    EXPECT_NEAR(find(found, share_kind::rest)->ns.value, 20, 3);
    EXPECT_NEAR(sum_of(found), found.cost_ns.value, 1e-6);
}

TEST(shares, are_none_of_what_did_not_hold_in_each_of_its_arms) {
    experiment made(12);
    made.add({}, 100);
    made.add({"a"}, 60);
    made.add({"b"}, 80);
    made.add({"a", "b"}, 60).counted["lost"] = 1; // of b nothing is left beside a
    std::vector<intervention> tried{named("a"), named("b")};
    tried[1].proof = [](const auto&, const measure::case_record& arm) {
        return hold_proof{arm.counted.contains("lost") ? hold_proof::verdict::failed
                                                       : hold_proof::verdict::held,
                          ""};
    };
    const explanation found = explain(made.seen(), {{"a", "b"}, {}, tried});
    ASSERT_FALSE(found.shares.empty());
    EXPECT_THAT(found.shares[0].of, ElementsAre("a"));
    EXPECT_NEAR(found.shares[0].ns.value, 40, 4);
    for (const share& one : found.shares) {
        EXPECT_NE(one.of, std::vector<std::string>{"b"});
    }
}

TEST(shares, that_the_second_stage_does_not_confirm_are_part_of_the_rest) {
    experiment made(7);
    made.add({}, 100);
    made.add({"a"}, 100);
    const explanation found = explain(made.seen(), {{"a"}, {}, {}});
    EXPECT_EQ(find(found, share_kind::intervention), nullptr);
    EXPECT_NEAR(sum_of(found), found.cost_ns.value, 1e-6);
}

TEST(shares, without_factors_are_the_rest_alone_and_what_the_kernel_counted) {
    experiment made(8);
    made.add({}, 100);
    const explanation found = explain(made.seen(), question{});
    EXPECT_EQ(find(found, share_kind::intervention), nullptr);
    EXPECT_NE(find(found, share_kind::rest), nullptr);
    EXPECT_NEAR(sum_of(found), found.cost_ns.value, 1e-6);
}

/// Each fourth round of each pass costs three times as much, and something was counted in it.
void disturb(measure::case_record& record, environment::disturbance_counters counted) {
    for (std::size_t i = 0; i < record.rounds.size(); i += 4) {
        record.rounds[i].value_ns *= 3;
        record.rounds[i].counted = counted;
    }
}

TEST(shares, of_what_the_kernel_counted_are_by_how_much_it_raised_the_mean) {
    environment::disturbance_counters stopped;
    stopped.stops = 2;
    environment::disturbance_counters throttled;
    throttled.throttled_periods = 1;
    environment::disturbance_counters stolen;
    stolen.steal_ticks = 1;
    const std::pair<share_kind, environment::disturbance_counters> kinds[] = {
        {share_kind::stopped, stopped},
        {share_kind::throttled, throttled},
        {share_kind::stolen, stolen}};
    for (const auto& [kind, counted] : kinds) {
        experiment made(9);
        disturb(made.add({}, 100), counted);
        const explanation found = explain(made.seen(), question{});
        const share* part = find(found, kind);
        ASSERT_NE(part, nullptr) << to_string(kind);
        EXPECT_TRUE(part->resolved);
        EXPECT_NEAR(part->ns.value, 50, 5); // a fourth of 200
        EXPECT_NEAR(find(found, share_kind::rest)->ns.value, 100, 8);
        EXPECT_NEAR(sum_of(found), found.cost_ns.value, 1e-6);
    }
}

TEST(shares, of_a_quota_are_those_of_arms_that_use_the_cpus_alike) {
    environment::disturbance_counters throttled;
    throttled.throttled_periods = 1;
    for (const bool alike : {true, false}) {
        experiment made(14);
        made.add({}, 100);
        disturb(made.add({"a"}, 100), throttled);
        std::vector<intervention> tried{named("a")};
        tried[0].uses_cpus_alike = alike;
        const explanation found = explain(made.seen(), {{}, {}, tried});
        EXPECT_EQ(find(found, share_kind::throttled) != nullptr, alike);
        // A fourth of 200 in one of two arms.
        EXPECT_NEAR(found.cost_ns.value, alike ? 125 : 100, 8);
    }
}

TEST(shares, of_stops_are_those_of_all_arms) {
    environment::disturbance_counters stopped;
    stopped.stops = 1;
    experiment made(15);
    made.add({}, 100);
    disturb(made.add({"a"}, 100), stopped);
    const explanation found = explain(made.seen(), question{});
    ASSERT_NE(find(found, share_kind::stopped), nullptr);
    EXPECT_NEAR(find(found, share_kind::stopped)->ns.value, 25, 5);
}

TEST(shares, of_rare_rounds_that_nothing_explains_are_named) {
    experiment made(10);
    measure::case_record& control = made.add({}, 100);
    for (std::size_t i = 0; i < control.rounds.size(); i += experiment::rounds) {
        control.rounds[i].value_ns *= 21;
    }
    const explanation found = explain(made.seen(), question{});
    const share* rare = find(found, share_kind::rare);
    ASSERT_NE(rare, nullptr);
    EXPECT_TRUE(rare->resolved);
    EXPECT_NEAR(rare->ns.value, 100, 10); // 2,000 in one of twenty
}

TEST(shares, of_nothing_are_none) {
    EXPECT_THAT(explain(stage{}, question{}).shares, IsEmpty());
    measure::case_record empty;
    EXPECT_THAT(explain(stage{{{{}, &empty}}, 0}, question{}).shares, IsEmpty());
}

} // namespace
} // namespace tollgate::explain

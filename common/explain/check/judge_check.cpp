// SPDX-License-Identifier: BSL-1.0
#include "fake_variants.hpp"

#include <tollgate/explain/hold_checks.hpp>
#include <tollgate/explain/judge.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tollgate::explain {
namespace {

using fake::experiment;
using fake::named;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using outcome = change::outcome;
using overlap = all_together::overlap;

std::vector<intervention> all_named(const std::vector<const char*>& names) {
    std::vector<intervention> all;
    for (const char* name : names) {
        all.push_back(named(name));
    }
    return all;
}

const change& find(const std::vector<change>& in, const std::string& name) {
    return *std::ranges::find(in, name, &change::name);
}

/// The names of the changes with this outcome.
std::vector<std::string> that_are(outcome found, const std::vector<change>& changes) {
    std::vector<std::string> names;
    for (const change& each : changes) {
        if (each.result == found) {
            names.push_back(each.name);
        }
    }
    return names;
}

TEST(judge, finds_what_reduces_the_cost_and_not_what_does_nothing) {
    experiment trial(1);
    trial.add({}, 100);
    trial.add({"a"}, 70);
    trial.add({"b"}, 100);
    const auto changes = judge(trial.measured(), all_named({"a", "b"}));
    ASSERT_THAT(changes, SizeIs(2));
    EXPECT_THAT(that_are(outcome::once, changes), ElementsAre("a"));
    EXPECT_NEAR(changes[0].takes_off_ns.value, 30, 3);
}

TEST(judge, ignores_variants_that_did_not_take_hold) {
    for (const auto verdict : {hold_check::verdict::failed, hold_check::verdict::pointless,
                               hold_check::verdict::uncheckable}) {
        experiment trial(2);
        trial.add({}, 100);
        trial.add({"a"}, 50);
        std::vector<intervention> tried = all_named({"a"});
        tried[0].check_hold = [&](const auto&, const auto&) { return hold_check{verdict, "no"}; };
        const auto changes = judge(trial.measured(), tried);
        EXPECT_THAT(that_are(outcome::once, changes), IsEmpty());
        EXPECT_THAT(to_confirm(changes), IsEmpty());
    }
    experiment trial(3);
    trial.add({}, 100);
    trial.add({"a"}, 50).counted[witness::refused] =
        1; // an alternative has no hold check of its own
    trial.add({"b"}, 50).rounds.clear();
    for (const change& each : judge(trial.measured(), all_named({"a", "b"}))) {
        EXPECT_EQ(each.hold.result, hold_check::verdict::failed) << each.name;
    }
}

TEST(judge, finds_no_difference_below_the_noise_floor) {
    experiment trial(3);
    trial.add({}, 100);
    trial.add({"a"}, 90);
    half measured = trial.measured();
    measured.floor = 0.05;
    EXPECT_EQ(judge(measured, all_named({"a"}))[0].result, outcome::once);
    measured.floor = 0.2;
    EXPECT_EQ(judge(measured, all_named({"a"}))[0].result, outcome::nothing);
}

change moved(const char* name, double takes_off) {
    change each;
    each.name = name;
    each.takes_off_ns.value = takes_off;
    each.result = outcome::once;
    return each;
}

TEST(to_confirm, are_five_that_help_three_others_and_all_helpful_ones_together) {
    std::vector<change> changes{moved("a", 1), moved("b", 7), moved("worse", -9), moved("d", 3)};
    for (const char* name : {"place=1", "place=2", "place=3"}) {
        changes.push_back(moved(name, 50));
        changes.back().is_alternative = true;
    }
    changes.push_back(moved("nothing", 60));
    changes.back().result = outcome::nothing;
    using names = variant_names;
    EXPECT_THAT(to_confirm(changes),
                ElementsAre(names{}, names{"b"}, names{"d"}, names{"a"}, names{"place=1"},
                            names{"place=2"}, names{"place=3"}, names{"b", "d", "a"}));
    changes.erase(changes.begin() + 4);
    for (const char* name : {"e", "f", "g"}) {
        changes.push_back(moved(name, 2));
    }
    changes[2].takes_off_ns.value = -4;
    EXPECT_THAT(to_confirm(changes),
                ElementsAre(names{}, names{"b"}, names{"d"}, names{"e"}, names{"f"}, names{"g"},
                            names{"place=2"}, names{"place=3"}, names{"worse"},
                            names{"b", "d", "e", "f", "g"}));
}

TEST(to_confirm, combines_only_what_can_hold_at_the_same_time) {
    std::vector<change> changes{moved("policy=fifo", 5), moved("policy=batch", 7)};
    changes[0].exclusive = changes[1].exclusive = "policy";
    using names = variant_names;
    EXPECT_THAT(to_confirm(changes),
                ElementsAre(names{}, names{"policy=batch"}, names{"policy=fifo"}));
    changes.push_back(moved("c", 3));
    EXPECT_THAT(to_confirm(changes).back(), ElementsAre("policy=batch", "c"));
}

TEST(to_confirm, is_the_nearest_change_if_none_reduced_the_cost) {
    const auto nearly = [](const char* name, double takes_off, double low) {
        change each = moved(name, takes_off);
        each.result = outcome::nothing;
        each.takes_off_ns.range = {low, 2 * takes_off - low, 0.95};
        return each;
    };
    std::vector<change> changes{nearly("a", 30, -31)};
    EXPECT_THAT(to_confirm(changes), IsEmpty()); // not half of the way
    changes = {nearly("a", 30, -29), nearly("b", 10, -1), nearly("c", -50, -51)};
    changes.push_back(nearly("other", 50, -1));
    changes.back().is_alternative = true;
    EXPECT_THAT(to_confirm(changes), ElementsAre(variant_names{}, variant_names{"b"}));
}

/// Costs by the names of interventions; an intervention without an entry has no effect.
using costs = std::map<variant_names, double>;

/// Both halves of an experiment, as run::explain_case makes them.
explanation explained(std::uint64_t seed, const std::vector<intervention>& tried,
                      const costs& cost_ns) {
    const auto cost_of = [&](const variant_names& names) {
        const auto known = cost_ns.find(names);
        return known == cost_ns.end() ? 100 : known->second;
    };
    experiment first(2 * seed);
    first.add({}, cost_of({}));
    for (const intervention& each : tried) {
        first.add({each.name}, cost_of({each.name}));
    }
    auto changes = judge(first.measured(), tried);
    experiment second(2 * seed + 1);
    const auto variants = to_confirm(changes);
    for (const variant_names& names : variants) {
        second.add(names, cost_of(names));
    }
    return variants.empty() ? explain(first.measured(), false, tried, std::move(changes))
                            : explain(second.measured(), true, tried, std::move(changes));
}

constexpr std::uint64_t experiments = 400;

TEST(explanations, of_placebos_claim_something_in_at_most_one_experiment_of_twenty) {
    const auto tried = all_named({"a", "b", "c", "d"});
    std::uint64_t claimed = 0;
    for (std::uint64_t seed = 0; seed < experiments; ++seed) {
        const auto changes = explained(seed, tried, {}).changes;
        claimed += that_are(outcome::nothing, changes).size() != tried.size() ? 1 : 0;
    }
    EXPECT_LE(claimed, experiments / 20);
    EXPECT_GT(claimed, 0U) << "a judge that never errs examines nothing";
}

TEST(explanations, of_one_cause_among_placebos_confirm_it_alone) {
    const auto tried = all_named({"a", "b", "real", "c"});
    std::uint64_t right = 0;
    for (std::uint64_t seed = 0; seed < experiments; ++seed) {
        const explanation found = explained(seed, tried, {{{"real"}, 90}});
        right +=
            that_are(outcome::confirmed, found.changes) == std::vector<std::string>{"real"} ? 1 : 0;
    }
    EXPECT_GE(right, experiments * 19 / 20);
}

TEST(explanations, say_that_effects_overlap_only_where_they_do) {
    const auto tried = all_named({"a", "b"});
    std::uint64_t none = 0;
    for (std::uint64_t seed = 0; seed < experiments; ++seed) {
        const auto how = [&](double of_a, double of_b, double together) {
            const explanation found =
                explained(seed, tried, {{{"a"}, of_a}, {{"b"}, of_b}, {{"a", "b"}, together}});
            EXPECT_TRUE(found.together) << seed;
            return found.together ? found.together->how : overlap::none;
        };
        none += how(60, 80, 40) == overlap::none ? 1 : 0;
        if (seed < 20) {
            EXPECT_EQ(how(60, 65, 40), overlap::some);
            EXPECT_EQ(how(20, 30, 18), overlap::each_is_enough);
        }
    }
    EXPECT_GE(none, experiments * 19 / 20);
}

TEST(explanations, have_the_cost_left_under_all_helpful_changes_or_the_only_one) {
    const auto tried = all_named({"b", "a"});
    const explanation both = explained(5, tried, {{{"a"}, 60}, {{"b"}, 80}, {{"a", "b"}, 40}});
    EXPECT_NEAR(both.cost_ns.value, 100, 8);
    ASSERT_TRUE(both.together && both.left_ns);
    EXPECT_EQ(both.changes.front().name, "a") << "the one that takes most off is the first";
    EXPECT_THAT(both.together->names, ElementsAre("a", "b"));
    EXPECT_NEAR(both.together->takes_off_ns.value, 60, 6);
    EXPECT_NEAR(both.left_ns->value, 40, 4);
    EXPECT_TRUE(both.left_ns->range);
    const explanation one = explained(6, tried, {{{"a"}, 60}});
    EXPECT_FALSE(one.together);
    ASSERT_TRUE(one.left_ns);
    EXPECT_NEAR(one.left_ns->value, 60, 6);
    EXPECT_FALSE(explained(7, tried, {}).left_ns);
}

TEST(explanations, of_exclusive_changes_have_the_best_one_and_no_overlap) {
    auto tried = all_named({"a", "b", "c"});
    tried[0].exclusive = tried[1].exclusive = "policy";
    const explanation two = explained(9, {tried[0], tried[1]}, {{{"a"}, 60}, {{"b"}, 70}});
    EXPECT_FALSE(two.together);
    EXPECT_NEAR(two.left_ns.value().value, 60, 6);
    const explanation three =
        explained(10, tried, {{{"a"}, 60}, {{"b"}, 70}, {{"c"}, 80}, {{"a", "c"}, 40}});
    EXPECT_THAT(three.together.value().names, ElementsAre("a", "c"));
    EXPECT_EQ(three.together->how, overlap::none) << "b takes no part";
}

/// Explains these changes of a first half by a second half in which "a" takes 20 off.
explanation confirmed(std::vector<change> changes, std::vector<intervention> tried,
                      double floor = 0) {
    experiment second(8);
    second.add({}, 100);
    second.add({"a"}, 80);
    half measured = second.measured();
    measured.floor = floor;
    return explain(measured, true, tried, std::move(changes));
}

TEST(explanations, say_that_each_is_enough_only_where_each_was_confirmed_and_all_help) {
    for (const auto& [of_c, together] : {std::pair(100, 60), {60, 100}, {60, 120}}) {
        experiment second(4);
        second.add({}, 100);
        second.add({"a"}, 60);
        second.add({"b"}, 60);
        second.add({"c"}, of_c);
        second.add({"a", "b", "c"}, together);
        const explanation found = explain(second.measured(), true, all_named({"a", "b", "c"}),
                                          {moved("a", 40), moved("b", 40), moved("c", 40)});
        ASSERT_TRUE(found.together);
        EXPECT_EQ(found.together->how, overlap::some) << of_c << " " << together;
    }
}

TEST(explanations, have_figures_of_the_second_half_alone) {
    const explanation found = confirmed({moved("a", 30), moved("b", 40)}, all_named({"a", "b"}));
    EXPECT_EQ(find(found.changes, "a").result, outcome::confirmed);
    EXPECT_NEAR(find(found.changes, "a").takes_off_ns.value, 20, 3);
    EXPECT_NEAR(find(found.changes, "a").costs_ns.value, 80, 7);
    const change& not_again = find(found.changes, "b");
    EXPECT_EQ(not_again.result, outcome::once);
    EXPECT_EQ(not_again.takes_off_ns.value, 0) << "it was measured once";
    EXPECT_EQ(not_again.costs_ns.value, 0);
}

TEST(explanations, confirm_neither_another_sign_nor_what_did_not_hold_nor_less_than_the_floor) {
    EXPECT_EQ(confirmed({moved("a", -30)}, all_named({"a"})).changes[0].result, outcome::once);
    EXPECT_EQ(confirmed({moved("a", 30)}, all_named({"a"}), 0.3).changes[0].result, outcome::once);
    std::vector<intervention> tried = all_named({"a"});
    tried[0].check_hold = [](const auto&, const auto&) {
        return hold_check{hold_check::verdict::failed, "lost"};
    };
    const change lost = confirmed({moved("a", 30)}, tried).changes[0];
    EXPECT_EQ(lost.result, outcome::nothing);
    EXPECT_EQ(lost.hold.text, "lost");
    EXPECT_EQ(lost.takes_off_ns.value, 0) << "a figure of a variant that was left out";
}

// The fewest passes with which a half may end.
TEST(explanations, find_an_effect_in_six_passes) {
    experiment first(13);
    for (measure::case_record* record : {&first.add({}, 100), &first.add({"a"}, 60)}) {
        std::erase_if(record->rounds, [](const auto& round) { return round.process >= 6; });
    }
    const std::vector<change> changes = judge(first.measured(), all_named({"a"}));
    EXPECT_THAT(that_are(outcome::once, changes), ElementsAre("a"));
    EXPECT_EQ(to_confirm(changes).size(), 2U) << "the control, and a";
}

TEST(explanations, have_nothing_together_if_one_of_them_did_not_hold_there) {
    std::vector<intervention> tried = all_named({"a", "b"});
    tried[1].check_hold = [](const auto&, const measure::case_record& variant) {
        return hold_check{variant.counted.contains("lost") ? hold_check::verdict::failed
                                                           : hold_check::verdict::held,
                          ""};
    };
    experiment second(12);
    second.add({}, 100);
    second.add({"a"}, 60);
    second.add({"b"}, 80);
    second.add({"a", "b"}, 60).counted["lost"] = 1; // of b nothing is left beside a
    const explanation found =
        explain(second.measured(), true, tried, {moved("a", 40), moved("b", 20)});
    EXPECT_THAT(that_are(outcome::confirmed, found.changes), ElementsAre("a", "b"));
    EXPECT_FALSE(found.together);
    EXPECT_NEAR(found.left_ns.value().value, 60, 5) << "under the best one";
}

/// Each fourth round of each pass costs three times as much, and something was counted in it.
void disturb(measure::case_record& record, environment::disturbance_counters counted) {
    for (std::size_t i = 0; i < record.rounds.size(); i += 4) {
        record.rounds[i].value_ns *= 3;
        record.rounds[i].counted = counted;
    }
}

TEST(disturbances, raise_the_mean_and_are_not_part_of_the_cost) {
    environment::disturbance_counters stopped;
    stopped.stops = 2;
    environment::disturbance_counters throttled;
    throttled.throttled_periods = 1;
    environment::disturbance_counters stolen;
    stolen.steal_ticks = 1;
    using cause = disturbance::cause;
    for (const auto& [by, counted] :
         {std::pair(cause::stopped, stopped), std::pair(cause::throttled, throttled),
          std::pair(cause::stolen, stolen)}) {
        experiment trial(9);
        disturb(trial.add({}, 100), counted);
        const explanation found = explain(trial.measured(), false, {}, {});
        ASSERT_THAT(found.disturbed, SizeIs(1));
        EXPECT_EQ(found.disturbed[0].by, by);
        EXPECT_TRUE(found.disturbed[0].resolved);
        EXPECT_NEAR(found.disturbed[0].adds_ns.value, 50, 5); // a fourth of 200
        EXPECT_NEAR(found.cost_ns.value, 100, 8);
    }
}

TEST(disturbances, by_stops_come_from_all_variants_and_by_a_quota_from_those_that_use_cpus_alike) {
    environment::disturbance_counters stopped;
    stopped.stops = 1;
    environment::disturbance_counters throttled;
    throttled.throttled_periods = 1;
    for (const bool is_alike : {true, false}) {
        for (const auto& counted : {stopped, throttled}) {
            experiment trial(14);
            trial.add({}, 100);
            disturb(trial.add({"a"}, 100), counted);
            std::vector<intervention> tried = all_named({"a"});
            tried[0].uses_cpus_alike = is_alike;
            const explanation found = explain(trial.measured(), false, tried, {});
            const bool expected = is_alike || counted.stops;
            ASSERT_THAT(found.disturbed, SizeIs(expected ? 1 : 0));
            if (expected) { // a fourth of 200 in one of two variants
                EXPECT_NEAR(found.disturbed[0].adds_ns.value, 25, 5);
            }
        }
    }
}

TEST(explanations, of_nothing_are_empty) {
    EXPECT_THAT(explain({}, true, {}, {}).changes, IsEmpty());
    EXPECT_THAT(judge({}, {}), IsEmpty());
    measure::case_record empty;
    EXPECT_EQ(explain({{{{}, &empty}}, 0}, true, {}, {}).cost_ns.value, 0);
}

} // namespace
} // namespace tollgate::explain

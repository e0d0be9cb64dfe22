// SPDX-License-Identifier: BSL-1.0
#include "across/told_apart.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

column machine(const std::string& label, const std::string& name, double ns) {
    column made;
    made.label = label;
    made.costs[name] = {ns, stats::interval{ns * 0.98, ns * 1.02, 0.95}, {}, {}};
    return made;
}

/// A machine on which a case costs so much in each pass; its interval says nothing.
column passes_of(const std::string& label, const std::vector<double>& costs_ns) {
    column made = machine(label, "a", costs_ns.front());
    made.costs["a"].range = stats::interval{0, 1000, 0.95};
    for (const double ns : costs_ns) {
        made.costs["a"].logs.push_back(std::log(ns));
    }
    return made;
}

const std::vector<double> about_10{10, 10.1, 9.9, 10.2, 9.8, 10, 10.1, 9.9};
const std::vector<double> about_11{11, 11.1, 10.9, 11.2, 10.8, 11, 11.1, 10.9};

TEST(told_apart, machines_with_passes_are_told_apart_by_them) {
    const told_apart told =
        tell_apart({passes_of("alpha", about_10), passes_of("beta", about_11)}).at("a");
    EXPECT_THAT(told.unlike_first, ElementsAre(1));
    EXPECT_THAT(told.best, ElementsAre(0));
    EXPECT_THAT(
        tell_apart({passes_of("alpha", about_10), passes_of("beta", about_10)}).at("a").best,
        IsEmpty())
        << "of all of them none is the best";
}

TEST(told_apart, the_cheapest_is_the_one_to_beat_and_not_the_first) {
    const told_apart told = tell_apart({passes_of("alpha", about_11), passes_of("beta", about_10),
                                        passes_of("gamma", about_10)})
                                .at("a");
    EXPECT_THAT(told.unlike_first, ElementsAre(1, 2));
    EXPECT_THAT(told.best, ElementsAre(1, 2));
}

TEST(told_apart, the_cheapest_by_its_value_may_be_dearer_by_its_passes) {
    column cheapest = passes_of("alpha", about_11);
    cheapest.costs["a"].ns = 9;
    const told_apart told = tell_apart({cheapest, passes_of("beta", about_10)}).at("a");
    EXPECT_THAT(told.unlike_first, ElementsAre(1)) << "they differ";
    EXPECT_THAT(told.best, IsEmpty()) << "and it is not shown which is dearer";
}

TEST(told_apart, a_quiet_cost_and_one_that_is_not_by_all_rounds) {
    column quiet = passes_of("alpha", about_10);
    quiet.costs["a"].as_it_is = stats::interval{9, 12, 0.95};
    column other = passes_of("beta", about_11);
    other.costs["a"].range = stats::interval{11, 13, 0.95};
    EXPECT_THAT(tell_apart({quiet, other}).at("a").unlike_first, IsEmpty());
    EXPECT_THAT(tell_apart({quiet, other}).at("a").best, IsEmpty());
    other.costs["a"].range = stats::interval{12.5, 13, 0.95};
    EXPECT_THAT(tell_apart({quiet, other}).at("a").unlike_first, ElementsAre(1));
    EXPECT_THAT(tell_apart({quiet, other}).at("a").best, ElementsAre(0));
    other.costs["a"].as_it_is = other.costs["a"].range = stats::interval{11, 13, 0.95};
    EXPECT_THAT(tell_apart({quiet, other}).at("a").unlike_first, ElementsAre(1)) << "by passes";
}

TEST(told_apart, the_cheapest_by_its_quiet_cost_may_be_the_dearer_one_as_it_is) {
    column quiet = machine("alpha", "a", 95);
    quiet.costs["a"].as_it_is = stats::interval{106, 114, 0.95};
    const told_apart told = tell_apart({quiet, machine("beta", "a", 100)}).at("a");
    EXPECT_THAT(told.unlike_first, ElementsAre(1)) << "they differ";
    EXPECT_THAT(told.best, IsEmpty()) << "and the quiet one is not shown to be cheaper";
}

TEST(told_apart, without_passes_the_intervals_decide) {
    column other = passes_of("beta", about_11);
    other.costs["a"].range = stats::interval{10.5, 11.5, 0.95};
    EXPECT_THAT(tell_apart({machine("alpha", "a", 10), other}).at("a").unlike_first,
                ElementsAre(1));
    other.costs["a"].range = stats::interval{10.1, 11.5, 0.95};
    EXPECT_THAT(tell_apart({machine("alpha", "a", 10), other}).at("a").unlike_first, IsEmpty());
}

TEST(told_apart, all_rows_are_judged_together) {
    // Alone it is 2 %.
    const std::vector<double> nearly{10.15, 10.25, 10.05, 10.45, 9.95, 10.25, 10.35, 10.15};
    std::vector<column> machines{passes_of("alpha", about_10), passes_of("beta", nearly)};
    EXPECT_THAT(tell_apart(machines).at("a").unlike_first, ElementsAre(1));
    for (const char* name : {"b", "c", "d"}) {
        machines[0].costs[name] = machines[0].costs["a"];
        machines[1].costs[name] = machines[0].costs["a"];
    }
    EXPECT_THAT(tell_apart(machines).at("a").unlike_first, IsEmpty());
}

TEST(told_apart, what_the_first_machine_does_not_have_has_no_ratio) {
    const auto told = tell_apart(
        {machine("alpha", "b", 1), passes_of("beta", about_10), passes_of("gamma", about_11)});
    EXPECT_THAT(told.at("a").unlike_first, IsEmpty());
    EXPECT_THAT(told.at("a").best, ElementsAre(1));
    EXPECT_THAT(told.at("b").best, IsEmpty());
}

} // namespace
} // namespace tollgate::cost_sheet

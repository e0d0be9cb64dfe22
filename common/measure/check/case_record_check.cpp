// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_record.hpp>

#include "made_up.hpp"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<double> kept(const case_record& record) {
    std::vector<double> values;
    for (const worst_sample& one : record.worst) {
        values.push_back(one.raw_ns);
    }
    return values;
}

TEST(case_record, keeps_the_largest_samples_largest_first) {
    case_record record;
    for (const double ns : {5.0, 90.0, 1.0, 40.0, 70.0, 2.0, 60.0, 30.0, 80.0, 20.0, 50.0, 10.0}) {
        record.keep_if_among_worst({ns, 0, 0, 0, {}});
    }
    EXPECT_THAT(kept(record), ElementsAre(90, 80, 70, 60, 50, 40, 30, 20));
}

TEST(case_record, of_equal_samples_the_earliest_stay) {
    case_record record;
    for (std::uint64_t i = 0; i < 20; ++i) {
        record.keep_if_among_worst({7, 0, 0, i, {}});
    }
    ASSERT_EQ(record.worst.size(), case_record::most_worst);
    for (std::uint64_t i = 0; i < case_record::most_worst; ++i) {
        EXPECT_EQ(record.worst[i].index, i);
    }
}

TEST(case_record, a_worst_sample_keeps_where_it_was_and_what_went_on) {
    case_record record;
    record.keep_if_among_worst({9, 1, 2, 3, {"steal 1 tick"}});
    EXPECT_EQ(record.worst.at(0).process, 1u);
    EXPECT_EQ(record.worst.at(0).round, 2u);
    EXPECT_EQ(record.worst.at(0).index, 3u);
    EXPECT_THAT(record.worst.at(0).disturbances, ElementsAre("steal 1 tick"));
}

TEST(case_record, cpus_are_ascending_and_each_once) {
    case_record record;
    for (const int cpu : {3, 1, 3, 0, 1, 64}) {
        record.saw_cpu(cpu);
    }
    EXPECT_THAT(record.cpus, ElementsAre(0, 1, 3, 64));
}

case_record of_a_pass(std::uint64_t pass) {
    case_record record = record_of({});
    add_rounds(record, {1, 2}, pass);
    record.samples.add(10 + static_cast<std::int64_t>(pass));
    record.keep_if_among_worst({10.0 + static_cast<double>(pass), pass, 0, 0, {}});
    record.repeated = 3;
    record.counted["wakes"] = 5;
    record.saw_cpu(static_cast<int>(pass));
    return record;
}

TEST(add_pass, puts_together_what_two_passes_measured) {
    case_record all = of_a_pass(0);
    add_pass(all, of_a_pass(1));
    ASSERT_EQ(all.rounds.size(), 4u);
    EXPECT_EQ(all.rounds[1].process, 0u);
    EXPECT_EQ(all.rounds[2].process, 1u);
    EXPECT_EQ(all.rounds[2].round, 0u);
    EXPECT_EQ(all.samples.count(), 2u);
    EXPECT_EQ(all.samples.max(), 11);
    EXPECT_THAT(kept(all), ElementsAre(11, 10));
    EXPECT_EQ(all.worst[0].process, 1u);
    EXPECT_EQ(all.repeated, 6u);
    EXPECT_EQ(all.counted.at("wakes"), 10u);
    EXPECT_THAT(all.cpus, ElementsAre(0, 1));
    EXPECT_THAT(all.failures, ::testing::IsEmpty());
    EXPECT_EQ(all.key.name(), "made/up");
}

TEST(add_pass, keeps_the_largest_samples_of_all_passes) {
    case_record all;
    for (std::uint64_t pass = 0; pass < 12; ++pass) {
        add_pass(all, of_a_pass(pass));
    }
    EXPECT_THAT(kept(all), ElementsAre(21, 20, 19, 18, 17, 16, 15, 14));
}

TEST(add_pass, keeps_failures_and_what_one_pass_alone_counted) {
    case_record all = of_a_pass(0);
    case_record failed = record_of({});
    failed.failures = {"turns lost"};
    failed.counted["sleeps"] = 7;
    add_pass(all, failed);
    EXPECT_THAT(all.failures, ElementsAre("turns lost"));
    EXPECT_EQ(all.counted.at("sleeps"), 7u);
    EXPECT_EQ(all.counted.at("wakes"), 5u);
    EXPECT_EQ(all.rounds.size(), 2u);
}

/// Two rounds with references, of the distance of these CPUs or of loops.
case_record by_distance(std::vector<int> cpus, double ns, std::uint64_t pass) {
    case_record record = record_of({});
    record.distance_of = std::move(cpus);
    record.rounds = {round_beside(ns, ns, 1, 0, pass), round_beside(ns, ns, 2, 1, pass)};
    return record;
}

TEST(add_pass, keeps_whose_distance_the_references_are) {
    case_record all = by_distance({0, 1}, 47, 0);
    add_pass(all, by_distance({0, 1}, 160, 1));
    EXPECT_THAT(all.distance_of, ElementsAre(0, 1));
    ASSERT_EQ(all.rounds.size(), 4u);
    EXPECT_EQ(all.rounds[0].reference_before_ns, 47);
    EXPECT_EQ(all.rounds[3].reference_after_ns, 160);
    add_pass(all, record_of({}));
    EXPECT_THAT(all.distance_of, ElementsAre(0, 1)) << "a pass without a round says nothing";
}

TEST(add_pass, the_first_pass_with_rounds_says_whose_distance_it_is) {
    case_record all = record_of({});
    add_pass(all, record_of({}));
    EXPECT_THAT(all.distance_of, IsEmpty());
    add_pass(all, by_distance({0, 1}, 47, 1));
    EXPECT_THAT(all.distance_of, ElementsAre(0, 1));
    EXPECT_EQ(all.rounds.at(1).reference_after_ns, 47);
}

TEST(add_pass, leaves_out_references_of_another_kind) {
    const std::vector<std::vector<int>> kinds{{}, {0, 1}, {0, 2}};
    for (const std::vector<int>& first : kinds) {
        for (const std::vector<int>& second : kinds) {
            case_record all = by_distance(first, 47, 0);
            add_pass(all, by_distance(second, 30'000, 1));
            EXPECT_EQ(all.distance_of, first);
            EXPECT_TRUE(all.rounds.at(1).has_references());
            EXPECT_EQ(all.rounds.at(2).has_references(), first == second);
            EXPECT_EQ(all.rounds.at(3).reference_after_ns, first == second ? 30'000 : 0);
            EXPECT_EQ(all.rounds.at(3).value_ns, 2);
        }
    }
}

} // namespace
} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/gap_log.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include "fake.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<double> kept(const case_record& record) {
    std::vector<double> values;
    for (const worst_sample& sample : record.worst) {
        values.push_back(sample.raw_ns);
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

TEST(case_record, keeps_the_earliest_of_equal_samples) {
    case_record record;
    for (std::uint64_t i = 0; i < 20; ++i) {
        record.keep_if_among_worst({7, 0, 0, i, {}});
    }
    ASSERT_EQ(record.worst.size(), case_record::most_worst);
    for (std::uint64_t i = 0; i < case_record::most_worst; ++i) {
        EXPECT_EQ(record.worst[i].index, i);
    }
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

TEST(add_pass, joins_the_records_of_two_passes) {
    case_record all = of_a_pass(0);
    case_record second = of_a_pass(1);
    second.failures = {"turns lost"};
    second.counted["sleeps"] = 7;
    add_pass(all, second);
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
    EXPECT_EQ(all.counted.at("sleeps"), 7u);
    EXPECT_THAT(all.failures, ElementsAre("turns lost"));
    EXPECT_EQ(all.key.name(), "fake/case");
}

/// Two rounds with references: the latency of these CPUs, or loops.
case_record by_latency(std::vector<int> cpus, double ns, std::uint64_t pass) {
    case_record record = record_of({});
    record.latency_of = std::move(cpus);
    record.rounds = {round_beside(ns, ns, 1, 0, pass), round_beside(ns, ns, 2, 1, pass)};
    return record;
}

TEST(add_pass, takes_the_latency_cpus_of_the_first_pass_with_rounds) {
    case_record all = record_of({});
    add_pass(all, record_of({}));
    EXPECT_THAT(all.latency_of, IsEmpty());
    add_pass(all, by_latency({0, 1}, 47, 1));
    EXPECT_THAT(all.latency_of, ElementsAre(0, 1));
    EXPECT_EQ(all.rounds.at(1).reference_after_ns, 47);
}

TEST(add_pass, leaves_out_references_of_another_kind) {
    const std::vector<std::vector<int>> kinds{{}, {0, 1}, {0, 2}};
    for (const std::vector<int>& first : kinds) {
        for (const std::vector<int>& second : kinds) {
            case_record all = by_latency(first, 47, 0);
            add_pass(all, by_latency(second, 30'000, 1));
            EXPECT_EQ(all.latency_of, first);
            EXPECT_TRUE(all.rounds.at(1).has_references());
            EXPECT_EQ(all.rounds.at(2).has_references(), first == second);
            EXPECT_EQ(all.rounds.at(3).reference_after_ns, first == second ? 30'000 : 0);
            EXPECT_EQ(all.rounds.at(3).value_ns, 2);
        }
    }
}

gap_log of_lengths(const std::vector<std::int64_t>& lengths) {
    gap_log log;
    std::int64_t at = 0;
    for (const std::int64_t length : lengths) {
        log.add({at += 10'000, length, 3});
    }
    return log;
}

std::vector<std::int64_t> lengths_of(const gap_log& log) {
    std::vector<std::int64_t> lengths;
    for (const gap& entry : log.listed) {
        lengths.push_back(entry.length_ns);
    }
    return lengths;
}

gap_log of_gaps(std::int64_t first, std::int64_t count) {
    gap_log log;
    for (std::int64_t i = first; i < first + count; ++i) {
        log.add({i * 10'000, 2'000, 0});
    }
    return log;
}

TEST(gap_log, lists_an_even_sample_of_too_many_gaps) {
    constexpr std::int64_t gaps = 110'000;
    const gap_log log = of_gaps(0, gaps);
    EXPECT_EQ(log.one_in, 8U);
    EXPECT_LE(log.listed.size(), gap_log::most_listed);
    EXPECT_EQ(log.count(), gaps);
    EXPECT_EQ(log.total_ns(), 2'000 * gaps);
    EXPECT_NEAR(static_cast<double>(log.listed.size()), gaps / 8.0, 500);
    for (std::int64_t tenth = 0; tenth < 10; ++tenth) {
        const auto in_this_tenth =
            std::count_if(log.listed.begin(), log.listed.end(), [&](const gap& entry) {
                return entry.at_ns / 10'000 / (gaps / 10) == tenth;
            });
        EXPECT_NEAR(static_cast<double>(in_this_tenth), gaps / 80.0, 200) << tenth;
    }
}

TEST(gap_log, sample_does_not_depend_on_the_parts_of_the_log) {
    const gap_log whole = of_gaps(0, 90'000);
    gap_log joined;
    joined.add_all(of_gaps(0, 10));
    joined.add_all(of_gaps(10, 70'000));
    joined.add_all(of_gaps(70'010, 19'990));
    EXPECT_EQ(joined, whole);
}

TEST(gap_log, sums_the_watched_time_of_each_pass) {
    gap_log log;
    log.add_watched({0, 10, 100});
    log.add_watched({0, 5, 100});
    gap_log other;
    other.add_watched({0, 1, 50});
    other.add_watched({1, 2, 50});
    EXPECT_FALSE(other.empty());
    log.add_all(other);
    EXPECT_THAT(log.watched, ElementsAre(watched_time{0, 16, 250}, watched_time{1, 2, 50}));
}

TEST(gap_log, keeps_the_longest_gaps_with_their_words) {
    gap_log log;
    for (const std::int64_t length : {5, 1, 9, 7, 3, 8, 2, 6, 4, 10}) {
        log.keep_if_among_longest({{0, length, 0}, {std::to_string(length)}});
    }
    ASSERT_EQ(log.longest.size(), gap_log::most_longest);
    for (std::size_t i = 0; i < log.longest.size(); ++i) {
        EXPECT_EQ(log.longest[i].interruption.length_ns, 10 - static_cast<std::int64_t>(i));
        EXPECT_THAT(log.longest[i].meanwhile, ElementsAre(std::to_string(10 - i)));
    }
    EXPECT_FALSE(log.is_among_longest(3));
    EXPECT_TRUE(log.is_among_longest(4));
    EXPECT_TRUE(gap_log{}.is_among_longest(0));
}

TEST(gap_log, shortened_keeps_the_longest_in_order_and_the_total) {
    const gap_log whole = of_lengths({5, 1, 9, 7, 3});
    const gap_log shorter = shortened(whole, 3);
    EXPECT_THAT(lengths_of(shorter), ElementsAre(5, 9, 7));
    EXPECT_EQ(shorter.unlisted, 2U);
    EXPECT_EQ(shorter.unlisted_ns, 4);
    EXPECT_EQ(shorter.total_ns(), whole.total_ns());
    EXPECT_EQ(shortened(shorter, 3), shorter);
    EXPECT_EQ(shortened(whole, 5), whole);
    EXPECT_THAT(shortened(whole, 0).listed, IsEmpty());
}

} // namespace
} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
#include "../src/merge.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace tollgate::cli {
namespace {

using measure::stop_reason;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

measure::case_record record(const char* name, double value_ns, int cpu) {
    measure::case_record made;
    made.key = name;
    for (std::uint64_t round = 0; round < 2; ++round) {
        measure::case_round one{};
        one.round = round;
        one.value_ns = value_ns + static_cast<double>(round);
        made.rounds.push_back(one);
    }
    made.samples.add(static_cast<std::int64_t>(value_ns));
    made.worst.push_back({value_ns * 10, 0, 1, 7, {}});
    made.cpus = {cpu};
    return made;
}

/// What one process saw; different processes see different `value_ns`.
report::result part(double value_ns, stop_reason stopped = stop_reason::budget) {
    report::result seen;
    seen.cases = {record("first", value_ns, 1), record("second", 2 * value_ns, 0)};
    seen.twin = record("first", value_ns + 0.5, 1);
    seen.stopped = stopped;
    seen.rounds = 2;
    seen.took_s = 1.5;
    seen.budget_s = 2;
    seen.clock.rate_hz = value_ns;
    seen.notes = {"of all"};
    return seen;
}

TEST(merge, one_process_stays_as_it_is) {
    const report::result whole = merge({part(10)});
    EXPECT_EQ(whole.processes, 1u);
    EXPECT_EQ(whole.rounds, 2u);
    EXPECT_EQ(whole.cases.size(), 2u);
    EXPECT_EQ(whole.cases[0].record.rounds.size(), 2u);
}

TEST(merge, of_the_l1_misses_that_were_measured_the_least_counts) {
    const auto merged = [](const std::vector<double>& misses_ns) {
        std::vector<report::result> parts;
        for (const double one : misses_ns) {
            parts.push_back(part(10));
            parts.back().clock.l1_miss_ns = one;
        }
        return merge(std::move(parts)).clock.l1_miss_ns;
    };
    EXPECT_EQ(merged({5, 4, 6}), 4);
    EXPECT_EQ(merged({0, 4, 6}), 4);
    EXPECT_EQ(merged({5, 0}), 5);
    EXPECT_EQ(merged({0, 0}), 0);
    EXPECT_EQ(merged({5}), 5);
}

TEST(merge, rounds_lie_side_by_side_marked_with_their_process) {
    const report::result whole = merge({part(10), part(20), part(30)});
    EXPECT_EQ(whole.processes, 3u);
    EXPECT_EQ(whole.rounds, 6u);
    for (const auto* one : {&whole.cases[0], &whole.twin}) {
        std::vector<std::uint64_t> processes;
        for (const measure::case_round& round : one->record.rounds) {
            processes.push_back(round.process);
        }
        EXPECT_THAT(processes, ElementsAre(0, 0, 1, 1, 2, 2));
    }
    EXPECT_EQ(whole.cases[0].record.rounds[3].value_ns, 21);
    EXPECT_EQ(whole.cases[1].record.rounds[4].value_ns, 60);
    EXPECT_EQ(whole.twin.record.rounds[4].value_ns, 30.5);
}

TEST(merge, distributions_and_worst_samples_add_up) {
    const report::result whole = merge({part(10), part(30), part(20)});
    EXPECT_EQ(whole.cases[0].record.samples.count(), 3u);
    EXPECT_EQ(whole.twin.record.samples.count(), 3u);
    ASSERT_EQ(whole.cases[0].record.worst.size(), 3u);
    EXPECT_EQ(whole.cases[0].record.worst[0].raw_ns, 300);
    EXPECT_EQ(whole.cases[0].record.worst[0].process, 1u);
    EXPECT_EQ(whole.cases[0].record.worst[2].raw_ns, 100);
    EXPECT_EQ(whole.cases[0].record.worst[2].process, 0u);
}

TEST(merge, of_many_worst_samples_the_largest_stay) {
    std::vector<report::result> parts;
    for (std::size_t i = 0; i < 2 * measure::case_record::most_worst; ++i) {
        parts.push_back(part(10 + static_cast<double>(i)));
    }
    const report::result whole = merge(std::move(parts));
    ASSERT_EQ(whole.cases[0].record.worst.size(), measure::case_record::most_worst);
    EXPECT_EQ(whole.cases[0].record.worst.front().process,
              2 * measure::case_record::most_worst - 1);
}

TEST(merge, cpus_are_those_of_any_process) {
    report::result other = part(20);
    other.cases[0].record.cpus = {0, 1};
    EXPECT_THAT(merge({part(10), other}).cases[0].record.cpus, ElementsAre(0, 1));
}

TEST(merge, times_add_up_and_the_clock_is_the_first_ones) {
    const report::result whole = merge({part(10), part(20)});
    EXPECT_EQ(whole.took_s, 3);
    EXPECT_EQ(whole.budget_s, 4);
    EXPECT_EQ(whole.clock.rate_hz, 10);
}

TEST(merge, a_proof_that_failed_in_one_failed_in_all_and_appears_once) {
    std::vector<report::result> parts{part(10), part(20), part(30)};
    parts[1].failures = {"a shorter slice was later"};
    parts[2].failures = {"a shorter slice was later", "nobody woke"};
    const report::result whole = merge(std::move(parts));
    EXPECT_THAT(whole.failures, ElementsAre("a shorter slice was later", "nobody woke"));
    EXPECT_FALSE(whole.proven());
    EXPECT_TRUE(merge({part(10), part(20)}).proven());
}

TEST(merge, how_cases_are_valued_and_compared_stays) {
    std::vector<report::result> parts{part(10), part(20)};
    for (report::result& one : parts) {
        one.cases[1].record.valued_by = measure::method::single_events;
        one.cases[1].record.compared_with = "second";
        one.cases[1].record.repeated = 2;
        one.cases[1].record.counted = {{"looks", 3}};
    }
    const report::result whole = merge(std::move(parts));
    EXPECT_EQ(whole.cases[0].record.valued_by, measure::method::unobserved_loop);
    EXPECT_EQ(whole.cases[1].record.valued_by, measure::method::single_events);
    EXPECT_EQ(whole.cases[1].record.compared_with, "second");
    EXPECT_EQ(whole.cases[1].record.repeated, 4u);
    EXPECT_EQ(whole.cases[1].record.counted.at("looks"), 6u);
}

TEST(merge, notes_that_all_make_appear_once) {
    report::result other = part(20);
    other.notes = {"of all", "of this one"};
    EXPECT_THAT(merge({part(10), other}).notes, ElementsAre("of all", "of this one"));
}

TEST(merge, the_gravest_reason_to_stop_is_that_of_all) {
    const auto merged = [](stop_reason one, stop_reason other) {
        const stop_reason forth = merge({part(10, one), part(20, other)}).stopped;
        EXPECT_EQ(forth, merge({part(10, other), part(20, one)}).stopped);
        return forth;
    };
    EXPECT_EQ(merged(stop_reason::converged, stop_reason::converged), stop_reason::converged);
    EXPECT_EQ(merged(stop_reason::rounds, stop_reason::rounds), stop_reason::rounds);
    EXPECT_EQ(merged(stop_reason::converged, stop_reason::budget), stop_reason::budget);
    EXPECT_EQ(merged(stop_reason::budget, stop_reason::interrupted), stop_reason::interrupted);
    EXPECT_EQ(merged(stop_reason::interrupted, stop_reason::failed), stop_reason::failed);
}

TEST(merge, a_failed_proof_in_one_process_is_failed_in_all) {
    report::result other = part(20, stop_reason::failed);
    other.cases[1].record.failures = {"a turn was lost"};
    other.twin.record.failures = {"another, too"};
    const report::result whole = merge({part(10), other});
    EXPECT_FALSE(whole.proven());
    EXPECT_THAT(whole.cases[0].record.failures, IsEmpty());
    EXPECT_THAT(whole.cases[1].record.failures, ElementsAre("a turn was lost"));
    EXPECT_THAT(whole.twin.record.failures, ElementsAre("another, too"));
    EXPECT_TRUE(merge({part(10), part(20)}).proven());
}

TEST(merge, different_cases_do_not_mix) {
    report::result other = part(20);
    other.cases.pop_back();
    EXPECT_THROW((void)merge({part(10), other}), std::logic_error);
}

} // namespace
} // namespace tollgate::cli

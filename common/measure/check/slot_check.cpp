// SPDX-License-Identifier: BSL-1.0
#include "../src/slot.hpp"

#include <gmock/gmock.h>

#include <functional>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A case whose intervals are the sizes of its groups, but for the value's, which is 7777.
class slot_check : public ::testing::Test {
protected:
    batch run(const schedule& asked) {
        batch done;
        for (const segment& part : asked.segments) {
            for (std::uint64_t i = 0; i < part.groups; ++i) {
                done.intervals.push_back(part.size == 100 ? 7777
                                                          : static_cast<std::int64_t>(part.size));
            }
        }
        done.complete = true;
        done.report.turns = {asked.operations() + 1};
        done.report.cpus = {static_cast<int>(batches.size())};
        done.report.used.voluntary_switches = static_cast<std::int64_t>(batches.size());
        meddle(done);
        batches.push_back(asked);
        return done;
    }
    slot look(bool joined, bool value_first, const value_watch& watch = {}) {
        measured_case one;
        one.run = [this](const schedule& asked, clock::source) { return run(asked); };
        return observe(one, {{3, {{1, 100}}}, {3, {{4, 1}, {2, 2}}}, joined},
                       clock::source::monotonic, value_first, watch);
    }

    std::vector<schedule> batches;
    std::function<void(batch&)> meddle = [](batch&) {};
};

TEST_F(slot_check, two_batches_when_apart) {
    for (const bool value_first : {true, false}) {
        batches.clear();
        const slot seen = look(false, value_first);
        ASSERT_THAT(batches, SizeIs(2));
        EXPECT_THAT(batches[value_first ? 0 : 1].segments, ElementsAre(segment{1, 100}));
        EXPECT_EQ(seen.value, 7777);
        EXPECT_EQ(seen.value_operations, 100u);
        EXPECT_THAT(seen.samples, ElementsAre(1, 1, 1, 1, 2, 2));
        EXPECT_EQ(seen.metered_operations, 103u) << "the value's batch only";
        EXPECT_EQ(seen.metered_groups, 1u);
        EXPECT_EQ(seen.value_report.used.voluntary_switches, value_first ? 0 : 1);
        EXPECT_THAT(seen.cpus, ::testing::UnorderedElementsAre(0, 1));
        EXPECT_THAT(seen.failures, IsEmpty());
    }
}

TEST_F(slot_check, one_batch_when_joined) {
    for (const bool value_first : {true, false}) {
        batches.clear();
        const slot seen = look(true, value_first);
        ASSERT_THAT(batches, SizeIs(1));
        EXPECT_EQ(batches[0].warmup, 3u);
        EXPECT_EQ(batches[0].segments.front().size, value_first ? 100u : 1u);
        EXPECT_EQ(seen.value, 7777);
        EXPECT_EQ(seen.value_operations, 100u);
        EXPECT_THAT(seen.samples, ElementsAre(1, 1, 1, 1, 2, 2));
        EXPECT_EQ(seen.metered_operations, 111u) << "what the threads were metered over";
        EXPECT_EQ(seen.metered_groups, 7u);
        EXPECT_THAT(seen.cpus, ElementsAre(0));
        EXPECT_THAT(seen.failures, IsEmpty());
    }
}

TEST_F(slot_check, a_watch_is_told_right_before_and_right_after_the_batch_with_the_value) {
    for (const bool joined : {true, false}) {
        for (const bool value_first : {true, false}) {
            batches.clear();
            std::vector<std::size_t> began_after; // so many batches
            std::vector<std::size_t> ended_after;
            std::vector<int> cpus;
            const value_watch watch{[&] { began_after.push_back(batches.size()); },
                                    [&](const loop_report& done) {
                                        ended_after.push_back(batches.size());
                                        cpus = done.cpus;
                                    }};
            static_cast<void>(look(joined, value_first, watch));
            const std::size_t value_at = joined || value_first ? 0 : 1;
            EXPECT_THAT(began_after, ElementsAre(value_at));
            EXPECT_THAT(ended_after, ElementsAre(value_at + 1));
            EXPECT_THAT(cpus, ElementsAre(static_cast<int>(value_at))) << "of that batch";
        }
    }
}

TEST_F(slot_check, a_watch_is_told_of_a_batch_that_failed) {
    meddle = [](batch& done) { done.intervals.clear(); };
    int told = 0;
    static_cast<void>(look(false, true, {[&] { ++told; }, [&](const loop_report&) { ++told; }}));
    EXPECT_EQ(told, 2);
}

TEST_F(slot_check, a_batch_that_failed_gives_no_figures) {
    meddle = [](batch& done) {
        done.intervals.clear();
        ++done.report.turns.front();
    };
    for (const bool joined : {true, false}) {
        const slot seen = look(joined, true);
        EXPECT_THAT(seen.failures, SizeIs(joined ? 2 : 4));
        EXPECT_THAT(seen.failures.front(), HasSubstr("turns lost or invented"));
        EXPECT_THAT(seen.failures.back(), HasSubstr("an interval is missing"));
        EXPECT_THAT(seen.samples, IsEmpty());
    }
}

} // namespace
} // namespace tollgate::measure

// SPDX-License-Identifier: BSL-1.0
// What a run and the process of one of its passes tell each other.
#include <tollgate/report/pass_text.hpp>

#include "made_up_pass.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::report {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

void expect_same(const measure::schedule& read, const measure::schedule& sent) {
    EXPECT_EQ(read.warmup, sent.warmup);
    EXPECT_EQ(read.segments, sent.segments);
    EXPECT_FALSE(read.interrupted);
}

void expect_same(const measure::case_round& read, const measure::case_round& sent) {
    EXPECT_EQ(read.process, sent.process);
    EXPECT_EQ(read.round, sent.round);
    EXPECT_EQ(read.operations, sent.operations);
    EXPECT_EQ(read.value_ns, sent.value_ns);
    EXPECT_EQ(read.cpu_ns, sent.cpu_ns);
    EXPECT_EQ(read.cpu_user_ns, sent.cpu_user_ns);
    EXPECT_EQ(read.cpu_system_ns, sent.cpu_system_ns);
    EXPECT_EQ(read.voluntary_switches, sent.voluntary_switches);
    EXPECT_EQ(read.involuntary_switches, sent.involuntary_switches);
    EXPECT_EQ(read.units_per_operation, sent.units_per_operation);
    EXPECT_EQ(read.fit.intercept, sent.fit.intercept);
    EXPECT_EQ(read.fit.slope, sent.fit.slope);
    EXPECT_EQ(read.reference_before_ns, sent.reference_before_ns);
    EXPECT_EQ(read.reference_after_ns, sent.reference_after_ns);
    EXPECT_EQ(read.disturbances, sent.disturbances);
}

void expect_same(const measure::case_record& read, const measure::case_record& sent) {
    EXPECT_EQ(read.key.name(), sent.key.name());
    EXPECT_EQ(read.key.parameters(), sent.key.parameters());
    EXPECT_EQ(read.unit, sent.unit);
    EXPECT_EQ(read.threads, sent.threads);
    EXPECT_EQ(read.valued_by, sent.valued_by);
    EXPECT_EQ(read.compared_with, sent.compared_with);
    ASSERT_EQ(read.rounds.size(), sent.rounds.size());
    for (std::size_t i = 0; i < sent.rounds.size(); ++i) {
        expect_same(read.rounds[i], sent.rounds[i]);
    }
    EXPECT_EQ(read.ns_per_count, sent.ns_per_count);
    EXPECT_EQ(read.reading_ns, sent.reading_ns);
    EXPECT_EQ(read.samples.buckets(), sent.samples.buckets());
    EXPECT_EQ(read.samples.min(), sent.samples.min());
    EXPECT_EQ(read.samples.max(), sent.samples.max());
    EXPECT_EQ(read.samples.negative(), sent.samples.negative());
    EXPECT_EQ(read.samples.overflow(), sent.samples.overflow());
    ASSERT_EQ(read.worst.size(), sent.worst.size());
    for (std::size_t i = 0; i < sent.worst.size(); ++i) {
        EXPECT_EQ(read.worst[i].raw_ns, sent.worst[i].raw_ns);
        EXPECT_EQ(read.worst[i].process, sent.worst[i].process);
        EXPECT_EQ(read.worst[i].round, sent.worst[i].round);
        EXPECT_EQ(read.worst[i].index, sent.worst[i].index);
        EXPECT_EQ(read.worst[i].disturbances, sent.worst[i].disturbances);
    }
    EXPECT_EQ(read.failures, sent.failures);
    EXPECT_EQ(read.repeated, sent.repeated);
    EXPECT_EQ(read.counted, sent.counted);
    EXPECT_EQ(read.cpus, sent.cpus);
    EXPECT_EQ(read.distance_of, sent.distance_of);
    EXPECT_EQ(read.gaps, sent.gaps);
    EXPECT_EQ(read.lost, sent.lost);
}

TEST(order_text, comes_back_exactly) {
    const measure::pass_order sent = made_up_order();
    const std::vector<guest_seat> seats{{0, 7, 8, 9, 4'711, {1}, "guest 1 \"go\" 1\nready\n"},
                                        {3, 10, 11, 12, 4'712, {}, {}, "guest go: it has ended"}};
    const std::string text = order_text(sent, made_up_clock(), seats);
    const ordered_pass read = read_order(text);
    ASSERT_EQ(read.order.cases.size(), sent.cases.size());
    for (std::size_t i = 0; i < sent.cases.size(); ++i) {
        expect_same(read.order.cases[i].value, sent.cases[i].value);
        expect_same(read.order.cases[i].samples, sent.cases[i].samples);
        EXPECT_EQ(read.order.cases[i].joined, sent.cases[i].joined);
        EXPECT_EQ(read.order.cases[i].round_ns, sent.cases[i].round_ns);
        EXPECT_EQ(read.order.cases[i].cpus, sent.cases[i].cpus);
    }
    EXPECT_EQ(read.order.rounds, sent.rounds);
    EXPECT_EQ(read.order.twins, sent.twins);
    EXPECT_EQ(read.order.index, sent.index);
    EXPECT_EQ(read.order.first_round, sent.first_round);
    EXPECT_EQ(read.order.seed, sent.seed);
    EXPECT_EQ(read.clock.source, clock::source::tsc);
    EXPECT_EQ(read.clock.ns_per_count, made_up_clock().ns_per_count);
    EXPECT_EQ(read.clock.l1_miss_ns, made_up_clock().l1_miss_ns);
    EXPECT_EQ(read.guests, seats);
    EXPECT_EQ(order_text(read.order, read.clock, read.guests), text)
        << "and so does the rest of the clock";
}

TEST(pass_text, comes_back_exactly) {
    const measure::pass sent = made_up_pass();
    const measure::pass read = read_pass(pass_text(sent));
    ASSERT_EQ(read.cases.size(), sent.cases.size());
    for (std::size_t i = 0; i < sent.cases.size(); ++i) {
        expect_same(read.cases[i], sent.cases[i]);
    }
    ASSERT_EQ(read.twins.size(), 1u);
    expect_same(read.twins[0], sent.twins[0]);
    EXPECT_EQ(read.rounds, sent.rounds);
    EXPECT_EQ(read.fast_ns, sent.fast_ns);
    EXPECT_EQ(read.interrupts_share, sent.interrupts_share);
    EXPECT_EQ(read.ended_early, sent.ended_early);
}

TEST(pass_text, says_whose_distance_the_references_are) {
    const measure::pass read = read_pass(pass_text(made_up_pass()));
    EXPECT_THAT(read.cases.at(0).distance_of, ElementsAre(1, 3));
    EXPECT_EQ(read.cases[0].rounds.at(3).reference_after_ns, 160.5);
    EXPECT_THAT(read.cases.at(1).distance_of, IsEmpty());
}

TEST(pass_text, of_nothing_comes_back_as_nothing) {
    const measure::pass read = read_pass(pass_text({}));
    EXPECT_TRUE(read.cases.empty());
    EXPECT_TRUE(read.twins.empty());
    EXPECT_TRUE(read.fast_ns.empty());
    EXPECT_FALSE(read.interrupts_share);
    EXPECT_FALSE(read.ended_early);
    EXPECT_TRUE(read_order(order_text({}, {})).order.cases.empty());
}

TEST(pass_text, a_failure_that_is_no_text_is_replaced_and_not_refused) {
    measure::pass measured = made_up_pass();
    measured.cases[0].failures = {"\xff"};
    EXPECT_THAT(read_pass(pass_text(measured)).cases.at(0).failures, ElementsAre("\xef\xbf\xbd"));
}

} // namespace
} // namespace tollgate::report

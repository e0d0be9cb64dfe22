// SPDX-License-Identifier: BSL-1.0
#include "group_loop.hpp"
#include "watched_subjects.hpp"

#include <tollgate/testing/one_batch.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tollgate::testing::events_of;

const measure::schedule four_events{1, {{3, 1}}};

group_share share(std::int64_t begun, std::int64_t ended, int wall_ns, int cpu_ns) {
    group_share created;
    created.begun = begun;
    created.ended = ended;
    created.wall = std::chrono::nanoseconds(wall_ns);
    created.own.used.cpu = std::chrono::nanoseconds(cpu_ns);
    return created;
}

TEST(group_loop, cost_is_the_mean_cpu_time_in_the_clocks_counts) {
    EXPECT_EQ(event_length({share(1'000, 2'000, 1'000, 300)}, group_figure::cost), 300);
    // Two counts a ns.
    EXPECT_EQ(event_length({share(0, 2'000, 1'000, 300), share(500, 1'500, 500, 100)},
                           group_figure::cost),
              400);
    EXPECT_EQ(event_length({share(7, 7, 0, 300)}, group_figure::cost), 0) << "a clock stood still";
}

TEST(group_loop, throughput_is_from_the_first_start_to_the_last_end) {
    EXPECT_EQ(event_length({share(100, 200, 1, 1), share(50, 120, 1, 1), share(60, 300, 1, 1)},
                           group_figure::throughput),
              250);
}

TEST(group_loop, calls_fill_a_share_but_not_more_than_an_event) {
    EXPECT_EQ(calls_each(4, 2), 99'968U);
    EXPECT_EQ(calls_each(1024, 2), 14'592U);
    EXPECT_EQ(calls_each(4096, 1e9), 64U);
}

TEST(group, does_the_work) {
    for (const std::size_t threads : {2, 33}) {
        for (const group_figure figure : {group_figure::cost, group_figure::throughput}) {
            const group_loop<passing> loop{threads, figure, {}};
            const measure::batch done = events_of(loop, four_events);
            EXPECT_THAT(measure::failed_event_self_checks(done, four_events), IsEmpty());
            EXPECT_THAT(done.intervals, SizeIs(3));
            EXPECT_THAT(done.intervals, Each(Gt(0)));
            const bool cost = figure == group_figure::cost;
            EXPECT_EQ(done.report.metered, cost ? 3 * threads : 3);
            EXPECT_EQ(done.report.units_per_operation,
                      static_cast<double>(loop.calls() * (cost ? 1 : threads)));
        }
    }
}

class refusing {
public:
    using ground = passing::ground;
    static constexpr double about_ns = 1000;
    explicit refusing(ground& /*none*/) { throw std::domain_error("no"); }
    void once() {}
    void stay() {}
};

TEST(group, whose_subjects_throw_passes_the_exception_on) {
    EXPECT_THROW(static_cast<void>(
                     events_of(group_loop<refusing>{3, group_figure::throughput, {}}, four_events)),
                 std::domain_error);
}

TEST(group, that_is_interrupted_is_incomplete) {
    measure::schedule asked{1, {{1'000'000, 1}}};
    int left = 3;
    asked.interrupted = [&left] { return left-- <= 0; };
    const measure::batch done = events_of(group_loop<passing>{2, group_figure::cost, {}}, asked);
    EXPECT_THAT(done.report.probe_calls, ElementsAre(3));
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
}

} // namespace

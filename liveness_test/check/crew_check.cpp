// SPDX-License-Identifier: BSL-1.0
#include "crew_loop.hpp"
#include "watched_subjects.hpp"

#include <tollgate/faults/one_batch.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using faults::events_of;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const measure::schedule four_events{1, {{3, 1}}};

crew_share share(std::int64_t begun, std::int64_t ended, int wall_ns, int cpu_ns) {
    crew_share made;
    made.begun = begun;
    made.ended = ended;
    made.wall = std::chrono::nanoseconds(wall_ns);
    made.own.used.cpu = std::chrono::nanoseconds(cpu_ns);
    return made;
}

TEST(crew_loop, cost_is_the_mean_cpu_time_in_the_clocks_counts) {
    EXPECT_EQ(length_of({share(1'000, 2'000, 1'000, 300)}, asked_of_crew::cost), 300);
    // Two counts a ns.
    EXPECT_EQ(
        length_of({share(0, 2'000, 1'000, 300), share(500, 1'500, 500, 100)}, asked_of_crew::cost),
        400);
    EXPECT_EQ(length_of({share(7, 7, 0, 300)}, asked_of_crew::cost), 0) << "a clock stood still";
}

TEST(crew_loop, throughput_is_from_the_first_start_to_the_last_end) {
    EXPECT_EQ(length_of({share(100, 200, 1, 1), share(50, 120, 1, 1), share(60, 300, 1, 1)},
                        asked_of_crew::throughput),
              250);
}

TEST(crew_loop, calls_fill_a_share_but_not_more_than_an_event) {
    EXPECT_EQ(calls_each(4, 2), 99'968U);
    EXPECT_EQ(calls_each(1024, 2), 14'592U);
    EXPECT_EQ(calls_each(4096, 1e9), 64U);
}

TEST(crew, does_the_work) {
    for (const std::size_t threads : {2, 33}) {
        for (const asked_of_crew what : {asked_of_crew::cost, asked_of_crew::throughput}) {
            const crew_loop<passing> loop{threads, what, {}};
            const measure::batch done = events_of(loop, four_events);
            EXPECT_THAT(measure::failed_event_proofs(done, four_events), IsEmpty());
            EXPECT_THAT(done.intervals, SizeIs(3));
            EXPECT_THAT(done.intervals, Each(Gt(0)));
            const bool cost = what == asked_of_crew::cost;
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

TEST(crew, whose_members_cannot_be_made) {
    EXPECT_THROW(static_cast<void>(
                     events_of(crew_loop<refusing>{3, asked_of_crew::throughput, {}}, four_events)),
                 std::domain_error);
}

TEST(crew, that_is_interrupted) {
    measure::schedule asked{1, {{1'000'000, 1}}};
    int left = 3;
    asked.interrupted = [&left] { return left-- <= 0; };
    const measure::batch done = events_of(crew_loop<passing>{2, asked_of_crew::cost, {}}, asked);
    EXPECT_THAT(done.report.turns, ElementsAre(3));
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
}

} // namespace

// SPDX-License-Identifier: BSL-1.0
//
// A number of resumes is a count: exact, whatever the machine does meanwhile.
#include "own_process.hpp"
#include "resume_ring.hpp"
#include "small_stack.hpp"
#include "stopped_clock.hpp"
#include "wrong_schedulers.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/measure/batch.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

constexpr std::size_t resumed_rings[] = {2, 3, 4, 7, 50, 255, 256, 257, 1000};

struct counted_ring {
    double resumes; ///< for each yield
    std::vector<std::string> failures;
};

counted_ring ring_on(const std::shared_ptr<fiber_lanes>& lanes, std::size_t fibers) {
    const measure::schedule asked{2 * fibers, {{1, 3 * fibers}}};
    measure::interval_probe probe(clock::monotonic_clock{}, asked);
    const auto report = resume_ring{lanes, fibers, stack_cache(small_stack)}(probe);
    return {report.units_per_operation,
            measure::failed_proofs({probe.intervals(), probe.complete(), report}, asked)};
}

double counted_resumes(const std::shared_ptr<fiber_lanes>& lanes, std::size_t fibers) {
    const counted_ring seen = ring_on(lanes, fibers);
    EXPECT_THAT(seen.failures, testing::IsEmpty()) << fibers;
    return seen.resumes;
}

double with_the_dispatcher(std::size_t fibers) {
    return static_cast<double>(fibers + 1) / static_cast<double>(fibers);
}

TEST(resume_ring, the_dispatcher_of_round_robin_takes_a_turn_a_lap) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::round_robin, std::nullopt);
    for (const std::size_t fibers : resumed_rings) {
        EXPECT_EQ(counted_resumes(lanes, fibers), with_the_dispatcher(fibers)) << fibers;
    }
}

TEST(resume_ring, the_dispatcher_of_shared_work_has_a_queue_of_its_own) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::shared_work, std::nullopt);
    for (const std::size_t fibers : resumed_rings) {
        EXPECT_EQ(counted_resumes(lanes, fibers), 1.0) << fibers;
    }
}

TEST(resume_ring, the_dispatcher_of_work_stealing_takes_a_turn_a_lap) {
    expect_in_own_process([] {
        const auto lanes = std::make_shared<fiber_lanes>(scheduler::work_stealing, std::nullopt);
        for (const std::size_t fibers : resumed_rings) {
            EXPECT_EQ(counted_resumes(lanes, fibers), with_the_dispatcher(fibers)) << fibers;
        }
    });
}

// However many fibers there are; and now and then it does, because it also looks after sleepers.
// How often depends on how long picks take, hence the clock.
TEST(resume_ring, our_dispatcher_takes_a_turn_in_sixteen_at_the_most) {
    const auto lanes = lanes_counting<fiber::basic_round_robin<stopped_clock>>();
    for (const std::size_t fibers : resumed_rings) {
        const double passes = counted_resumes(lanes, fibers) - 1;
        EXPECT_LE(passes, 1.0 / 16) << fibers;
        EXPECT_GT(passes, 0) << fibers;
    }
}

TEST(resume_ring, our_scheduler_counts_the_same) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::tollgate, std::nullopt);
    for (const std::size_t fibers : resumed_rings) {
        EXPECT_GT(counted_resumes(lanes, fibers), 1.0) << fibers;
        const pick_counts& seen = lanes->counted().counts();
        EXPECT_EQ(seen.passes_it_says, seen.dispatcher_passes) << fibers;
    }
}

TEST(resume_ring, a_scheduler_that_miscounts_fails) {
    EXPECT_THAT(ring_on(lanes_counting<boasting>(), 4).failures,
                testing::ElementsAre(testing::HasSubstr("says that its dispatcher ran 0 times")));
}

TEST(resume_ring, a_scheduler_without_order_fails) {
    for (const std::size_t fibers : {3, 4, 7, 50, 1000}) {
        EXPECT_THAT(ring_on(lanes_counting<swapping>(), fibers).failures,
                    testing::ElementsAre(testing::HasSubstr("took turns out of order")))
            << fibers;
    }
}

// The lane on which loops are timed does not count.
TEST(resume_ring, counting_leaves_the_timed_lane_alone) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::round_robin, std::nullopt);
    counted_resumes(lanes, 4);
    EXPECT_EQ(lanes->timed().counts().picks, 0U);
    EXPECT_NE(lanes->counted().counts().picks, 0U);
}

} // namespace

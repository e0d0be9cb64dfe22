// SPDX-License-Identifier: BSL-1.0
//
// A number of resumes is a count: exact, whatever the machine does meanwhile.
#include "own_process.hpp"
#include "resume_ring.hpp"
#include "small_stack.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/measure/batch.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

constexpr std::size_t resumed_rings[] = {2, 3, 4, 7, 50, 255, 256, 257, 1000};

double counted_resumes(const std::shared_ptr<fiber_lanes>& lanes, std::size_t fibers) {
    const measure::schedule asked{2 * fibers, {{1, 3 * fibers}}};
    measure::interval_probe probe(clock::monotonic_clock{}, asked);
    const auto report = resume_ring{lanes, fibers, stack_cache(small_stack)}(probe);
    EXPECT_EQ(measure::failed_proofs({probe.intervals(), probe.complete(), report}, asked),
              std::vector<std::string>{});
    return report.units_per_operation;
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

// The lane on which loops are timed does not count.
TEST(resume_ring, counting_leaves_the_timed_lane_alone) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::round_robin, std::nullopt);
    counted_resumes(lanes, 4);
    EXPECT_EQ(lanes->timed().picks(), 0U);
    EXPECT_NE(lanes->counted().picks(), 0U);
}

} // namespace
